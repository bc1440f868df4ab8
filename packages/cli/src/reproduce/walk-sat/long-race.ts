import { sumOf } from "../claims/sums.ts";
import type { ReproductionSize } from "../setting.ts";
import { playSets, spansOf } from "../studies/play-sets.ts";
import type { PlayStudy } from "../studies/study.ts";
import { MODELS, type TaskModel } from "./model.ts";
import { type SatContestant, type SolvedPart, solvedInstances } from "./solved-study.ts";

/** What one run had solved by half of a horizon, and by all of it. */
export type Halves = readonly [half: number, whole: number];

/** UCB-RB and Luby's best base far beyond the figure's horizons, to where it is decided who is ahead. */
export interface LongRace {
  readonly horizons: readonly number[];
  /** By model and line, for each horizon its runs; fewer of them at the longer horizons. */
  readonly solved: Readonly<
    Partial<Record<TaskModel, Readonly<Record<string, readonly (readonly Halves[])[]>>>>
  >;
}

/** Two legs: many short runs, since leads are small at first, and a few long ones. */
interface Leg {
  readonly horizons: readonly number[];
  readonly runs: number;
}

const LEGS: Record<ReproductionSize, readonly Leg[]> = {
  full: [
    { horizons: [1e6, 3e6], runs: 120 },
    { horizons: [1e7, 3e7, 1e8], runs: 16 },
  ],
  // The same horizons: what is decided at 10⁸ flips only must not look otherwise here.
  quick: [
    { horizons: [1e6, 3e6], runs: 28 },
    { horizons: [1e7, 3e7, 1e8], runs: 4 },
  ],
  tiny: [
    { horizons: [1e4], runs: 2 },
    { horizons: [3e4, 6e4], runs: 2 },
  ],
};

type LongSetting = Pick<SolvedPart, "set" | "times" | "attempts" | "seed">;

/** Who takes part in a model. */
export interface LongEntry {
  readonly model: TaskModel;
  readonly contestant: SatContestant;
}

export async function playLong(
  play: PlayStudy,
  form: ReproductionSize,
  shared: LongSetting,
  entries: readonly LongEntry[],
): Promise<{ readonly race: LongRace; readonly trials: number }> {
  const legs = LEGS[form];
  const cells = entries.flatMap((entry) => legs.map((leg, place) => ({ ...entry, leg, place })));
  const results = await playSets(
    play,
    solvedInstances,
    cells.map(({ model, contestant, leg, place }) =>
      spansOf(leg.runs, place === 0 ? 10 : 1).map((span) => ({
        ...shared,
        model,
        contestant,
        // Leg by leg other runs: those of the figure begin at 0.
        from: 1_000 * (place + 1) + span.from,
        to: 1_000 * (place + 1) + span.to,
        horizons: leg.horizons.flatMap((horizon) => [horizon / 2, horizon]),
      })),
    ),
  );
  const solved: Partial<Record<TaskModel, Record<string, (readonly Halves[])[]>>> = {};
  for (const model of MODELS) {
    const own = cells.flatMap((cell, i) => (cell.model === model ? [{ ...cell, parts: results[i] }] : []));
    for (const { contestant, leg, parts } of own) {
      const lines = (solved[model] ??= {});
      const runs = parts.flatMap((part) => part.solved);
      const halves = leg.horizons.map((_, i) => runs.map((run): Halves => [run[2 * i], run[2 * i + 1]]));
      lines[contestant.label] = [...(lines[contestant.label] ?? []), ...halves];
    }
  }
  return {
    race: { horizons: legs.flatMap(({ horizons }) => horizons), solved },
    trials: sumOf(results.flat().map((part) => part.trials)),
  };
}
