/** How fast a worker was on a run, compared with the others: 2 if its trials took half the time. */
export interface WorkerSpeed {
  readonly worker: string;
  readonly trials: number;
  readonly speed: number | null;
}

/** Completed trials that a worker must have before its speed is stated. */
const ENOUGH = 10;
/** Differences below this, or within two standard errors, are not mentioned. */
const NOTABLE = 1.2;

/** The number of logarithms of times, their sum, and the sum of their squares. */
type Sums = readonly [count: number, sum: number, squares: number];
const NONE: Sums = [0, 0, 0];

/**
 * Compares the times that workers took for work of the same kind, by the means of their logarithms. Trials are random,
 * so a difference counts only if it is larger than two standard errors.
 */
export class WorkerSpeeds {
  private readonly trials = new Map<string, number>();
  /** The sums by arm and worker; those of all workers are under "". */
  private readonly arms = new Map<number, Map<string, Sums>>();

  /** Adds a trial; `time` is that of a success of the arm, or undefined if it says nothing of the speed. */
  add(worker: string, arm: number, time: number | undefined): void {
    this.trials.set(worker, (this.trials.get(worker) ?? 0) + 1);
    if (time === undefined || !(time > 0)) return;
    const workers = this.arms.get(arm) ?? new Map<string, Sums>();
    this.arms.set(arm, workers);
    const log = Math.log(time);
    for (const name of [worker, ""]) {
      const [count, sum, squares] = workers.get(name) ?? NONE;
      workers.set(name, [count + 1, sum + log, squares + log * log]);
    }
  }

  all(): WorkerSpeed[] {
    return [...this.trials]
      .map(([worker, trials]) => ({ worker, trials, speed: this.compare(worker)?.speed ?? null }))
      .sort((a, b) => (a.worker < b.worker ? -1 : 1));
  }

  /** A sentence for people if workers differ by more than 20%; undefined otherwise. */
  notice(): string | undefined {
    const notable = [...this.trials.keys()].flatMap((worker) => {
      const { speed, error } = this.compare(worker) ?? { speed: 1, error: 0 };
      const isNotable = Math.abs(Math.log(speed)) > Math.max(Math.log(NOTABLE), 2 * error);
      return isNotable ? [`${worker} ${speed.toFixed(2)}×`] : [];
    });
    if (notable.length === 0) return undefined;
    return `machines differ in speed (${notable.join(", ")} of the others): one cutoff is too short for the slow ones or too long for the fast ones; give each kind its own label and use --needs`;
  }

  /** The speed of a worker against the others, weighted by trials, with the standard error of its logarithm. */
  private compare(worker: string): { readonly speed: number; readonly error: number } | undefined {
    let [weight, difference, variance, compared] = [0, 0, 0, 0];
    for (const workers of this.arms.values()) {
      const own = workers.get(worker) ?? NONE;
      const rest = workers.get("")!.map((sum, place) => sum - own[place]) as unknown as Sums;
      if (own[0] === 0 || rest[0] === 0) continue;
      weight += own[0];
      difference += own[0] * (rest[1] / rest[0] - own[1] / own[0]);
      variance += own[0] ** 2 * (varianceOfMean(own) + varianceOfMean(rest));
      compared += Math.min(own[0], rest[0]);
    }
    if (compared < ENOUGH) return undefined;
    return { speed: Math.exp(difference / weight), error: Math.sqrt(variance) / weight };
  }
}

function varianceOfMean([count, sum, squares]: Sums): number {
  return count < 2 ? Infinity : Math.max(0, squares - sum ** 2 / count) / (count - 1) / count;
}
