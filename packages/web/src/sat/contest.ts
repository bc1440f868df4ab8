import type { Assignment } from "@mulligan/sat";
import type { DrawnWalk, FormulaRow, SatWorkerReply, SeededContestant } from "./messages.ts";
import type { SatCurve } from "./rate-curve.ts";
import type { SatSetting } from "./setting.ts";
import { type Played, TRIED_BASES } from "./spread.ts";

/** One contest: its formulas, what was played of it, and the walk in the picture. */
export interface Contest {
  status: "reading" | "running" | "paused" | "over" | "failed";
  readonly setting: SatSetting;
  /** Solved instead of generated formulas. */
  readonly files: readonly File[] | undefined;
  /** The number of formulas, also of those that are not read yet. */
  total: number;
  readonly formulas: FormulaRow[];
  /** The results in the order of the jobs. */
  readonly played: Played[];
  /** The contestants to play, each with every seed. */
  jobs: readonly SeededContestant[];
  /** The seeds that are played; fewer than were wanted if the formulas are large. */
  seeds: readonly number[];
  /** The first solution of each formula that has one. */
  readonly models: Map<number, Assignment>;
  walk: DrawnWalk | undefined;
  curve: SatCurve | undefined;
  /** Whether the walk in the picture goes on. */
  walking: boolean;
  fault: string | undefined;
  /** Grows whenever something was played. */
  version: number;
}

export function newContest(setting: SatSetting, files: readonly File[] | undefined): Contest {
  return {
    status: "reading",
    setting,
    files,
    total: 0,
    formulas: [],
    played: [],
    jobs: [],
    seeds: [],
    models: new Map(),
    walk: undefined,
    curve: undefined,
    walking: false,
    fault: undefined,
    version: 0,
  };
}

/** Which formulas can be walked. */
export function walkable({ formulas }: Contest): boolean[] {
  return formulas.map(({ problem }) => problem === undefined);
}

/** All contestants together may take so many flips if they solve nothing; otherwise fewer seeds are played. */
const MAX_FLIPS = 2.5e9;

/**
 * Sets the seeds and the jobs once the formulas are known: all contestants with one seed after the other, and then the
 * other bases of Luby's sequence. There is nothing to do if no formula can be walked.
 */
export function plan(contest: Contest): void {
  const { setting, formulas } = contest;
  if (!walkable(contest).includes(true)) return;
  const { base, budget, seed, seeds } = setting;
  const clauses = formulas.reduce((sum, row) => sum + row.clauses, 0);
  const bases = TRIED_BASES.filter((tried) => tried !== base);
  const most = Math.floor(MAX_FLIPS / (Math.max(1, clauses) * budget * (3 + bases.length)));
  const count = Math.max(1, Math.min(seeds, most));
  contest.seeds = Array.from({ length: count }, (_, place) => seed + place);
  const names = ["learned", "luby", "never"] as const;
  contest.jobs = [
    ...contest.seeds.flatMap((own) => names.map((name) => ({ name, seed: own, base }))),
    ...bases.flatMap((tried) =>
      contest.seeds.map((own) => ({ name: "luby" as const, seed: own, base: tried })),
    ),
  ];
}

/** The memory of all walks but the one in the picture. */
const MAX_POOL_BYTES = 2 ** 31;

/** Workers that play at once, at most `most`: fewer where walks take much memory. */
export function poolSize({ formulas, jobs }: Contest, most: number): number {
  const bytes = formulas.reduce((largest, row) => Math.max(largest, row.bytes), 1);
  return Math.max(1, Math.min(most, jobs.length, Math.floor(MAX_POOL_BYTES / bytes)));
}

/** Adds to a job what a worker has played of it. */
export function addPlayed(contest: Contest, job: number, reply: SatWorkerReply & { kind: "played" }): void {
  const { contestant, ends } = contest.played[job];
  for (const { formula, model } of reply.ends) {
    if (model !== undefined && !contest.models.has(formula)) contest.models.set(formula, model);
  }
  // The models are kept once only.
  const own = reply.ends.map(({ model: _, ...end }) => end);
  const { clock, restarts, over } = reply;
  contest.played[job] = { contestant, ends: [...ends, ...own], clock, restarts, over };
  contest.version += 1;
  if (doneCount(contest) === contest.jobs.length) contest.status = "over";
}

/** The number of jobs that are over. */
export function doneCount({ played }: Contest): number {
  return played.filter(({ over }) => over).length;
}
