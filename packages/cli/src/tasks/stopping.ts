import { type AskedBy, whenStopAsked } from "./stop-asked.ts";

export type StopReason = AskedBy | "done" | "until" | "hopeless";

/** When and why a run ends before all its tasks are done. */
export interface Stopping {
  readonly stopped: boolean;
  /** `done` as long as nothing stopped it. */
  readonly reason: StopReason;
  /** The first reason stays, unless the user wants to go. */
  end(reason: StopReason): void;
  /** Takes the signals and the clock off again. */
  release(): void;
}

/** `stop` passes it on to the trials under way, when the budget is spent or with Ctrl-C; `hurry` with a second one. */
export function startStopping(
  budgetMs: number | undefined,
  { stop, hurry }: { stop(by: StopReason): void; hurry(): void },
): Stopping {
  let reason: StopReason = "done";
  const end = (why: StopReason) => {
    if (reason === "done" || why === "interrupted") reason = why;
    stop(why);
  };
  const { release } = whenStopAsked(budgetMs, { stop: end, hurry });
  return {
    get stopped() {
      return reason !== "done";
    },
    get reason() {
      return reason;
    },
    end,
    release,
  };
}
