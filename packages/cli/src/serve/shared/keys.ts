/**
 * Where the problems of several services stand in Redis. The braces keep all of them on one node of a Redis cluster, so
 * that a script may change several at once.
 */
const PREFIX = "mulligan:{serve}:";

/** Of the layout below; another one is refused. */
export const FORMAT = "1";

export const keys = {
  format: `${PREFIX}format`,
  /** By name, the mark of each problem: its ids begin with it. */
  marks: `${PREFIX}marks`,
  /** By mark, the definition as JSON. */
  definitions: `${PREFIX}definitions`,
  /** How much has happened to all problems: the number of the last entry of the log. */
  position: `${PREFIX}position`,
  /** A stream of what happened, in order; the entry number n has the id n-0. What every service has saved is cut off. */
  log: `${PREFIX}log`,
  /** Who saves at the moment. */
  keeper: `${PREFIX}keeper`,
};

/** Those of one problem. */
export function keysOf(mark: string) {
  return {
    /** The numbers of the decisions that wait, by when they were made. */
    waiting: `${PREFIX}${mark}:waiting`,
    /** The numbers of the latest that were forgotten, the oldest first. */
    forgotten: `${PREFIX}${mark}:forgotten`,
    /** `last`, the number of the last decision; `floor`, below which nobody can tell what became of one; `forgets`. */
    counts: `${PREFIX}${mark}:counts`,
    /** `position`, up to which the log is in it, and `document`, all that was learned by then. */
    saved: `${PREFIX}${mark}:saved`,
  };
}
