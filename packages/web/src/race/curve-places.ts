import { latticeEdge } from "@mulligan/core/problem";
import type { Environment } from "@mulligan/core/simulate";
import { bestCutoff, type KnownArm } from "@mulligan/core/theory";

/** Twelve places an octave, every fourth of them an edge of the lattice, where `auto` policies cut. */
const PER_OCTAVE = 12;
const MOST_OCTAVES = 20;
const MOST_GIVEN = 100;

/** The cutoffs at which rate curves are drawn and learned: around what matters of each law, with those given. */
export function curvePlaces({ phases }: Environment, given: readonly number[]): Float64Array {
  const ranges = phases.flatMap(({ arms }) => arms.map(rangeOf));
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.min(Math.max(...ranges.map((range) => range.high)), low * 2 ** MOST_OCTAVES);
  const first = Math.floor(Math.log2(low) * PER_OCTAVE);
  const last = Math.max(first + PER_OCTAVE, Math.ceil(Math.log2(high) * PER_OCTAVE));
  const places = Array.from({ length: last - first + 1 }, (_, i) => placeAt(first + i));
  const inside =
    given.length > MOST_GIVEN ? [] : given.filter((cutoff) => cutoff < places[places.length - 1]);
  return Float64Array.from(new Set([...places, ...inside])).sort();
}

function placeAt(step: number): number {
  return step % 4 === 0 ? latticeEdge(step / 4) : 2 ** (step / PER_OCTAVE);
}

function rangeOf(arm: KnownArm): { readonly low: number; readonly high: number } {
  const { time } = arm.law;
  const { cutoff } = bestCutoff(arm);
  const typical = time.quantile(0.5) || Math.min(time.mean, 1);
  const low = Math.max(Math.min(time.quantile(0.02) || Infinity, typical / 4), typical / 1e3);
  const high = Math.max(time.quantile(0.98), cutoff < Infinity ? 8 * cutoff : 0, 4 * typical);
  return { low: Math.min(low, cutoff > 0 ? cutoff / 4 : Infinity), high: Math.min(high, Number.MAX_VALUE) };
}
