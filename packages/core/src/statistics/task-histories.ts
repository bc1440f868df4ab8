import { loadHistory, TaskHistory } from "./task-history.ts";

/**
 * What was seen of tasks that are over. Tasks that went alike are one history with a weight, so that there are few: a
 * policy tries most tasks in the same way. They add up: merging is exact, and forgetting is scaling.
 */
export class TaskHistories {
  private readonly byKey = new Map<string, TaskHistory>();

  add(history: TaskHistory, weight = history.weight): void {
    const { key } = history;
    const known = this.byKey.get(key);
    if (known !== undefined) {
      known.weight += weight;
      return;
    }
    const own = new TaskHistory();
    own.arms.push(...history.arms);
    own.cells.push(...history.cells);
    own.counts.push(...history.counts);
    own.solve(history.solvedArm, history.solvedCell);
    own.weight = weight;
    this.byKey.set(key, own);
    if (this.byKey.size > MAX_HISTORIES) this.thin();
  }

  merge(other: TaskHistories): void {
    for (const history of other.all()) this.add(history);
  }

  /** What weighs next to nothing afterwards is forgotten: weights would fall to 0 in the end. */
  scale(factor: number): void {
    for (const [key, history] of this.byKey) {
      history.weight *= factor;
      if (history.weight < NEGLIGIBLE) this.byKey.delete(key);
    }
  }

  all(): Iterable<TaskHistory> {
    return this.byKey.values();
  }

  save(): number[][] {
    return Array.from(this.byKey.values(), (history) => history.save());
  }

  load(saved: readonly (readonly number[])[], arms: number): void {
    for (const item of saved) this.add(loadHistory(item, arms));
  }

  /** The rarest quarter goes, of equals the oldest: to look through thousands at each fit would take too long. */
  private thin(): void {
    const byWeight = [...this.byKey].sort(([, a], [, b]) => a.weight - b.weight);
    for (const [key] of byWeight.slice(0, MAX_HISTORIES / 4)) this.byKey.delete(key);
  }
}

const MAX_HISTORIES = 4_000;
const NEGLIGIBLE = 1e-12;
