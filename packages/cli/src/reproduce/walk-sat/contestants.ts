import type { Setting } from "../setting.ts";
import { decades } from "../studies/decades.ts";
import { lubyRate } from "./luby-rate.ts";
import type { SatContestant } from "./solved-study.ts";
import { placeOfLargest } from "./solving-curve.ts";

/** The names of the figures' lines. */
export const LINES = {
  rb: "UCB-RB",
  rbThousands: "UCB-RB in thousands",
  rm: "UCB-RM",
  rc: "UCB-RC",
  km: "km-ts, auto",
  fixed: "best fixed cutoff",
  never: "no restarts",
} as const;

/** As in the paper; UCB-RM's and UCB-RC's first trials are as many as they need (docs/errata.md#e12). */
const PAPER = { alpha: 2.01, factor: 1.01 };

/** Bases that someone might guess; the tuned one, which only the data could tell, is added to them. */
const GUESSED_BASES = [10, 32, 100, 1_000, 3_162];

export const lubyLabel = (base: number) => `Luby, base ${Math.round(base)}`;

/** All that are compared on a set whose solving times are known. */
export function contestantsOn(
  times: Float64Array,
  bestCutoff: number,
  cutoffs: number,
  { unit, lubyReset }: Setting,
): { readonly contestants: readonly SatContestant[]; readonly tunedBase: number } {
  const tunedBase = bestBase(times);
  const bases = [...GUESSED_BASES, tunedBase].sort((a, b) => a - b);
  const grid = (flips: number) => paperCutoffs(cutoffs, flips);
  const within = grid(unit);
  const learner = (label: string, name: string, options: SatContestant["options"], set: string) => ({
    label,
    name,
    options,
    cutoffs: set,
  });
  const contestants: SatContestant[] = [
    learner(LINES.rb, "ucb-rb", { ...PAPER, init: 40 }, within.join(",")),
    learner(LINES.rbThousands, "ucb-rb", { ...PAPER, init: 40 }, grid(1_000).join(",")),
    learner(LINES.rm, "ucb-rm", PAPER, within.join(",")),
    learner(LINES.rc, "ucb-rc", PAPER, `${within[0]}..${within[within.length - 1]}`),
    { ...learner(LINES.km, "km-ts", {}, "auto"), schedule: "luby" },
    ...bases.map(
      (base): SatContestant => ({
        ...learner(lubyLabel(base), "luby", { base, reset: lubyReset }, "auto"),
        schedule: "luby",
      }),
    ),
    learner(LINES.fixed, "fixed", { cutoff: bestCutoff }, "auto"),
    learner(LINES.never, "never", {}, "auto"),
  ];
  return { contestants, tunedBase };
}

/** 𝕋 = {10^(−0.5 + i/8)} of the paper, in flips. */
export function paperCutoffs(count: number, unit: number): number[] {
  return Array.from({ length: count }, (_, i) => 10 ** (-0.5 + 0.125 * i) * unit);
}

/** The base with the largest rate, of ten a decade. */
function bestBase(times: Float64Array): number {
  const bases = decades(0.5, 4, 10);
  return bases[placeOfLargest(bases.map((base) => lubyRate(times, base)))];
}
