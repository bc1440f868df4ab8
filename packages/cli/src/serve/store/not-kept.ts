import { reasonOf } from "../../shell/exit.ts";

/** What was asked cannot be put on the disk, so it did not happen. */
export class NotKept extends Error {
  override readonly name = "NotKept";
  /** Whether it is for want of room. */
  readonly full: boolean;

  constructor(failure: unknown) {
    // A file that was to appear whole says it in words of its own, with the place; its cause is the system's.
    const cause = (failure as Error).cause ?? failure;
    super(`cannot be written: ${reasonOf(cause)}`, { cause });
    this.full = FULL.includes((cause as NodeJS.ErrnoException).code ?? "");
  }
}

const FULL: readonly string[] = ["ENOSPC", "EDQUOT", "EFBIG"];

/** The problem is gone, or its service ends. */
export class Closed extends Error {
  override readonly name = "Closed";
}

/** Redis does not answer. What was asked may have happened, so whoever asks again must be able to. */
export class NotSure extends Error {
  override readonly name = "NotSure";

  constructor(cause?: unknown) {
    super("Redis does not answer: it may have happened or not, and asking again does no harm", { cause });
  }
}
