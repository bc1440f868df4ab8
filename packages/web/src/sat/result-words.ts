import { countText, numberText } from "../design/number-text.ts";
import { policyWords } from "../design/policy-names.ts";
import type { SatSetting } from "./setting.ts";
import {
  type Entries,
  type EntryName,
  flipsPerSolved,
  type MeanInterval,
  type Played,
  ratioInterval,
  seedInterval,
} from "./spread.ts";

/** The contestants in plain words, and in short for the ends of their lines. */
export function entryLabels(
  { learner, base }: Pick<SatSetting, "learner" | "base">,
  { tuned }: Entries,
): Readonly<Record<EntryName, { readonly name: string; readonly short: string }>> {
  const best = tuned[0]?.contestant.base;
  return {
    learned: { name: policyWords(learner).name, short: "Mulligan" },
    luby: { name: `Luby, base ${base}`, short: "Luby" },
    tuned: {
      name: `Luby, base tuned afterwards${best === undefined ? "" : `: ${best}`}`,
      short: "Luby, tuned",
    },
    never: { name: "No restarts", short: "No restarts" },
  };
}

/** The runs that are over: those that were stopped are not compared. */
export function finished(entry: readonly Played[]): readonly Played[] {
  return entry.filter(({ over }) => over);
}

/** The interval of a mean: 1,170 to 1,380. Empty for one seed. */
export function rangeText({ low, high }: MeanInterval): string {
  return Number.isNaN(low) ? "" : `${numberText(low)} to ${numberText(high)}`;
}

/**
 * The interval of a ratio, the smaller difference first: 3% to 20% fewer; if it has both, 9% fewer to 4% more. Empty for
 * one seed, and where both ends are about as many.
 */
export function ratioRange({ low, high }: MeanInterval): string {
  if (Number.isNaN(low)) return "";
  const [near, far] = (high < 1 ? [high, low] : [low, high]).map((end) =>
    comparisonText(end).replace("times as many", "times"),
  );
  if (near === far && near.startsWith("about")) return "";
  const unit = / (fewer|more|times)$/.exec(far)?.[0] ?? "";
  return `${unit !== "" && near.endsWith(unit) ? near.slice(0, -unit.length) : near} to ${far}`;
}

/** From here on it is said how many times as many. */
const MANY = 2;

/** 12% fewer, 14% more, 5.63 times as many, about as many. */
export function comparisonText(ratio: number): string {
  if (ratio >= MANY) return `${numberText(ratio)} times as many`;
  const percent = Math.round(100 * Math.abs(ratio - 1));
  if (percent === 0) return "about as many";
  return `${percent}% ${ratio < 1 ? "fewer" : "more"}`;
}

/** Returns which contestant needed fewer flips, first the learner beside Luby's sequence, then what would have been better or worse. */
export function resultSentences(setting: SatSetting, entries: Entries): readonly string[] {
  const learned = finished(entries.learned);
  if (learned.length === 0) return [];
  const { mean } = seedInterval(learned.map(flipsPerSolved));
  const seeds = learned.length === 1 ? "With one seed" : `Over ${countText(learned.length)} seeds`;
  if (!Number.isFinite(mean)) {
    return ["Mulligan solved no formula with at least one of the seeds, so the flips cannot be compared."];
  }
  const needs = `${seeds}, Mulligan needs ${numberText(mean)} flips for each solved formula`;
  const luby = ratioInterval(learned, entries.luby);
  return [
    luby === undefined
      ? `${needs}.`
      : `${needs}, ${comparedWith(`Luby’s sequence with base ${setting.base}`, luby)}.`,
    ...tunedSentence(entries),
    ...neverSentence(entries),
    ...(learned.length === 1 ? ["One seed says little: another one may say the opposite."] : []),
  ];
}

/** 12% fewer than Luby (interval: 3% to 20% fewer). */
function comparedWith(other: string, ratio: MeanInterval): string {
  const text = comparisonText(ratio.mean);
  const range = ratioRange(ratio);
  const isEqual = text.startsWith("about");
  const chance = ratio.low <= 1 && ratio.high >= 1 && !isEqual ? ", so it may be chance" : "";
  const interval = range === "" ? "" : ` (interval: ${range}${chance})`;
  return `${text} ${isEqual || ratio.mean >= MANY ? "as" : "than"} ${other}${interval}`;
}

function tunedSentence({ learned, tuned }: Entries): string[] {
  const ratio = ratioInterval(tuned, learned);
  if (ratio === undefined) return [];
  const needs = `Luby with the best base, ${tuned[0].contestant.base}, needs ${comparedWith("Mulligan", ratio)}`;
  return [ratio.mean < 1 ? `${needs}; you would have to know that base beforehand.` : `${needs}.`];
}

function neverSentence({ learned, never }: Entries): string[] {
  const ratio = ratioInterval(never, learned);
  if (ratio === undefined) return [];
  return [`Without restarts it takes ${comparedWith("with Mulligan", ratio)}.`];
}
