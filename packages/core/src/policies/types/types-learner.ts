import type { Decision, TaskName } from "../../problem/decision.ts";
import { latticeCell, latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { RESOLUTION } from "../curve/cell-arms.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { allowedCutoff } from "./allowed-cutoff.ts";
import { cellToWaitFor, PLAN_LENGTH } from "./attempt-plan.ts";
import { ColdStart } from "./cold-start.ts";
import type { AttemptKind, OpenTask } from "./open-task.ts";
import { OpenTasks } from "./open-tasks.ts";
import { TypeBeliefs } from "./type-beliefs.ts";

const POLICY = "hidden-types";

interface LearnerOptions {
  readonly halfLife: number;
  readonly repeats: string;
}

/** What to start next. */
interface NextAttempt {
  readonly kind: AttemptKind;
  readonly arm: number;
  readonly cutoff: number;
  /** The cutoff is not lowered below this while restarts have not helped any task. */
  readonly floor?: number;
}

/** Decides for attempts at tasks, and learns from them (`hidden-types.ts`). */
export class TypesLearner {
  private readonly setup: PolicySetup;
  private readonly repeats: boolean;
  private readonly beliefs: TypeBeliefs;
  private readonly open: OpenTasks;
  private readonly cold: ColdStart;
  /** The arm whose turn it is before the first success. */
  private turn: number;
  /** The base of Luby's sequence: no cutoff below it is worth a start. */
  private readonly base: number;
  /** What takes no time at all, or less than this, is taken to last so long: all times lie in some cell. */
  private readonly shortest: number;

  constructor(setup: PolicySetup, { halfLife, repeats }: LearnerOptions, saved?: unknown) {
    const state = saved === undefined ? {} : savedRecord(POLICY, saved);
    this.setup = setup;
    this.repeats = repeats === "yes";
    const first = firstCutoff(setup);
    this.base = Math.min(BASE * resolutionOf(setup), first);
    this.shortest = SHORTEST * this.base;
    this.beliefs = new TypeBeliefs(POLICY, setup, halfLife, state.beliefs);
    this.open = new OpenTasks(POLICY, setup.arms.length, state.open);
    this.cold = new ColdStart(POLICY, { first, base: this.base }, state.cold);
    this.turn = savedNumber(POLICY, state.turn ?? 0, "turn");
  }

  decide(attempt: number, name?: TaskName): Decision {
    const task = this.open.begin(attempt, name, (left) => this.beliefs.close(left));
    const { kind, arm, cutoff, floor = 0 } = this.nextAttempt(task);
    task.kind = kind;
    task.fit = this.beliefs.fits;
    task.floor = floor;
    task.cutoff = this.allowed(Math.max(cutoff, floor));
    task.underWay = true;
    return { arm, cutoff: task.cutoff, attempt, ...(name === undefined ? {} : { task: name }) };
  }

  reconsider({ arm, cutoff, task: name }: Decision, elapsed: number): number {
    const task = this.open.find(name);
    if (task === undefined) return cutoff;
    if (this.beliefs.successes === 0 || task.fit === this.beliefs.fits) return task.cutoff;
    task.fit = this.beliefs.fits;
    const outlived = elapsed >= this.shortest ? { arm, cell: outlivedCell(elapsed) } : undefined;
    const longest = this.beliefs.longestFor(task);
    const { tables, posterior, plan } = this.beliefs.planning.plan(task, longest, outlived);
    const cell = cellToWaitFor(tables, posterior, plan, {
      arm,
      outlived: outlived?.cell,
      longest: longest[arm],
    });
    task.plan = [...plan.attempts];
    const wanted = cell === undefined ? elapsed : latticeEdge(cell);
    const least = Math.max(this.beliefs.leastCutoff(this.base), this.beliefs.restartsHelp ? 0 : task.floor);
    task.cutoff = this.allowed(Math.max(wanted, least));
    return task.cutoff;
  }

  observe(decision: Decision, outcome: Outcome): void {
    const { arm, task: name } = decision;
    const task = this.open.find(name) ?? this.open.begin(1, name, (left) => this.beliefs.close(left));
    const { beliefs } = this;
    const isCold = beliefs.successes === 0;
    const solved = outcome.kind === "completed" && outcome.reward > 0;
    task.underWay = false;
    task.time += outcome.time;
    if (isCold) task.coldTime += outcome.time;
    else if (task.floor > 0) {
      task.growth.observe(outcome.time);
      if (!solved) beliefs.growthFailures += 1;
    }
    if (task.kind === "luby") {
      task.lubyTime += outcome.time;
      task.lubyAttempts += 1;
    } else if (task.kind === "cold-long" && !solved) this.cold.failed(outcome.time, this.open.tasksPerAttempt());
    beliefs.spend(arm, outcome);
    if (solved) {
      this.open.end(name);
      task.history.solve(arm, latticeCell(Math.max(outcome.time, this.shortest)));
      beliefs.succeed(task, outcome.time, this.open.all());
    } else if (outcome.time >= this.shortest) {
      beliefs.fail(task, arm, outcome.time, this.open.all());
    }
  }

  save(): unknown {
    const { beliefs, open, cold, turn } = this;
    return { beliefs: beliefs.save(), open: open.save(), cold: cold.save(), turn };
  }

  private nextAttempt(task: OpenTask): NextAttempt {
    const { beliefs, base, setup } = this;
    const share = beliefs.successes === 0 ? COLD_SHARE : WARM_SHARE;
    const due = task.lubyDue(share, base, setup.arms.length);
    if (due !== undefined) return { kind: "luby", ...due };
    return beliefs.successes === 0 ? this.coldAttempt() : this.plannedAttempt(task);
  }

  private coldAttempt(): NextAttempt {
    const { cutoff, long } = this.cold.next(this.open.tasksPerAttempt());
    const arm = this.turn % this.setup.arms.length;
    this.turn += 1;
    return { kind: long ? "cold-long" : "cold-short", arm, cutoff };
  }

  private plannedAttempt(task: OpenTask): NextAttempt {
    const { beliefs } = this;
    const fresh = task.history.arms.length === 0;
    if (fresh) task.plan = [...beliefs.planning.next(beliefs.longestFor())];
    else if (task.fit !== beliefs.fits || task.lastBeyond || task.plan.length <= PLAN_LENGTH / 4) {
      task.plan = [...beliefs.planning.next(beliefs.longestFor(task), task)];
    }
    const { arm, cell } = task.plan.shift()!;
    const wanted = latticeEdge(beliefs.forced(task) ?? cell);
    const least = Math.max(beliefs.leastCutoff(this.base), (task.time - task.coldTime - task.growth.time) / MANY_TRIES);
    return { kind: "plan", arm, cutoff: Math.max(wanted, least), floor: this.floorFor(task) };
  }

  /**
   * A task that has outlived a cutoff is not given it again while no task was ever solved by beginning again: it may
   * take a fixed time of its own. The first such attempt is free; later ones take a share of the task's time, since
   * where half of the attempts hang, attempts that only grow take infinitely long on average.
   */
  private floorFor(task: OpenTask): number {
    const { longestWarmTime, growth, time, coldTime } = task;
    const { restartsHelp, slow, usualTime } = this.beliefs;
    if (longestWarmTime === 0 || restartsHelp) return 0;
    if (slow > 0 && longestWarmTime < usualTime) return usualTime;
    const { time: spent } = growth;
    if (spent > GROWTH_SHARE * (time - coldTime - spent)) return 0;
    const waits = this.repeats && slow === 0 && this.beliefs.growthFailures === 0;
    return growth.next((waits ? WAIT_FOR_SECOND : FIRST_GROWTH) * longestWarmTime);
  }

  private allowed(cutoff: number): number {
    const { cutoffs, minCutoff = 0 } = this.setup;
    return allowedCutoff(cutoffs, Math.max(cutoff, minCutoff));
  }
}

function resolutionOf({ cutoffs }: PolicySetup): number {
  return (cutoffs.kind === "auto" ? cutoffs.resolution : undefined) ?? RESOLUTION;
}

/**
 * The cutoff of the first attempts: some hundred times what it costs to start, so that what is lost on the way is
 * little, and with a time budget no less than that allows.
 */
function firstCutoff(setup: PolicySetup): number {
  const { firstCutoff: given, horizon = 0 } = setup;
  if (given !== undefined) return given;
  const usual = STARTS * resolutionOf(setup);
  return Math.max(usual, Math.min(horizon / 1.5, 2 * usual));
}

const STARTS = 200;
/** The base of Luby's sequence, in units of the resolution. */
const BASE = 25;
/** The share of a task's time that Luby's sequence gets, before and after the first success of any task. */
const COLD_SHARE = 0.15;
const WARM_SHARE = Number((globalThis as any).process.env.WS ?? 0.05);
const FIRST_GROWTH = 2;
const WAIT_FOR_SECOND = 16;
/** The time of attempts that must grow, for each unit of the others', before and after some task was solved by them. */
const GROWTH_SHARE = Number((globalThis as any).process.env.GS ?? 2);
/**
 * No attempt is shorter than this part of what its task has cost: where the model believes in ever shorter ones, their
 * number would have no bound (after a success that took no time at all, say).
 */
const MANY_TRIES = Number((globalThis as any).process.env.MT ?? 4096);
/** As a part of the base: what is shorter is as good as nothing, and cells for it would be many and empty. */
const SHORTEST = 1e-5;
