/** What the caller's own functions throw. */
export class Thrown extends Error {}

/**
 * What the caller's functions do besides their work: they throw, or abort the execution that they are called for, in the
 * middle of whatever the runtime is doing.
 */
export function makeMischief(random) {
  const chance = (share) => random.uniform() < share;
  return {
    /** Thrown where nothing may come of it but a word on the console. */
    told: 0,
    chance,
    mayThrow(where, share) {
      if (chance(share)) throw new Thrown(where);
    },
    mayThrowAside(where, share) {
      if (!chance(share)) return;
      this.told += 1;
      throw new Thrown(where);
    },
    mayAbort(record, where, share) {
      if (chance(share)) record?.caller?.abort(new Thrown(`abort from ${where}`));
    },
  };
}
