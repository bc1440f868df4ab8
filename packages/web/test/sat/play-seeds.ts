import { LiveContestant } from "../../src/sat/contestant.ts";
import { generated } from "../../src/sat/formula-source.ts";
import type { FormulaEnd, SeededContestant } from "../../src/sat/messages.ts";
import { fieldsFromAddress, readSetting, type SatSetting } from "../../src/sat/setting.ts";
import type { Played } from "../../src/sat/spread.ts";

export function settingOf(text: string): SatSetting {
  const setting = readSetting(fieldsFromAddress(new URLSearchParams(text)));
  if ("problems" in setting) throw new Error(JSON.stringify(setting.problems));
  return setting;
}

/** Plays a contestant on the formulas of a setting with each seed, without the page and its workers. */
export async function playSeeds(
  setting: SatSetting,
  name: SeededContestant["name"],
  seeds: readonly number[],
  base = setting.base,
): Promise<Played[]> {
  const source = generated(setting);
  const walkable = source.names.map(() => true);
  const played: Played[] = [];
  for (const seed of seeds) {
    const ends: FormulaEnd[] = [];
    const contestant = { name, seed, base };
    const live = new LiveContestant(contestant, setting, source, walkable, {
      ended(formula, flips, model) {
        ends.push({ formula, solved: model !== undefined, flips, clock: live.clock });
      },
    });
    await live.walkOn(Infinity);
    played.push({ contestant, ends, clock: live.clock, restarts: live.restarts, over: true });
  }
  return played;
}

/** So many seeds from the first one on. */
export function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => first + place);
}
