import type { ResettingTime } from "@mulligan/core/problem";
import { cellResult, type Experiment, type OpenEpisode, openCell } from "@mulligan/core/simulate";
import { ProductLimit, rateCurve } from "@mulligan/core/statistics";
import { type LearnedCurves, PLACES, type PlacedResult, type Progress } from "./messages.ts";

/** So many trials are played before the clock is looked at again. */
const TRIALS_AT_ONCE = 500;

interface Lane {
  readonly policy: number;
  readonly run: number;
  readonly episode: OpenEpisode;
}

/** A share of the runs of all policies, played side by side from place to place. */
export interface Contest {
  /** Plays until all are at the place, or until the deadline is past. True if they are there. */
  play(place: number, isLate: () => boolean): boolean;
  /** What happened since it was asked last; undefined if no place was passed. */
  progress(): Progress | undefined;
  /** Undefined where the first run is played by another. */
  learned(policy: number): LearnedCurves | undefined;
  results(): PlacedResult[];
}

export function openContest(
  experiment: Experiment,
  cutoffs: Float64Array,
  { first, of }: { readonly first: number; readonly of: number },
): Contest {
  const [horizon] = experiment.horizons;
  const policies = experiment.policies.length;
  const watched = first === 0 ? experiment.policies.map(() => watch(experiment, cutoffs)) : [];
  const lanes: Lane[] = [];
  for (let policy = 0; policy < policies; policy++) {
    for (let run = first; run < experiment.runs; run += of) {
      const trace = run === 0 ? watched[policy].trace : undefined;
      lanes.push({ policy, run, episode: openCell(experiment, { policy, horizon: 0, run }, trace) });
    }
  }
  const sums = new Float64Array(PLACES * policies * 2);
  const playedCutoffs = new Float64Array(PLACES * policies);
  const playedArms = new Uint8Array(PLACES * policies);
  let place = 0;
  let lane = 0;
  let told = 0;

  function pass({ policy, run, episode }: Lane): void {
    const { reward } = episode.result;
    const at = place * policies + policy;
    sums[2 * at] += reward;
    sums[2 * at + 1] += reward * reward;
    if (run !== 0) return;
    playedCutoffs[at] = watched[policy].last.cutoff;
    playedArms[at] = watched[policy].last.arm;
  }

  return {
    play(goal, isLate) {
      while (place < goal) {
        const time = place === PLACES - 1 ? horizon : (horizon * (place + 1)) / PLACES;
        while (lane < lanes.length) {
          if (lanes[lane].episode.playUntil(time, TRIALS_AT_ONCE)) pass(lanes[lane++]);
          if (isLate()) return false;
        }
        lane = 0;
        place += 1;
      }
      return true;
    },
    progress() {
      if (place === told) return undefined;
      const [from, to] = [told, place];
      told = place;
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
      lanes.map(({ policy, run, episode }) => ({ policy, run, result: cellResult(experiment, episode) })),
  };
}

/** Keeps what a run shows: the last decision, and of each arm all trials since the laws are as they are. */
function watch({ environment: { phases } }: Experiment, cutoffs: Float64Array) {
  const fresh = () => phases[0].arms.map(() => new ProductLimit(cutoffs));
  let cells = fresh();
  let phase = 0;
  const last = { arm: 0, cutoff: 0 };
  const trace: Parameters<typeof openCell>[2] = ({ start, arm, cutoff, outcome }) => {
    while (phase + 1 < phases.length && start >= phases[phase + 1].from) {
      phase += 1;
      cells = fresh();
    }
    last.arm = arm;
    last.cutoff = cutoff;
    cells[arm].observe(outcome);
  };
  const resettingOf = (arm: number): ResettingTime => phases[phase].arms[arm].resetting;
  return {
    last,
    trace,
    curves: () => ({ phase, arms: cells.map((own, arm) => rateCurve(own, resettingOf(arm))) }),
  };
}
