/**
 * The time after a cut at t until the next trial can start: C_k(t) of eqn:ukl. Only trials that were cut pay it
 * (docs/errata.md#e1).
 */
export interface ResettingTime {
  /** E[C(t)]. */
  mean(cutoff: number): number;
  /** Draws a resetting time; `uniform` returns numbers in [0, 1). */
  sample(cutoff: number, uniform: () => number): number;
  /** False if C is random. Learners then estimate E[C] from the trials that were cut (docs/errata.md#e19). */
  readonly known: boolean;
}

/** A cut costs nothing. */
export const noResetting: ResettingTime = { mean: () => 0, sample: () => 0, known: true };

/** Makes a C that is the same for every cut. */
export function constantResetting(time: number): ResettingTime {
  if (!(time >= 0 && time < Infinity)) {
    throw new RangeError(`constantResetting: time must be a finite number of at least 0, got ${time}`);
  }
  return { mean: () => time, sample: () => time, known: true };
}

/** Makes C(t) = share · t. Infinite cutoffs never cut, so their resetting time is 0. */
export function proportionalResetting(share: number): ResettingTime {
  if (!(share >= 0 && share < Infinity)) {
    throw new RangeError(`proportionalResetting: share must be a finite number of at least 0, got ${share}`);
  }
  const mean = (cutoff: number) => (cutoff === Infinity ? 0 : share * cutoff);
  return { mean, sample: mean, known: true };
}

/** Makes a resetting time from any known C(t), which is checked at each use. */
export function resettingFunction(time: (cutoff: number) => number): ResettingTime {
  const mean = (cutoff: number) => {
    if (cutoff === Infinity) return 0;
    const value = time(cutoff);
    if (!(value >= 0 && value < Infinity)) {
      throw new RangeError(
        `resettingFunction: C(${cutoff}) must be a finite number of at least 0, got ${value}`,
      );
    }
    return value;
  };
  return { mean, sample: mean, known: true };
}

/** Makes a random C, drawn at each cut independently of the cutoff; `quantile` turns a uniform number into a time. */
export function randomResetting(law: { mean: number; quantile(p: number): number }): ResettingTime {
  if (!(law.mean >= 0 && law.mean < Infinity)) {
    throw new RangeError(`randomResetting: the mean must be a finite number of at least 0, got ${law.mean}`);
  }
  return {
    mean: (cutoff) => (cutoff === Infinity ? 0 : law.mean),
    sample: (_cutoff, uniform) => law.quantile(uniform()),
    known: false,
  };
}

/** A C that each cut reports in `outcome.resetting`; unknown before. */
export const measuredResetting: ResettingTime = { mean: () => 0, sample: () => 0, known: false };

/** An option to choose from, as a learner sees it: its name and its resetting time. */
export interface Arm {
  /** The name, which differs from those of the other arms. */
  readonly name: string;
  /** The time that a cut of this arm costs. */
  readonly resetting: ResettingTime;
}

const MAX_ARMS = 10_000;

/** Checks arms and fills in resetting times. There must be at least one arm, and names must differ. */
export function checkArms(
  arms: readonly (string | { readonly name: string; readonly resetting?: ResettingTime })[],
): readonly Arm[] {
  if (!Array.isArray(arms) || arms.length === 0)
    throw new RangeError("arms: at least one must be given, got none");
  if (arms.length > MAX_ARMS)
    throw new RangeError(`arms: at most ${MAX_ARMS} may be given, got ${arms.length}`);
  const seen = new Set<string>();
  return arms.map((arm) => {
    const { name, resetting = noResetting } = typeof arm === "string" ? { name: arm } : arm;
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`arms: a name must be a non-empty string, got ${JSON.stringify(name)}`);
    }
    if (seen.has(name))
      throw new RangeError(`arms: each name may be given once, got ${JSON.stringify(name)} twice`);
    seen.add(name);
    return { name, resetting };
  });
}
