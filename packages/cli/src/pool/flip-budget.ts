/** Flips that all workers together may still make, counted in memory that they share. */
export interface FlipBudget {
  /** Up to `flips` of what is left; 0 when nothing is. */
  take(flips: number): number;
  giveBack(flips: number): void;
}

/** The memory for so many flips. */
export function newFlipBudget(flips: number): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(8);
  new BigInt64Array(memory)[0] = BigInt(Math.floor(flips));
  return memory;
}

export function flipBudget(memory: SharedArrayBuffer): FlipBudget {
  const left = new BigInt64Array(memory);
  return {
    take(flips) {
      const before = Number(Atomics.sub(left, 0, BigInt(flips)));
      const granted = Math.max(0, Math.min(flips, before));
      if (granted < flips) Atomics.add(left, 0, BigInt(flips - granted));
      return granted;
    },
    giveBack(flips) {
      if (flips > 0) Atomics.add(left, 0, BigInt(flips));
    },
  };
}
