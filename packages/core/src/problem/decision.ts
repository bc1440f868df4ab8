/**
 * One choice π_n = (I_n, ν_n): which arm to start and when to cut it off. The caller holds it and hands
 * it back with the outcome, so that answers may come late, in any order, or never.
 */
export interface Decision {
  /** Index of the arm, in the order in which the arms were given. */
  readonly arm: number;
  /** When to give up, measured from the start of the trial; Infinity waits for the end. */
  readonly cutoff: number;
  /** Which attempt at its task this is, from 1; absent where tasks are not tried again. */
  readonly attempt?: number;
  /** The task it is at, where the caller gave it a name. */
  readonly task?: TaskName;
}

/** By which a policy knows the attempts at one task from those at another. */
export type TaskName = string | number;
