import { latticeCell, latticeEdges } from "./lattice.ts";

/**
 * The set 𝕋 of cutoffs that a policy may choose from: a list t_1 < … < t_L ≤ ∞, an interval [t_min, t_max], or `auto`,
 * which finds the scale from the data.
 */
export type CutoffSet =
  | { readonly kind: "list"; readonly values: readonly number[] }
  | { readonly kind: "interval"; readonly low: number; readonly high: number }
  | { readonly kind: "auto"; readonly resolution?: number };

/**
 * Makes a set without given cutoffs, whose scale is learned. `resolution` is the shortest difference in time that
 * matters.
 */
export function autoCutoffs(resolution?: number): CutoffSet {
  if (resolution === undefined) return { kind: "auto" };
  if (!(resolution > 0 && resolution < Infinity)) {
    throw new RangeError(`autoCutoffs: resolution must be a finite number above 0, got ${resolution}`);
  }
  return { kind: "auto", resolution };
}

/** Makes a set from a list of cutoffs in ascending order; ∞ may be the last. */
export function listCutoffs(values: readonly number[]): CutoffSet & { kind: "list" } {
  if (!Array.isArray(values) || values.length === 0) {
    throw new RangeError("cutoffs: the list must hold at least one cutoff, got none");
  }
  if (values.length > MAX_CUTOFFS) {
    throw new RangeError(`cutoffs: the list may hold at most ${MAX_CUTOFFS} cutoffs, got ${values.length}`);
  }
  values.forEach((value, index) => {
    if (!(value > 0))
      throw new RangeError(`cutoffs: each must be above 0, got ${value} at place ${index + 1}`);
    if (index > 0 && !(value > values[index - 1])) {
      throw new RangeError(
        `cutoffs: each must exceed the one before, got ${value} after ${values[index - 1]} at place ${index + 1}`,
      );
    }
  });
  return { kind: "list", values: [...values] };
}

/** Makes `count` cutoffs from `from` to `to`, evenly spaced on a logarithmic scale, with exact ends. */
export function geometricCutoffs(from: number, to: number, count: number): CutoffSet & { kind: "list" } {
  if (!(from > 0 && to > from && to < Infinity)) {
    throw new RangeError(`geometricCutoffs: 0 < from < to < ∞ must hold, got from ${from} to ${to}`);
  }
  if (!(Number.isInteger(count) && count >= 2 && count <= MAX_CUTOFFS)) {
    throw new RangeError(`geometricCutoffs: count must be an integer from 2 to ${MAX_CUTOFFS}, got ${count}`);
  }
  const values = Array.from({ length: count }, (_, i) => geometricBetween(from, to, i / (count - 1)));
  return listCutoffs(values);
}

/** Makes the interval [t_min, t_max] of eqn:compactness, for `ucb-rc`, which makes its own grid. */
export function intervalCutoffs(low: number, high: number): CutoffSet & { kind: "interval" } {
  if (!(low > 0 && high > low && high < Infinity)) {
    throw new RangeError(`intervalCutoffs: 0 < low < high < ∞ must hold, got ${low}..${high}`);
  }
  return { kind: "interval", low, high };
}

/** Checks a set that came from outside, whatever made it. */
export function checkCutoffs(cutoffs: CutoffSet): CutoffSet {
  switch (cutoffs?.kind) {
    case "list":
      return listCutoffs(cutoffs.values);
    case "interval":
      return intervalCutoffs(cutoffs.low, cutoffs.high);
    case "auto":
      return autoCutoffs(cutoffs.resolution);
    default:
      throw new TypeError(`cutoffs: kind must be list, interval or auto, got ${JSON.stringify(cutoffs)}`);
  }
}

/**
 * The ratio of the first edge of the automatic grid to the horizon: a shorter cutoff could be tried ten million times.
 */
const AUTO_SPAN = 1e-7;
const MAX_CUTOFFS = 100_000;

/**
 * Returns the automatic grid for a known horizon τ: lattice edges from τ·10⁻⁷ (or the resolution, if that is longer) to
 * the first at or above τ. Policies that need a finite list use it.
 */
export function autoEdges(horizon: number, resolution = 0): Float64Array {
  if (!(horizon > 0 && horizon < Infinity)) {
    throw new RangeError(`autoEdges: horizon must be a finite number above 0, got ${horizon}`);
  }
  const { first, last } = autoCells(horizon, resolution);
  return latticeEdges(first, last);
}

/** The first and the last lattice cell of the automatic grid. */
export function autoCells(
  horizon: number,
  resolution = 0,
): { readonly first: number; readonly last: number } {
  const last = latticeCell(horizon);
  return { first: Math.min(last, latticeCell(Math.max(horizon * AUTO_SPAN, resolution))), last };
}

/** Reads the notation of `--cutoffs`: `auto`, `1,2,5,inf`, `log:FROM:TO:COUNT` or `LOW..HIGH`. */
export function parseCutoffs(text: string): CutoffSet {
  try {
    return readCutoffs(text.trim());
  } catch (error) {
    // The user wrote a notation and does not know the name of the function that refuses it.
    if (error instanceof RangeError) throw new RangeError(error.message.replace(/^\w+:/, "cutoffs:"));
    throw error;
  }
}

function readCutoffs(trimmed: string): CutoffSet {
  if (trimmed === "auto") return autoCutoffs();
  if (trimmed.startsWith("log:")) {
    const parts = trimmed.slice(4).split(":");
    if (parts.length !== 3) throw new RangeError(`cutoffs: expected log:FROM:TO:COUNT, got "${trimmed}"`);
    const [from, to, count] = parts.map((part) => parseTime(part, trimmed));
    return geometricCutoffs(from, to, count);
  }
  if (trimmed.includes("..")) {
    const parts = trimmed.split("..");
    if (parts.length !== 2) throw new RangeError(`cutoffs: expected LOW..HIGH, got "${trimmed}"`);
    return intervalCutoffs(parseTime(parts[0], trimmed), parseTime(parts[1], trimmed));
  }
  return listCutoffs(trimmed.split(",").map((part) => parseTime(part, trimmed)));
}

function parseTime(text: string, whole: string): number {
  const word = text.trim();
  if (word === "inf") return Infinity;
  if (!/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) {
    throw new RangeError(
      `cutoffs: expected auto, a list such as 1,2,5,inf, log:FROM:TO:COUNT or LOW..HIGH, got "${word}" in "${whole}"`,
    );
  }
  return Number(word);
}

/**
 * The number a `share` of the way from one to another on a logarithmic scale; both ends exact. By logarithms where the
 * ratio is too large for a number, as that of 10³⁰⁰ and 10⁻³⁰⁰ is.
 */
export function geometricBetween(from: number, to: number, share: number): number {
  if (share === 0 || share === 1) return share === 0 ? from : to;
  const ratio = to / from;
  if (ratio < Infinity) return from * Math.exp(Math.log(ratio) * share);
  return Math.exp((1 - share) * Math.log(from) + share * Math.log(to));
}
