import { latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { MAX_CELL, TaskHistories } from "../../statistics/task-history.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import {
  attemptsToSolve,
  forcedCell,
  isBeyondReach,
  leastCutoff,
  longestCells,
  NO_CELL,
  usualCell,
} from "./attempt-reach.ts";
import { plannedArms, savedPlannedArms } from "./cell-window.ts";
import type { OpenTask } from "./open-tasks.ts";
import { TypeModel } from "./type-model.ts";
import { TypePlans } from "./type-plans.ts";

/** The histories of all tasks, the model as of the last fit, and plans by it. */
export class TypeBeliefs {
  /** The number of fits so far; plans of an earlier fit are outdated. */
  fits: number;
  /** The number of tasks that were done. */
  successes: number;
  private readonly policy: string;
  private readonly arms: number;
  private readonly histories = new TaskHistories();
  private readonly model: TypeModel;
  private readonly forgetting: Forgetting;
  private readonly resetting: ResettingEstimate[];
  /** The successes and the time spent of each arm, with the weights of forgetting. */
  private readonly solved: number[];
  private readonly spent: number[];
  /** The time of attempts that failed far beyond the usual, with the same weights; its largest share of all time. */
  private readonly wastedShare: number;
  private wasted: number;
  /** The time spent before the first success, which does not show the usual time. */
  private cold: number;
  /** The numbers of tasks solved by an attempt shorter than an earlier one, and by one longer than all earlier ones. */
  private lucky: number;
  private slow: number;
  /** Time of the attempts that succeeded. */
  private successTime: number;
  /** The cells of the shortest and longest success of each arm, and of all observations. */
  private readonly shortest: number[];
  private readonly longest: number[];
  /** The cell of each arm in which all but a few of its successes ended, as of the last fit. */
  private usual: number[];
  /** The mean number of attempts of solved tasks that were long enough, as of the last fit. */
  private attemptsToSolve: number;
  private seen: { from: number; to: number };
  /** The arms that plans choose from, as of the last fit. */
  private planned: readonly number[];
  /** Attempts so far, and when to fit again: at so many successes or attempts. */
  private tries: number;
  private nextFit: { successes: number; tries: number };
  /** The charge for a restart, as of the last fit. */
  private restart: number;
  /** The plans by the last fit and by the successes since. */
  private plans: TypePlans | undefined;

  constructor(
    policy: string,
    setup: PolicySetup,
    { halfLife, beyond }: { readonly halfLife: number; readonly beyond: number },
    saved?: unknown,
  ) {
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    const count = setup.arms.length;
    const perArm = (name: string, empty: number) =>
      savedNumbers(policy, state[name] ?? Array(count).fill(empty), name, count);
    const number = (name: string) => savedNumber(policy, state[name] ?? 0, name);
    this.policy = policy;
    this.arms = count;
    this.model = new TypeModel(count);
    this.wastedShare = beyond;
    this.forgetting = new Forgetting(halfLife, Infinity);
    this.forgetting.weight = savedNumber(policy, state.weight ?? 1, "weight");
    this.resetting = setup.arms.map(({ resetting }) => new ResettingEstimate(resetting, new Float64Array(0)));
    this.fits = number("fits");
    this.successes = number("successes");
    this.solved = perArm("solved", 0);
    this.spent = perArm("spent", 0);
    this.wasted = number("wasted");
    this.cold = number("cold");
    this.lucky = number("lucky");
    this.slow = number("slow");
    this.successTime = number("successTime");
    this.shortest = perArm("shortest", NO_CELL);
    this.longest = perArm("longest", -NO_CELL);
    this.usual = perArm("usual", -NO_CELL);
    this.attemptsToSolve = number("attemptsToSolve");
    const [from, to] = savedNumbers(policy, state.seen ?? [NO_CELL, -NO_CELL], "seen", 2);
    this.seen = { from, to };
    this.planned = plannedArms(this.solved);
    this.tries = number("tries");
    const [successes, tries] = savedNumbers(policy, state.nextFit ?? [1, FIRST_TRIES], "nextFit", 2);
    this.nextFit = { successes, tries };
    this.restart = number("restart");
    if (saved !== undefined) this.load(state);
  }

  /** True if some task was solved by an attempt shorter than an earlier one at it. */
  get restartsHelp(): boolean {
    return this.lucky > 0;
  }

  /** True if some task took longer than attempts that it had outlived, and that were long for other tasks. */
  get waitingHelps(): boolean {
    return this.slow > 0;
  }

  /** Returns a time a little longer than nearly all successes took. */
  get usualTime(): number {
    return latticeEdge(Math.max(...this.usual) + 1);
  }

  /** Counts the time of an attempt, whatever its outcome. */
  spend(arm: number, outcome: Outcome): void {
    this.tries += 1;
    this.spent[arm] += outcome.time * this.forgetting.weight;
    if (this.successes === 0) this.cold += outcome.time * this.forgetting.weight;
    this.resetting[arm].observe(outcome);
  }

  succeed({ history, timeBeyond, outlived }: OpenTask, time: number, open: Iterable<OpenTask>): void {
    this.forgetting.pass(0, (factor) => this.scale(factor));
    const { weight } = this.forgetting;
    const { solvedArm, solvedCell } = history;
    // The success needed so long an attempt, so earlier failures of that length were no waste.
    if (isBeyondReach(this.usual, solvedCell)) this.wasted = Math.max(0, this.wasted - timeBeyond * weight);
    this.successes += 1;
    if (history.arms.length > 0) {
      if (time < SOONER * outlived) this.lucky += weight;
      else if (time > outlived && outlived > latticeEdge(Math.max(...this.usual))) this.slow += weight;
    }
    this.solved[solvedArm] += weight;
    this.successTime += time * weight;
    if (solvedCell < this.shortest[solvedArm] || solvedCell > this.longest[solvedArm]) {
      this.shortest[solvedArm] = Math.min(this.shortest[solvedArm], solvedCell);
      this.longest[solvedArm] = Math.max(this.longest[solvedArm], solvedCell);
      this.plans = undefined;
    }
    this.see(solvedCell);
    this.histories.add(history, weight);
    if (this.successes >= this.nextFit.successes || this.tries >= this.nextFit.tries) this.fit(open);
  }

  fail(task: OpenTask, arm: number, time: number, open: Iterable<OpenTask>): void {
    const cell = outlivedCell(time);
    task.history.fail(arm, cell);
    task.longest = Math.max(task.longest, cell);
    task.outlived = Math.max(task.outlived, time);
    if (this.successes > 0) task.longestWarm = Math.max(task.longestWarm, cell);
    task.lastBeyond = this.successes > 0 && isBeyondReach(this.usual, cell);
    if (task.lastBeyond) {
      task.timeBeyond += time;
      this.wasted += time * this.forgetting.weight;
    }
    this.see(cell);
    if (this.successes > 0 && this.tries >= this.nextFit.tries) this.fit(open);
  }

  /** Forgets a task that will not be reported again. */
  close({ history }: OpenTask): void {
    if (history.arms.length > 0) this.histories.add(history, this.forgetting.weight);
  }

  /** Returns the shortest cutoff, given the base of Luby's sequence. */
  leastCutoff(base: number): number {
    return leastCutoff(this.successes, this.longest, base);
  }

  /** The longest cell that the next attempt at a task may have, for each arm. */
  private longestFor(task: OpenTask): number[] {
    const usual = this.usual.map(
      (cell, arm) => usualCell(this.histories.solvedCells(arm), task.longest) ?? cell,
    );
    const mayWaste = this.wasted < this.wastedShare * (sum(this.spent) - this.cold);
    return longestCells(this.successes, usual, mayWaste, task);
  }

  /** Returns the cell that an attempt at a task must have, whatever the model says, if there is one. */
  forced(task: OpenTask): number | undefined {
    return forcedCell(this.usual, this.attemptsToSolve, task);
  }

  /**
   * The plan for a task, and for its attempt if one is under way. Plans follow from the state alone, so that a restored
   * policy makes the same: they are dropped when it changes in any way that they depend on.
   */
  planFor(task: OpenTask, underWay?: Parameters<TypePlans["planFor"]>[2]): ReturnType<TypePlans["planFor"]> {
    this.plans ??= new TypePlans(this.model, this.planned, Math.min(...this.shortest), this.restart);
    return this.plans.planFor(task.history, this.longestFor(task), underWay);
  }

  save(): unknown {
    const { fits, successes, solved, spent, wasted, successTime, shortest, longest, usual } = this;
    const { cold, lucky, slow, attemptsToSolve, seen, tries, nextFit, restart } = this;
    return {
      histories: this.histories.save(),
      model: this.model.save(),
      weight: this.forgetting.weight,
      resetting: this.resetting.map((estimate) => estimate.save()),
      seen: [seen.from, seen.to],
      nextFit: [nextFit.successes, nextFit.tries],
      ...{ fits, successes, solved, spent, wasted, successTime, shortest, longest, usual, attemptsToSolve },
      ...{ tries, restart, cold, lucky, slow },
      ...(this.planned.length < this.arms ? { planned: [...this.planned] } : {}),
    };
  }

  private load(state: Record<string, unknown>): void {
    const { policy, arms } = this;
    if (!Array.isArray(state.histories)) throw new TypeError(`${policy}: the saved histories must be a list`);
    this.histories.load(
      state.histories.map((item) => savedNumbers(policy, item, "history")),
      arms,
    );
    savedArms(policy, state.resetting, arms).forEach((item, arm) => {
      this.resetting[arm].load(savedNumbers(policy, item, "resetting", 3));
    });
    const cells = [...this.shortest, ...this.longest, ...this.usual, this.seen.from, this.seen.to];
    const known = cells.filter((cell) => Math.abs(cell) !== NO_CELL);
    const sound = this.successes === 0 || (this.fits > 0 && known.length >= 5);
    if (!(sound && known.every((cell) => Number.isInteger(cell) && Math.abs(cell) <= MAX_CELL))) {
      throw new RangeError(`${policy}: the saved cells must be those of ${this.successes} successes`);
    }
    if (this.fits > 0) this.model.load(policy, state.model);
    if (state.planned !== undefined) this.planned = savedPlannedArms(policy, state.planned, arms);
  }

  private see(cell: number): void {
    this.seen = { from: Math.min(this.seen.from, cell), to: Math.max(this.seen.to, cell) };
  }

  private scale(factor: number): void {
    this.histories.scale(factor);
    this.successTime *= factor;
    this.wasted *= factor;
    this.cold *= factor;
    this.lucky *= factor;
    this.slow *= factor;
    for (const sums of [this.solved, this.spent]) {
      for (let arm = 0; arm < this.arms; arm++) sums[arm] *= factor;
    }
  }

  private fit(open: Iterable<OpenTask>): void {
    const { weight } = this.forgetting;
    // Tasks with the same history are one here too: thousands may be open if the caller gave them up without saying so.
    const unfinished = new TaskHistories();
    // Tasks that only fail show no more than that they are not fast. Together they weigh no more than the tasks that
    // failed first and were solved later, which show what such tasks are like.
    const failed = [...open].filter(({ history }) => history.arms.length > 0);
    let retried = 1;
    for (const { arms, solvedArm, weight: tasks } of this.histories.all()) {
      if (solvedArm >= 0 && arms.length > 0) retried += tasks / weight;
    }
    const share = Math.min(1, retried / failed.length);
    for (const { history } of failed) unfinished.add(history, weight * share);
    const histories = [...this.histories.all(), ...unfinished.all()];
    const all = sum(this.solved) / sum(this.spent);
    const rates = this.solved.map((solved, arm) => (solved > 0 ? solved / this.spent[arm] : all));
    // Tasks that took longer than an attempt that they outlived are evidence of a fixed time of their own, and tasks
    // that took less are evidence against it.
    const mostConstant = (weight + this.slow) / (2 * weight + this.slow + this.lucky);
    this.model.fit({ histories, unit: weight, rates, mostConstant, ...this.seen });
    this.fits += 1;
    this.planned = plannedArms(rates);
    this.usual = this.longest.map((_, arm) => usualCell(this.histories.solvedCells(arm)) ?? -NO_CELL);
    this.attemptsToSolve = attemptsToSolve(this.histories.all());
    const { successes, tries } = this;
    this.nextFit = {
      successes: Math.max(successes + 1, Math.ceil(successes * (successes < MANY ? GROWTH : LATER_GROWTH))),
      tries: Math.max(tries + FIRST_TRIES, Math.ceil(tries * (successes < MANY ? GROWTH : LATER_GROWTH))),
    };
    const typical = latticeEdge(Math.max(...this.longest));
    const resets = this.resetting.map((estimate) => estimate.at(typical));
    this.restart = sum(resets) / this.arms + CHARGE * (this.successTime / sum(this.solved));
    this.plans = undefined;
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The charge for a restart beside its own cost, as a share of the time of an attempt that succeeds. */
const CHARGE = 0.02;
/** Attempts at a task of a fixed time of its own vary by less than this. */
const SOONER = 0.85;
/** A fit is worth its time when there is a tenth more to learn from, */
const GROWTH = 1.1;
const LATER_GROWTH = 1.25;
const MANY = 50;
/** or this many attempts, if tasks only fail. */
const FIRST_TRIES = 64;
