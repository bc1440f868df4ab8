import type { TaskHistory } from "../../statistics/task-history.ts";
import { cellToWaitFor, type PlannedCutoff, planAttempts, quickestAttempts } from "./attempt-plan.ts";
import { type AttemptTables, attemptTables } from "./attempt-tables.ts";
import { windowStart } from "./cell-window.ts";
import { normalizeLogs } from "./type-likelihoods.ts";
import type { TypeModel } from "./type-model.ts";

/** The plan for a task. */
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
 * Plans by one state of the model. A plan takes up to a millisecond, and most of a thousand tasks under way have the
 * same history as others, so each plan is made once.
 */
export class TypePlans {
  private readonly model: TypeModel;
  /** The cutoffs that a plan chooses from. */
  private readonly arms: readonly number[];
  private readonly firstCell: number;
  private readonly restart: number;
  private tables: AttemptTables | undefined;
  /** The plans by the history of a task and the state of its attempt under way. */
  private readonly plans = new Map<string, TaskPlan>();

  /** `firstCell` is the cell of the shortest possible cutoff. */
  constructor(model: TypeModel, arms: readonly number[], firstCell: number, restart: number) {
    this.model = model;
    this.arms = arms;
    this.firstCell = firstCell;
    this.restart = restart;
  }

  /** Returns the plan for a task with this history, and for its attempt under way, if any. */
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
    const lastCell = Math.max(...this.arms.map((arm) => longest[arm]));
    const firstCell = windowStart(this.firstCell, lastCell, longest.length);
    const tables = this.tablesOf(firstCell, lastCell + FURTHER, underWay?.arm);
    const posterior = typePosterior(this.model, history, underWay);
    // An arm whose attempts end before the window gets its first cell; an arm that is not planned gets none.
    const reach = longest.map((cell, arm) =>
      this.arms.includes(arm) ? Math.max(cell, firstCell) : firstCell - 1,
    );
    const plan = planAttempts(tables, posterior, reach);
    const attempts = needsLonger(tables, posterior, reach, history)
      ? quickestAttempts(tables, posterior, reach)
      : plan.attempts;
    const waitFor =
      underWay === undefined
        ? undefined
        : cellToWaitFor(tables, posterior, plan, {
            ...underWay,
            longest: Math.min(Math.max(longest[underWay.arm], firstCell), tables.lastCell),
          });
    return { attempts, waitFor };
  }

  /** Tables of these cells, or of more, and of one more arm. */
  private tablesOf(firstCell: number, lastCell: number, more: number | undefined): AttemptTables {
    const { model, restart, tables } = this;
    const arms = more === undefined || this.arms.includes(more) ? this.arms : [...this.arms, more];
    const isEnough =
      tables !== undefined &&
      tables.firstCell === firstCell &&
      tables.lastCell >= lastCell &&
      (more === undefined || (tables.survival[more]?.length ?? 0) > 0);
    if (isEnough) return tables;
    this.tables = attemptTables(model, arms, { firstCell, lastCell, restart });
    return this.tables;
  }
}

/**
 * Returns true if the best next attempt is longer than allowed, at a task that has outlived the longest allowed cutoff.
 * A plan within the limit is then worthless: it is made of the shortest attempts, since it hopes for those that follow it.
 */
function needsLonger(
  tables: AttemptTables,
  posterior: Float64Array,
  reach: readonly number[],
  { arms, cells }: TaskHistory,
): boolean {
  if (!cells.some((cell, place) => cell >= reach[arms[place]])) return false;
  const anyCell = reach.map((cell) => (cell < tables.firstCell ? cell : tables.lastCell));
  const [{ arm, cell }] = planAttempts(tables, posterior, anyCell).attempts;
  return cell > reach[arm];
}

/** The number of cells beyond the limit that `needsLonger` looks at. */
const FURTHER = 24;
const MAX_PLANS = 10_000;

/** Returns the probability of each type for a task with this history, and perhaps with an attempt under way. */
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
