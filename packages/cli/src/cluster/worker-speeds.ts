/** How fast a worker was on a run, compared with all workers: 2 if its trials took half the time. */
export interface WorkerSpeed {
  readonly worker: string;
  readonly trials: number;
  readonly speed: number | null;
}

/** Completed trials that a worker must have before its speed is stated. */
const ENOUGH = 10;
/** Differences below this, or within two standard errors, are not mentioned. */
const NOTABLE = 1.2;

/**
 * Compares the times that workers took for work of the same kind, by the means of their logarithms. Trials are random,
 * so a difference counts only if it is larger than two standard errors.
 */
export class WorkerSpeeds {
  private readonly counts = new Map<string, number>();
  private readonly logs = new Map<number, Map<string, Sums>>();

  /** Adds a trial; `time` is that of a success of the arm, or undefined if it says nothing of the speed. */
  add(worker: string, arm: number, time: number | undefined): void {
    this.counts.set(worker, (this.counts.get(worker) ?? 0) + 1);
    if (time === undefined || !(time > 0)) return;
    const byWorker = this.logs.get(arm) ?? new Map<string, Sums>();
    this.logs.set(arm, byWorker);
    const { count, sum, squares } = byWorker.get(worker) ?? NOTHING;
    const log = Math.log(time);
    byWorker.set(worker, { count: count + 1, sum: sum + log, squares: squares + log * log });
  }

  all(): WorkerSpeed[] {
    return [...this.counts]
      .map(([worker, trials]) => ({ worker, trials, speed: this.compare(worker)?.speed ?? null }))
      .sort((a, b) => (a.worker < b.worker ? -1 : 1));
  }

  /** A sentence for people if workers differ by more than 20%; undefined otherwise. */
  notice(): string | undefined {
    const notable = [...this.counts.keys()]
      .map((worker) => ({ worker, ...this.compare(worker) }))
      .filter(
        ({ speed = 1, error = 0 }) => Math.abs(Math.log(speed)) > Math.max(Math.log(NOTABLE), 2 * error),
      );
    if (notable.length === 0) return undefined;
    const list = notable.map(({ worker, speed = 1 }) => `${worker} ${speed.toFixed(2)}×`).join(", ");
    return `machines differ in speed (${list} of the others): one cutoff is too short for the slow ones or too long for the fast ones; give each kind a label of its own and use --needs`;
  }

  /** The speed of a worker against the others, weighted by trials, with the standard error of its logarithm. */
  private compare(worker: string): { readonly speed: number; readonly error: number } | undefined {
    let [weight, sum, variance, count] = [0, 0, 0, 0];
    for (const byWorker of this.logs.values()) {
      const own = byWorker.get(worker);
      const others = [...byWorker].filter(([name]) => name !== worker).map(([, sums]) => sums);
      const rest = others.reduce(
        (all, one) => ({
          count: all.count + one.count,
          sum: all.sum + one.sum,
          squares: all.squares + one.squares,
        }),
        NOTHING,
      );
      if (own === undefined || rest.count === 0) continue;
      sum += own.count * (rest.sum / rest.count - own.sum / own.count);
      variance += own.count ** 2 * (varianceOfMean(own) + varianceOfMean(rest));
      weight += own.count;
      count += Math.min(own.count, rest.count);
    }
    if (count < ENOUGH) return undefined;
    return { speed: Math.exp(sum / weight), error: Math.sqrt(variance) / weight };
  }
}

interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

const NOTHING: Sums = { count: 0, sum: 0, squares: 0 };

function varianceOfMean({ count, sum, squares }: Sums): number {
  if (count < 2) return Infinity;
  return Math.max(0, squares - sum ** 2 / count) / (count - 1) / count;
}
