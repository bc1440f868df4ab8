/* The types of `mulligan/client` for the state of a problem: counts, tries and what was learned. */
import type { Outcome, Trial } from "@mulligan/core/problem";
import type { Explanation } from "@mulligan/core/runtime";

/** The counts of a problem. */
export interface Summary {
  readonly name: string;
  /** True for a run of the command, whose journal the service only shows. */
  readonly readOnly: boolean;
  /** Whether more may come: of a run, whether its command still runs. */
  readonly live: boolean;
  /** For a run with a long journal: the share of it that was read so far. */
  readonly readShare?: number;
  /** The latest session of a run of the command. */
  readonly run?: RunSession;
  /** The estimated cost of the reward of all arms without cuts; null if it is unknown; absent in summaries of problems. */
  readonly withoutCutoff?: CostWithoutCutoff | null;
  /** When it changed last, in milliseconds since 1970. */
  readonly lastActive: number;
  /** The unit of its times, if it is known. */
  readonly unit?: string;
  readonly kind?: "calls";
  readonly policy?: string;
  /** The number of decisions and observations together. */
  readonly sequence: number;
  readonly decisions: number;
  readonly observations: number;
  /** Decisions that wait for their outcome. */
  readonly outstanding: number;
  readonly arms: readonly ArmCounts[];
}

/** How a run of the command stands. */
export interface RunSession {
  /** `gone`: its process was killed, or the machine stopped. `stopped`: by Ctrl-C or a limit. */
  readonly state: "running" | "finished" | "stopped" | "gone";
  /** In milliseconds since 1970. */
  readonly began?: number;
  readonly command?: string;
  /** The number of tasks to do; absent if there is no end. */
  readonly tasks?: number;
  /** The tasks that are done, and those of them that were done before this session. */
  readonly done: number;
  readonly doneBefore: number;
}

/** The counts of one arm. */
export interface ArmCounts {
  readonly name: string;
  readonly decisions: number;
  /** Trials that ended by themselves. */
  readonly completed: number;
  /** Completed trials with reward 0. */
  readonly failed: number;
  /** Trials that were cut. */
  readonly censored: number;
  /** The sum of the times. */
  readonly time: number;
  /** The sum of the rewards. */
  readonly reward: number;
}

/** The counts of a problem, and what it learned. */
export interface State extends Summary {
  /** For calls: what a call would do now, and why. */
  readonly explanation?: Explanation;
  /** The best arm with its best cutoff; null while nothing is known. */
  readonly best: { readonly arm: string; readonly cutoff: number; readonly rate: number } | null;
  readonly withoutCutoff: CostWithoutCutoff | null;
  readonly arms: readonly (ArmCounts & Learned)[];
}

/** The verdict of `mulligan analyze` on the trials of one arm; null or empty without data. */
export interface Learned {
  /** The cutoff with the best rate; Infinity means waiting. */
  readonly bestCutoff: number | null;
  /** The reward per unit of time at that cutoff. */
  readonly bestRate: number | null;
  /** The reward per unit of time without cuts. */
  readonly rateWithoutCutoff: number | null;
  /** The best rate divided by the rate without cuts, with a 95% interval. */
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number } | null;
  /** The answer to the question whether to restart. */
  readonly restart: "yes" | "no" | "unclear";
  /** The share of trials that would go on beyond the longest time watched. */
  readonly unfinished: number | null;
  /** The rate at each cutoff with a 95% band, and the share of trials that take longer. */
  readonly curve: readonly {
    readonly cutoff: number;
    readonly survival: number;
    readonly rate: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** The estimated cost of the same reward without cuts; a lower bound if `exact` is false. */
  readonly withoutCutoff: CostWithoutCutoff | null;
}

/** An estimate with its interval, or a lower bound without one; and what the same did cost. */
export interface CostWithoutCutoff {
  readonly time: number;
  readonly low?: number;
  readonly high?: number;
  readonly exact: boolean;
  readonly spent: number;
}

/** A finished try. */
export interface Tried extends Pick<Trial, "cutoff" | "attempt" | "stopped"> {
  /** The number of the outcome in its problem, from 1. */
  readonly number: number;
  /** When it was decided, in milliseconds since 1970; null if that is unknown. */
  readonly at: number | null;
  readonly arm: string;
  readonly task?: string;
  readonly kind: Outcome["kind"];
  readonly time: number;
  readonly reward?: number;
}

/** The latest tries. */
export interface Tries {
  /** The number of tries in all. */
  readonly last: number;
  /** The latest 200 at most, the oldest first. */
  readonly tries: readonly Tried[];
}
