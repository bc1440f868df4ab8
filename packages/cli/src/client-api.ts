/* The types of `mulligan/client`. */
import type { Outcome, Trial } from "@mulligan/core/problem";
import type { Explanation } from "@mulligan/core/runtime";

export type { Explanation } from "@mulligan/core/runtime";
export type { ServiceDecision as Decision };

/** The definition of a problem; only the name and the arms are required. */
export interface NewProblem {
  readonly kind?: undefined;
  /** The name, which later requests use. */
  readonly name: string;
  /** The arms to choose from, at most 64. */
  readonly arms: readonly { readonly name: string }[];
  /** `NAME[:option=value,…]`; `km-ts` if absent. */
  readonly policy?: string;
  /** More options of the policy, by name. */
  readonly options?: Readonly<Record<string, number | string>>;
  /** `auto`, a list, `log:FROM:TO:COUNT` or `LOW..HIGH`; Infinity may be the last of a list. */
  readonly cutoffs?: string | readonly number[];
  /** The shortest time worth telling apart, where automatic cutoffs begin; learned if absent. */
  readonly resolution?: number;
  /** The cost of a cut: a time, or `measured`, `none`, `constant(TIME)`, `proportional(SHARE)`. */
  readonly resetting?: string | number;
  /** `retry` if a task that was cut is tried again; `abandon` if absent. */
  readonly mode?: "abandon" | "retry";
  /** How cutoffs grow with the attempts at a task; only in mode `retry`. */
  readonly schedule?: "luby" | "geometric" | "constant";
  /** The time budget, for policies that need one. */
  readonly horizon?: number;
  /** The same seed and the same requests give the same decisions. Default: 1. */
  readonly seed?: number;
}

/** A problem that decides as `mulligan()` does; its times are milliseconds. */
export interface NewCallsProblem {
  readonly kind: "calls";
  /** The name, which later requests use. */
  readonly name: string;
  /** The arms to choose from, at most 64, with different names. */
  readonly arms: readonly { readonly name: string }[];
  /** The deadline of a call, from its first decision. */
  readonly deadline?: number;
  /** Cuts, retries and hedges, as a share of the calls. */
  readonly maxExtraLoad?: number;
  /** Allows a second attempt beside the first at the cutoff, within this share of extra requests. */
  readonly hedge?: { readonly maxExtraLoad: number };
  /** `p99` if the slowest calls matter most; `mean` if absent. */
  readonly objective?: "mean" | "p99";
  /** Attempts after which one counts half. */
  readonly halfLife?: number;
  /** The shortest cutoff. Default: 1. */
  readonly minCutoffMs?: number;
  /** The longest cutoff. Default: 120,000. */
  readonly maxCutoffMs?: number;
  /** The cutoff while nothing has succeeded. */
  readonly firstCutoffMs?: number;
  /** The most attempts of a call. Default: 50. */
  readonly maxAttempts?: number;
  /** The most classes of calls with a learner of their own. Default: 100. */
  readonly maxKeys?: number;
  /** Whether calls are refused while every arm loses them. Default: true. */
  readonly breaker?: boolean;
  /** How many milliseconds one unit of `cost` is worth. */
  readonly msPerCost?: number;
  /** The same seed and the same requests give the same decisions. Default: 1. */
  readonly seed?: number;
}

/** A decision: the arm to start, and its cutoff; Infinity waits for the end. */
export interface ServiceDecision {
  /** The id under which the outcome is reported. */
  readonly id: string;
  /** The name of the arm to start. */
  readonly arm: string;
  /** The time after which to cut, from the start of the trial. */
  readonly cutoff: number;
  /** The number of the attempt at its task, from 1. */
  readonly attempt?: number;
  /** For calls: when to ask about the call again, in ms from now. */
  readonly askAfter?: number;
  /** For calls: whether another attempt is allowed now, after a failure. */
  readonly retry?: boolean;
  /** For calls: whether another attempt is allowed now, beside this one. */
  readonly hedge?: boolean;
}

/** The attempt of a call to start, or the reason why there is none now. */
export interface CallAnswer {
  /** Absent if it is refused. */
  readonly decision?: ServiceDecision;
  /** The ids of attempts of the call that are to be cut. */
  readonly cut: readonly string[];
  /** The reason why there is no attempt now. */
  readonly refused?: "load" | "breaker" | "cooldown" | "attempts" | "deadline" | "cutoff";
  /** If it is refused: when to ask again, in ms; Infinity if the call has failed. */
  readonly wait?: number;
}

/** The outcome of the decision with this id. */
export type Observation =
  | {
      readonly id: string;
      readonly kind: "completed";
      readonly time: number;
      readonly reward?: number;
      /** For calls: for how many ms the server of a failed attempt wants no requests. */
      readonly retryAfter?: number;
      /** For calls with `msPerCost`: the cost of the attempt. */
      readonly cost?: number;
    }
  | {
      readonly id: string;
      readonly kind: "censored";
      readonly time: number;
      readonly resetting?: number;
      readonly cost?: number;
    };

/** The answer to observations. */
export interface Counted {
  /** Observations that count now. */
  readonly accepted: number;
  /** Observations that counted before. */
  readonly repeated: number;
  /** Observations of decisions that do not wait for one. */
  readonly unknown: number;
}

/** The counts of a problem. */
export interface Summary {
  readonly name: string;
  /** True for a run of the command, whose journal the service only shows. */
  readonly readOnly: boolean;
  /** Whether more may come: of a run, whether its command still runs. */
  readonly live: boolean;
  /** For a run with a long journal: the share of it that was read so far. */
  readonly readShare?: number;
  /** Of a run of the command: its latest session. */
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
  /** `gone`: its process ended without a word, as when it is killed. `stopped`: by Ctrl-C or a limit. */
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

/** The options of `events`. */
export interface ListenOptions {
  /** The events to send; all but `summary` if absent. */
  readonly events?: readonly ServiceEvent["event"][];
  /** Limits the first state to the problems that were active last. */
  readonly latest?: number;
  /** Aborts the request; reading the events then throws. */
  readonly signal?: AbortSignal;
}

/** One of the service's events, with its data. */
export interface ServiceEvent {
  readonly event: "state" | "summary" | "decision" | "outcome" | "removed";
  readonly id: string;
  /** The data, as the reference of the service lists them. */
  readonly data: unknown;
}

/** A service, and the problems on it. */
export interface Client {
  /** Makes the problem, or finds the same one. */
  create(problem: NewProblem | NewCallsProblem): Promise<ClientProblem>;
  /** Returns an existing problem by its name, without a request. */
  problem(name: string): ClientProblem;
  /** Returns the counts of all problems. */
  list(): Promise<readonly Summary[]>;
  /** Returns the events of all problems from now on, their state first. */
  events(options?: ListenOptions): AsyncIterable<ServiceEvent>;
}

/** One problem of the service. */
export interface ClientProblem {
  readonly name: string;
  /** Decides for a fresh trial, or for an attempt at a task. */
  decide(about?: { readonly task?: string; readonly attempt?: number }): Promise<ServiceDecision>;
  /** Decides for several fresh trials in one request. */
  decideMany(count: number): Promise<readonly ServiceDecision[]>;
  /** Asks for an attempt of a call, in a problem of kind `calls`; ask again when it has failed or reached its cutoff. */
  decideCall(call: {
    readonly task: string;
    readonly attempt?: number;
    readonly key?: string;
    /** The remaining time of the call, in ms. */
    readonly remaining?: number;
  }): Promise<CallAnswer>;
  /** Reports outcomes. Each counts once, so a request that failed may be sent again. */
  observe(...observations: readonly Observation[]): Promise<Counted>;
  /** Returns the counts, and what was learned. */
  state(): Promise<State>;
  /** Returns the latest tries, or only those after the one with this number. */
  tries(after?: number): Promise<Tries>;
  /** Deletes the problem and all that it learned. */
  remove(): Promise<void>;
  /** Returns the events of this problem from now on, its state first. */
  events(options?: ListenOptions): AsyncIterable<ServiceEvent>;
}
