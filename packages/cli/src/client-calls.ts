/** A problem that decides as `mulligan()` does; its times are milliseconds. */
export interface NewCallsProblem {
  readonly kind: "calls";
  readonly name: string;
  readonly arms: readonly { readonly name: string }[];
  /** Of a call, from its first decision. */
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
export interface Decision {
  readonly id: string;
  readonly arm: string;
  readonly cutoff: number;
  readonly attempt?: number;
  /** Of calls: when to ask about the call again, in ms from now; and whether another attempt would be allowed now. */
  readonly askAfter?: number;
  readonly retry?: boolean;
  readonly hedge?: boolean;
}

/** What a call is told: an attempt to start, or why there is none now. */
export interface CallAnswer {
  /** Absent if it is refused. */
  readonly decision?: Decision;
  /** The ids of attempts of the call that are to be cut. */
  readonly cut: readonly string[];
  readonly refused?: "load" | "breaker" | "cooldown" | "attempts" | "deadline" | "cutoff";
  /** If it is refused: when to ask again, in ms; Infinity if the call has failed. */
  readonly wait?: number;
}

/** As `explain` of the library has it. */
export interface Explanation {
  readonly arm?: string;
  readonly cutoffMs: number;
  readonly expectedMs: number;
  readonly attempts: number;
  readonly reason: "start" | "gain" | "no gain" | "budget" | "cooldown" | "breaker" | "policy";
  readonly arms: readonly {
    readonly arm: string;
    readonly state: "ready" | "cooling" | "failing" | "open";
    readonly cutoffMs: number;
    readonly expectedMs: number;
    readonly withoutCutsMs: number;
    readonly attempts: number;
  }[];
  readonly extraRequestsLeft: number;
  readonly sentence: string;
}
