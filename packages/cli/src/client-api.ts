/* The types of `mulligan/client`. */
import type { Outcome, Trial } from "@mulligan/core/problem";
import type { Explanation } from "@mulligan/core/runtime";

export type { Explanation } from "@mulligan/core/runtime";
export type { ServiceDecision as Decision };

/** The definition of a problem; only the name and the arms are required. */
export interface NewProblem {
  readonly kind?: undefined;
  readonly name: string;
  readonly arms: readonly { readonly name: string }[];
  /** `NAME[:option=value,…]`; `km-ts` if absent. */
  readonly policy?: string;
  readonly options?: Readonly<Record<string, number | string>>;
  /** `auto`, a list, `log:FROM:TO:COUNT` or `LOW..HIGH`; Infinity may be the last of a list. */
  readonly cutoffs?: string | readonly number[];
  /** The shortest time worth telling apart, where automatic cutoffs begin; learned if absent. */
  readonly resolution?: number;
  /** The cost of a cut: a time, or `measured`, `none`, `constant(TIME)`, `proportional(SHARE)`. */
  readonly resetting?: string | number;
  readonly mode?: "abandon" | "retry";
  readonly schedule?: "luby" | "geometric" | "constant";
  readonly horizon?: number;
  readonly seed?: number;
}

/** A problem that decides as `mulligan()` does; its times are milliseconds. */
export interface NewCallsProblem {
  readonly kind: "calls";
  readonly name: string;
  readonly arms: readonly { readonly name: string }[];
  /** The deadline of a call, from its first decision. */
  readonly deadline?: number;
  /** Cuts, retries and hedges, as a share of the calls. */
  readonly maxExtraLoad?: number;
  readonly hedge?: { readonly maxExtraLoad: number };
  readonly objective?: "mean" | "p99";
  /** Attempts after which one counts half. */
  readonly halfLife?: number;
  readonly minCutoffMs?: number;
  readonly maxCutoffMs?: number;
  readonly firstCutoffMs?: number;
  readonly maxAttempts?: number;
  readonly maxKeys?: number;
  readonly breaker?: boolean;
  /** How many milliseconds one unit of `cost` is worth. */
  readonly msPerCost?: number;
  readonly seed?: number;
}

/** Which arm to start, and when to cut it off; Infinity waits for the end. */
export interface ServiceDecision {
  readonly id: string;
  readonly arm: string;
  readonly cutoff: number;
  readonly attempt?: number;
  /** For calls: when to ask about the call again, in ms from now; and whether another attempt would be allowed now. */
  readonly askAfter?: number;
  readonly retry?: boolean;
  readonly hedge?: boolean;
}

/** The attempt of a call to start, or the reason why there is none now. */
export interface CallAnswer {
  /** Absent if it is refused. */
  readonly decision?: ServiceDecision;
  /** The ids of attempts of the call that are to be cut. */
  readonly cut: readonly string[];
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

/** How many observations counted, were sent before, or belong to unknown decisions. */
export interface Counted {
  readonly accepted: number;
  readonly repeated: number;
  readonly unknown: number;
}

/** The counts of a problem. */
export interface Summary {
  readonly name: string;
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
  readonly unit?: string;
  readonly kind?: "calls";
  readonly policy?: string;
  readonly sequence: number;
  readonly decisions: number;
  readonly observations: number;
  readonly outstanding: number;
  readonly arms: readonly ArmCounts[];
}

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

export interface ArmCounts {
  readonly name: string;
  readonly decisions: number;
  readonly completed: number;
  readonly failed: number;
  readonly censored: number;
  readonly time: number;
  readonly reward: number;
}

/** The counts of a problem, and what it learned. */
export interface State extends Summary {
  /** For calls: what a call would do now, and why. */
  readonly explanation?: Explanation;
  readonly best: { readonly arm: string; readonly cutoff: number; readonly rate: number } | null;
  readonly withoutCutoff: CostWithoutCutoff | null;
  readonly arms: readonly (ArmCounts & Learned)[];
}

export interface Learned {
  readonly bestCutoff: number | null;
  readonly bestRate: number | null;
  readonly rateWithoutCutoff: number | null;
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number } | null;
  readonly restart: "yes" | "no" | "unclear";
  readonly unfinished: number | null;
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
  /** Which outcome of its problem it is, from 1. */
  readonly number: number;
  /** When it was decided, in milliseconds since 1970; null if that is unknown. */
  readonly at: number | null;
  readonly arm: string;
  readonly task?: string;
  readonly kind: Outcome["kind"];
  readonly time: number;
  readonly reward?: number;
}

/** The latest tries, and how many there were in all. */
export interface Tries {
  readonly last: number;
  readonly tries: readonly Tried[];
}

/** The options of `listen`: which events (all but `summary` if absent), for how many problems the first state is sent, and when to stop. */
export interface ListenOptions {
  readonly events?: readonly ServiceEvent["event"][];
  readonly latest?: number;
  readonly signal?: AbortSignal;
}

/** One of the service's events, with its data. */
export interface ServiceEvent {
  readonly event: "state" | "summary" | "decision" | "outcome" | "removed";
  readonly id: string;
  readonly data: unknown;
}

/** A service, and the problems on it. */
export interface Client {
  /** Makes the problem, or finds the same one. */
  create(problem: NewProblem | NewCallsProblem): Promise<ClientProblem>;
  /** A problem that is there. */
  problem(name: string): ClientProblem;
  list(): Promise<readonly Summary[]>;
  /** The events of all problems from now on, their state first. */
  events(options?: ListenOptions): AsyncIterable<ServiceEvent>;
}

export interface ClientProblem {
  readonly name: string;
  /** Decides for a fresh trial, or for an attempt at a task. */
  decide(about?: { readonly task?: string; readonly attempt?: number }): Promise<ServiceDecision>;
  decideMany(count: number): Promise<readonly ServiceDecision[]>;
  /** Asks for an attempt of a call, of a problem of kind `calls`; again when it has failed or has reached its cutoff. */
  decideCall(call: {
    readonly task: string;
    readonly attempt?: number;
    readonly key?: string;
    /** The remaining time of the call, in ms. */
    readonly remaining?: number;
  }): Promise<CallAnswer>;
  /** Each counts once, so that what failed may be sent again. */
  observe(...observations: readonly Observation[]): Promise<Counted>;
  state(): Promise<State>;
  /** The latest tries, those after the one with this number. */
  tries(after?: number): Promise<Tries>;
  remove(): Promise<void>;
  events(options?: ListenOptions): AsyncIterable<ServiceEvent>;
}
