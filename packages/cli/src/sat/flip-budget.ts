/** Flips that all workers together may still make, counted in memory that they share. */
export interface FlipBudget {
  /**
   * Up to `flips` of what is left. 0 when nothing is, nor will be: while another worker holds some that it may
   * not need, this waits for what it gives back.
   */
  take(flips: number): number;
  /** Of what was taken, all that is not `used` is given back. */
  settle(taken: number, used: number): void;
}

/** While a worker waits, it looks this often whether it is to stop. */
const PATIENCE_MS = 20;

/** In the shared memory: whether somebody counts just now, how often flips were settled; left, and taken but not settled. */
const [COUNTING, SETTLED] = [0, 1];
const [LEFT, HELD] = [0, 1];

function viewsOf(memory: SharedArrayBuffer) {
  return { signals: new Int32Array(memory, 0, 2), flips: new Float64Array(memory, 8, 2) };
}

/** The memory for so many flips. */
export function newFlipBudget(flips: number): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(24);
  viewsOf(memory).flips[LEFT] = flips;
  return memory;
}

export function flipBudget(memory: SharedArrayBuffer, stopped: () => boolean): FlipBudget {
  const { signals, flips: count } = viewsOf(memory);

  function alone<Value>(action: () => Value): Value {
    while (Atomics.compareExchange(signals, COUNTING, 0, 1) !== 0) Atomics.wait(signals, COUNTING, 1);
    try {
      return action();
    } finally {
      Atomics.store(signals, COUNTING, 0);
      Atomics.notify(signals, COUNTING, 1);
    }
  }

  return {
    take(flips) {
      for (;;) {
        const settled = Atomics.load(signals, SETTLED);
        const { granted, last } = alone(() => {
          const granted = Math.min(flips, count[LEFT]);
          count[LEFT] -= granted;
          count[HELD] += granted;
          return { granted, last: count[HELD] === 0 };
        });
        if (granted > 0 || last || stopped()) return granted;
        Atomics.wait(signals, SETTLED, settled, PATIENCE_MS);
      }
    },
    settle(taken, used) {
      alone(() => {
        count[HELD] -= taken;
        count[LEFT] += taken - used;
      });
      Atomics.add(signals, SETTLED, 1);
      Atomics.notify(signals, SETTLED);
    },
  };
}
