import { latticeEdge, type ResettingTime } from "@mulligan/core/problem";
import {
  cellResult,
  type Environment,
  type Experiment,
  type OpenEpisode,
  openCell,
} from "@mulligan/core/simulate";
import { ProductLimit, rateCurve } from "@mulligan/core/statistics";
import { bestCutoff, type KnownArm } from "@mulligan/core/theory";
import { CHECKPOINTS, type LearnedCurves, type RunResult, type ShareProgress } from "./messages.ts";

/** Trials that are played before the clock is read again. */
const TRIALS_AT_ONCE = 500;

interface PlayedRun {
  readonly policy: number;
  readonly run: number;
  readonly episode: OpenEpisode;
}

/** A share of the runs of all policies, played side by side from checkpoint to checkpoint. */
export interface RaceShare {
  /** Plays until all runs are at the checkpoint or it is late. True if they are there. */
  play(checkpoint: number, isLate: () => boolean): boolean;
  /** What happened since the last call; undefined if no checkpoint was passed. */
  progress(): ShareProgress | undefined;
  /** Undefined if another share has the first run. */
  learned(policy: number): LearnedCurves | undefined;
  results(): RunResult[];
}

export function openRaceShare(
  experiment: Experiment,
  cutoffs: Float64Array,
  { first, of }: { readonly first: number; readonly of: number },
): RaceShare {
  const [horizon] = experiment.horizons;
  const policies = experiment.policies.length;
  const watched = first === 0 ? experiment.policies.map(() => watch(experiment, cutoffs)) : [];
  const runs: PlayedRun[] = [];
  for (let policy = 0; policy < policies; policy++) {
    for (let run = first; run < experiment.runs; run += of) {
      const trace = run === 0 ? watched[policy].trace : undefined;
      runs.push({ policy, run, episode: openCell(experiment, { policy, horizon: 0, run }, trace) });
    }
  }
  const sums = new Float64Array(CHECKPOINTS * policies * 2);
  const playedCutoffs = new Float64Array(CHECKPOINTS * policies);
  const playedArms = new Uint8Array(CHECKPOINTS * policies);
  let checkpoint = 0;
  let next = 0;
  let reported = 0;

  function pass({ policy, run, episode }: PlayedRun): void {
    const { reward } = episode.result;
    const at = checkpoint * policies + policy;
    sums[2 * at] += reward;
    sums[2 * at + 1] += reward * reward;
    if (run !== 0) return;
    playedCutoffs[at] = watched[policy].last.cutoff;
    playedArms[at] = watched[policy].last.arm;
  }

  return {
    play(goal, isLate) {
      while (checkpoint < goal) {
        const time = checkpoint === CHECKPOINTS - 1 ? horizon : (horizon * (checkpoint + 1)) / CHECKPOINTS;
        while (next < runs.length) {
          if (runs[next].episode.playUntil(time, TRIALS_AT_ONCE)) pass(runs[next++]);
          if (isLate()) return false;
        }
        next = 0;
        checkpoint += 1;
      }
      return true;
    },
    progress() {
      if (checkpoint === reported) return undefined;
      const [from, to] = [reported, checkpoint];
      reported = checkpoint;
      const range: [number, number] = [from * policies, to * policies];
      return {
        from,
        to,
        sums: sums.slice(2 * range[0], 2 * range[1]),
        ...(first === 0
          ? { played: { cutoffs: playedCutoffs.slice(...range), arms: playedArms.slice(...range) } }
          : {}),
      };
    },
    learned: (policy) => (first === 0 ? { policy, ...watched[policy].curves() } : undefined),
    results: () =>
      runs.map(({ policy, run, episode }) => ({ policy, run, result: cellResult(experiment, episode) })),
  };
}

/** Records the last decision of a run, and each arm's trials since the laws last changed. */
function watch({ environment: { phases } }: Experiment, cutoffs: Float64Array) {
  const newCells = () => phases[0].arms.map(() => new ProductLimit(cutoffs));
  let cells = newCells();
  let phase = 0;
  const last = { arm: 0, cutoff: 0 };
  const trace: Parameters<typeof openCell>[2] = ({ start, arm, cutoff, outcome }) => {
    while (phase + 1 < phases.length && start >= phases[phase + 1].from) {
      phase += 1;
      cells = newCells();
    }
    last.arm = arm;
    last.cutoff = cutoff;
    cells[arm].observeUpToCutoff(outcome, cutoff);
  };
  const resettingOf = (arm: number): ResettingTime => phases[phase].arms[arm].resetting;
  return {
    last,
    trace,
    curves: () => ({ phase, arms: cells.map((own, arm) => rateCurve(own, resettingOf(arm))) }),
  };
}

/** Twelve cutoffs an octave, every fourth of them an edge of the lattice, where `auto` policies cut. */
const PER_OCTAVE = 12;
const MOST_OCTAVES = 20;
const MOST_GIVEN = 100;

/** The cutoffs at which rate curves are drawn and learned: those that matter for each law, and those given. */
export function curveCutoffs({ phases }: Environment, given: readonly number[]): Float64Array {
  const ranges = phases.flatMap(({ arms }) => arms.map(rangeOf));
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.min(Math.max(...ranges.map((range) => range.high)), low * 2 ** MOST_OCTAVES);
  const first = Math.floor(Math.log2(low) * PER_OCTAVE);
  const last = Math.max(first + PER_OCTAVE, Math.ceil(Math.log2(high) * PER_OCTAVE));
  const cutoffs = Array.from({ length: last - first + 1 }, (_, i) => cutoffAt(first + i));
  const inside =
    given.length > MOST_GIVEN ? [] : given.filter((cutoff) => cutoff < cutoffs[cutoffs.length - 1]);
  return Float64Array.from(new Set([...cutoffs, ...inside])).sort();
}

function cutoffAt(step: number): number {
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
