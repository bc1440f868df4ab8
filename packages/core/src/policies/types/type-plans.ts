import type { TaskHistory } from "../../statistics/task-history.ts";
import { type AttemptPlan, type PlannedCutoff, planAttempts } from "./attempt-plan.ts";
import { type AttemptTables, attemptTables } from "./attempt-tables.ts";
import { normalizeLogs, type TypeModel } from "./type-model.ts";

/** Plans by one state of the model. Many tasks go alike, and a plan takes a millisecond: each is made once. */
export class TypePlans {
  private readonly model: TypeModel;
  private readonly arms: number;
  private readonly firstCell: number;
  private readonly restart: number;
  private tables: AttemptTables | undefined;
  /** By what was seen of a task. */
  private readonly attempts = new Map<string, readonly PlannedCutoff[]>();

  /** `firstCell` is that of the shortest cutoff that is thought of. */
  constructor(model: TypeModel, arms: number, firstCell: number, restart: number) {
    this.model = model;
    this.arms = arms;
    this.firstCell = firstCell;
    this.restart = restart;
  }

  /** A plan for a task after what was seen of it, and perhaps of an attempt that is under way. */
  plan(
    history: TaskHistory,
    longest: readonly number[],
    outlived?: { readonly arm: number; readonly cell: number },
  ): { readonly tables: AttemptTables; readonly posterior: Float64Array; readonly plan: AttemptPlan } {
    const tables = this.tablesTo(Math.max(...longest));
    const posterior = typePosterior(this.model, history, outlived);
    return { tables, posterior, plan: planAttempts(tables, posterior, longest) };
  }

  /** The attempts that are next at a task, or first at one of which nothing is known. */
  next(longest: readonly number[], history: TaskHistory): readonly PlannedCutoff[] {
    const key = `${history.key}|${longest}`;
    let attempts = this.attempts.get(key);
    if (attempts === undefined) {
      attempts = this.plan(history, longest).plan.attempts;
      if (this.attempts.size >= MAX_PLANS) this.attempts.clear();
      this.attempts.set(key, attempts);
    }
    return attempts;
  }

  private tablesTo(lastCell: number): AttemptTables {
    const { model, arms, firstCell, restart } = this;
    if (this.tables === undefined || this.tables.lastCell < lastCell) {
      this.tables = attemptTables(model, arms, { firstCell, lastCell, restart });
    }
    return this.tables;
  }
}

const MAX_PLANS = 10_000;

/** How likely each type is for a task of which this was seen, and perhaps of an attempt that is under way. */
function typePosterior(
  model: TypeModel,
  { arms, cells, counts }: TaskHistory,
  outlived?: { readonly arm: number; readonly cell: number },
): Float64Array {
  const shares = model.weights.map((weight, type) => {
    let log = Math.log(weight);
    for (let i = 0; i < arms.length; i++) log -= counts[i] * model.outlived(type, arms[i], cells[i]);
    return outlived === undefined ? log : log - model.outlived(type, outlived.arm, outlived.cell);
  });
  return normalizeLogs(shares);
}
