/**
 * A hidden type of task: an attempt with arm a outlives time t with probability S_a(t/m)^z, where S_a is the shape
 * that all tasks have in common, m a scale and z a factor on the hazard ("harder, at any length").
 */
export interface TaskType {
  /** log₂ m for each arm, in cells of the lattice: a change of scale is a shift. */
  readonly shifts: readonly number[];
  /** z for each arm. */
  readonly hazards: readonly number[];
  /** The prior probability; all add up to 1. */
  readonly prior: number;
  /**
   * For tasks whose attempts take the same time each or hang: the cell in which they end, for each arm, and the chance
   * to hang (`constant-types.ts`). S, m and z are then unused.
   */
  readonly constant?: { readonly ends: readonly number[]; readonly hangs: number };
}

/**
 * The types that a task may have: scales and hazards two octaves apart. With several arms each also comes in variants
 * in which one arm suits it and the others are four octaves slower, or have five octaves less hazard.
 */
export function typeGrid(arms: number): TaskType[] {
  const usual = { shifts: Array<number>(arms).fill(0), hazards: Array<number>(arms).fill(1) };
  const others: TaskType[] = [];
  for (let scale = -SCALE_OCTAVES; scale <= SCALE_OCTAVES; scale += STEP) {
    for (let hazard = 0; hazard >= -HAZARD_OCTAVES; hazard -= STEP) {
      const prior = FALL ** (Math.abs(scale) - hazard);
      if (scale !== 0 || hazard !== 0) {
        others.push({
          shifts: usual.shifts.map(() => scale * CELLS_PER_OCTAVE),
          hazards: usual.hazards.map(() => 2 ** hazard),
          prior,
        });
      }
      const near = Math.abs(scale) <= SUITED_SCALES && hazard >= -SUITED_HAZARDS;
      if (arms > 1 && arms <= MAX_SUITED_ARMS && near) others.push(...variants(arms, scale, hazard, prior));
    }
  }
  const sum = others.reduce((total, { prior }) => total + prior, 0);
  return [
    { ...usual, prior: USUAL_SHARE },
    ...others.map((type) => ({ ...type, prior: ((1 - USUAL_SHARE) * type.prior) / sum })),
  ];
}

function variants(arms: number, scale: number, hazard: number, prior: number): TaskType[] {
  const types: TaskType[] = [];
  for (let suited = 0; suited < arms; suited++) {
    const each = (own: number, other: number) =>
      Array.from({ length: arms }, (_, arm) => (arm === suited ? own : other));
    const shift = scale * CELLS_PER_OCTAVE;
    const share = prior / (2 * arms);
    types.push(
      {
        shifts: each(shift, shift + SLOWER_OCTAVES * CELLS_PER_OCTAVE),
        hazards: each(2 ** hazard, 2 ** hazard),
        prior: share,
      },
      {
        shifts: each(shift, shift),
        hazards: each(2 ** hazard, 2 ** (hazard - RARER_OCTAVES)),
        prior: share,
      },
    );
  }
  return types;
}

const CELLS_PER_OCTAVE = 3;
const STEP = 2;
/** Tasks may be a thousand times faster or slower than usual, */
const SCALE_OCTAVES = 10;
/** or succeed four thousand times less often. */
const HAZARD_OCTAVES = 12;
const SLOWER_OCTAVES = 4;
const RARER_OCTAVES = 5;
/**
 * Only types near the usual one have variants: all variants would be hundreds, and take seconds for a folder of files.
 */
const SUITED_SCALES = 4;
const SUITED_HAZARDS = 6;
/** With more arms there would be thousands of variants, and a plan would take longer than most attempts. */
const MAX_SUITED_ARMS = 4;
/** Most sets of tasks are alike; with 0.5 in place of 0.8 they cost 5% more, and mixed ones hardly less. */
const USUAL_SHARE = 0.8;
/** A type an octave further from the usual one is half as likely. */
const FALL = 0.5;

/** The range of the shifts, in cells. */
export const MAX_SHIFT = (SCALE_OCTAVES + SLOWER_OCTAVES) * CELLS_PER_OCTAVE;
