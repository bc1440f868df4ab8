import type { Decision, TaskPolicy } from "@mulligan/core";
import type { MovingCutoff } from "../processes/run-program.ts";
import { roundToMicroseconds } from "../shell/duration.ts";

/** The tries under way. None is bound to the cutoff it began with: others teach meanwhile. */
export interface UnderWay {
  /** The cutoff of a try that begins now, and is given no more than `most`. */
  begin(decision: Decision, most?: number): MovingCutoff;
  /** The policy learned something: all of them are thought of again, soon and together. */
  learned(): void;
}

/** Of all time, at most a tenth goes into thinking again: with thousands of tries each pass takes a while. */
const REST = 9;

export function triesUnderWay({ reconsider }: Pick<TaskPolicy, "reconsider">): UnderWay {
  const watching = new Set<() => void>();
  let waiting = false;
  let notBefore = 0;

  function pass(): void {
    waiting = false;
    const began = performance.now();
    for (const moved of [...watching]) moved();
    const ended = performance.now();
    notBefore = ended + REST * (ended - began);
  }

  return {
    begin(decision, most = Infinity) {
      let at = Math.min(decision.cutoff, most);
      return {
        get at() {
          return at;
        },
        reconsider(elapsed) {
          const until = Math.min(most, reconsider(decision, elapsed));
          // One that is cut was given as long as it ran: how far below that the cutoff was wanted says nothing of it.
          at = until > elapsed ? until : Math.min(at, roundToMicroseconds(elapsed));
          return at;
        },
        watch(moved) {
          watching.add(moved);
          return () => watching.delete(moved);
        },
      };
    },
    learned() {
      if (waiting || watching.size === 0) return;
      waiting = true;
      const pause = notBefore - performance.now();
      if (pause > 0) setTimeout(pass, pause).unref();
      else setImmediate(pass);
    },
  };
}
