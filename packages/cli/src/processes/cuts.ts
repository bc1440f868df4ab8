import { longTimer } from "../shell/long-timer.ts";
import type { WorkClock } from "./work-clock.ts";

/** The time from its start at which a try is cut, in ms. It may move during the try. */
export interface MovingCutoff {
  /** The last cutoff that was decided. */
  readonly at: number;
  /** Called before every cut: the cutoff after so long, which is at most `elapsed` if the try is to be cut now. */
  reconsider(elapsed: number): number;
  /** Calls `moved` whenever the cutoff may have moved, until the function that it returns is called. */
  watch(moved: () => void): () => void;
}

/** Watches the output of a try, to cut it when it has been silent for too long. */
export interface SilenceWatch {
  /** The program wrote something, or ended by itself. */
  wrote(now: number): void;
  /** When it is to be cut if it writes nothing until then, by the clock of `now`; Infinity for never. */
  deadline(): number;
}

/** The end of a try from outside; `stopped` if the run was over. */
export interface Cut {
  readonly kind: "cut";
  readonly stopped: boolean;
  /** The reason, if not the cutoff. */
  readonly by?: "idle";
}

/**
 * Resolves when the cutoff is reached or `stop` is called, never if the program ends first. The cutoff is reconsidered when it is reached,
 * and may move before. A program that has just ended, but not been noticed, is not cut.
 */
export function cutAfter(
  {
    clock,
    cutoff,
    stop,
  }: { readonly clock: WorkClock; readonly cutoff: MovingCutoff; readonly stop: AbortSignal },
  began: number,
  exit: Promise<unknown>,
): Promise<Cut> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof longTimer> | undefined;
    const cut = (stopped: boolean) => {
      release();
      // Exits that Node has not reported yet come before the second of these turns.
      setImmediate(() => setImmediate(() => resolve({ kind: "cut", stopped })));
    };
    const onStop = () => cut(true);
    const waitUntil = (until: number) => {
      if (until < Infinity) timer = longTimer(until - (clock.now() - began), thinkAgain, clock.now);
    };
    const thinkAgain = () => {
      timer?.clear();
      const elapsed = clock.now() - began;
      const until = cutoff.reconsider(elapsed);
      if (until > elapsed) waitUntil(until);
      else cut(false);
    };
    const unwatch = cutoff.watch(thinkAgain);
    const release = () => {
      timer?.clear();
      unwatch();
      stop.removeEventListener("abort", onStop);
    };
    if (stop.aborted) return cut(true);
    stop.addEventListener("abort", onStop);
    waitUntil(cutoff.at);
    exit.then(release);
  });
}

/** The deadline may come nearer as more gaps are seen, so it is looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** Resolves when the program was silent for too long, never if it ends before. */
export function cutInSilence(
  { clock, silence }: { readonly clock: WorkClock; readonly silence?: SilenceWatch | undefined },
  exit: Promise<unknown>,
): Promise<Cut> {
  return new Promise((resolve) => {
    if (silence === undefined) return;
    let timer: ReturnType<typeof longTimer> | undefined;
    let ended = false;
    const left = () => silence.deadline() - clock.now();
    const look = () => {
      if (left() > 0) wait();
      // The pipes are read first: this process may have been delayed itself.
      else setImmediate(() => setImmediate(() => (left() > 0 ? wait() : cut())));
    };
    const wait = () => {
      if (!ended) timer = longTimer(Math.min(left(), LOOK_EVERY_MS), look, clock.now);
    };
    const cut = () => resolve({ kind: "cut", stopped: false, by: "idle" });
    wait();
    exit.then(() => {
      ended = true;
      timer?.clear();
    });
  });
}
