/* The types of `mulligan/client`: its requests and its methods. `client-state.ts` has the state of a problem. */
import type { State, Summary, Tries } from "./client-state.ts";

export type { Explanation } from "@mulligan/core/runtime";
export type * from "./client-state.ts";
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
