import type { TaskHistory } from "../../statistics/task-history.ts";
import { cellToWaitFor, type PlannedCutoff, planAttempts } from "./attempt-plan.ts";
import { type AttemptTables, attemptTables } from "./attempt-tables.ts";
import { normalizeLogs } from "./type-likelihoods.ts";
import type { TypeModel } from "./type-model.ts";

/** What to do at a task. */
interface TaskPlan {
  readonly attempts: readonly PlannedCutoff[];
  /** The cell at the end of which the attempt under way is cut: undefined for at once, or if there is none. */
  readonly waitFor: number | undefined;
}

/** An attempt under way: its arm, and the last cell that it outlived, if any. */
interface AttemptUnderWay {
  readonly arm: number;
  readonly outlived: number | undefined;
}

/**
 * Plans by one state of the model. A plan takes up to a millisecond, and of a thousand tasks under way most went like
 * some other one: each plan is made once.
 */
export class TypePlans {
  private readonly model: TypeModel;
  private readonly arms: number;
  private readonly firstCell: number;
  private readonly restart: number;
  private tables: AttemptTables | undefined;
  /** By what was seen of a task, and of its attempt under way. */
  private readonly plans = new Map<string, TaskPlan>();

  /** `firstCell` is that of the shortest cutoff that is thought of. */
  constructor(model: TypeModel, arms: number, firstCell: number, restart: number) {
    this.model = model;
    this.arms = arms;
    this.firstCell = firstCell;
    this.restart = restart;
  }

  /** The plan for a task after what was seen of it, and of an attempt if one is under way. */
  planFor(history: TaskHistory, longest: readonly number[], underWay?: AttemptUnderWay): TaskPlan {
    const key = `${history.key}|${longest}|${underWay?.arm}:${underWay?.outlived}`;
    let plan = this.plans.get(key);
    if (plan === undefined) {
      plan = this.makePlan(history, longest, underWay);
      if (this.plans.size >= MAX_PLANS) this.plans.clear();
      this.plans.set(key, plan);
    }
    return plan;
  }

  private makePlan(history: TaskHistory, longest: readonly number[], underWay?: AttemptUnderWay): TaskPlan {
    const tables = this.tablesTo(Math.max(...longest));
    const posterior = typePosterior(this.model, history, underWay);
    const plan = planAttempts(tables, posterior, longest);
    const waitFor =
      underWay === undefined
        ? undefined
        : cellToWaitFor(tables, posterior, plan, { ...underWay, longest: longest[underWay.arm] });
    return { attempts: plan.attempts, waitFor };
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
  underWay?: AttemptUnderWay,
): Float64Array {
  const shares = model.weights.map((weight, type) => {
    let log = Math.log(weight);
    for (let i = 0; i < arms.length; i++) log -= counts[i] * model.outlived(type, arms[i], cells[i]);
    return underWay?.outlived === undefined
      ? log
      : log - model.outlived(type, underWay.arm, underWay.outlived);
  });
  return normalizeLogs(shares);
}
