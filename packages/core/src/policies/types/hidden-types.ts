import type { CutoffSet } from "../../problem/cutoffs.ts";
import { latticeCell, latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { Decision, Outcome } from "../../problem/outcome.ts";
import { checkOptions } from "../definition/options.ts";
import { type DecisionContext, definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { RESOLUTION } from "../product-limit/cell-arms.ts";
import { kmTs } from "../product-limit/km-ts.ts";
import { PLAN_LENGTH } from "./attempt-plan.ts";
import { ColdStart } from "./cold-start.ts";
import { type AttemptKind, type OpenTask, OpenTasks } from "./open-tasks.ts";
import { TypeBeliefs } from "./type-beliefs.ts";

const options = {
  halfLife: {
    kind: "number",
    text: "the number of tasks after which a task counts half; inf: never",
    default: Infinity,
    above: 0,
  },
  repeats: {
    kind: "choice",
    text: "whether attempts at one task are expected to take the same time each",
    default: "no",
    values: ["no", "yes"],
  },
  beyond: {
    kind: "number",
    text: "share of all time that attempts far beyond the usual may take in vain",
    default: 0.2,
    above: 0,
  },
} as const;

/**
 * The policy for tasks that are tried again until they are done: all alike, of very different length, or some with far
 * fewer successes than others. A task has a hidden type (`type-grid.ts`). The frequency of each type, and the times of
 * attempts, are learned from all tasks (`type-model.ts`). The task's own attempts show which type it probably has, and
 * a plan of its next cutoffs takes the least time (`attempt-plan.ts`).
 *
 * Before the first success cutoffs come from `cold-start.ts`, and while no restart has helped they grow
 * (`escalating-cutoffs.ts`). An attempt under way continues while that takes less time than a new one. A share of each
 * task's time goes to Luby's sequence, which bounds the time of a task for every law (`docs/explanation/guarantee.md`).
 *
 * If tasks are not tried again, there are no types to learn, and it is `km-ts`.
 */
export const hiddenTypes = definePolicy({
  name: "hidden-types",
  citation:
    "This project; empirical Bayes (Robbins 1956), by expectation and maximisation (Dempster, Laird and Rubin 1977)",
  summary: "For tasks that are tried again: learns how tasks differ and plans the next cutoffs of each.",
  options,
  knowsFirstCutoff: true,
  plansRetries: true,
  create(setup, given, saved) {
    if (setup.retries !== undefined) return new TypesLearner(setup, given, saved);
    const { halfLife } = given;
    return kmTs.create(setup, checkOptions(kmTs, { halfLife }) as never, saved);
  },
});

const POLICY = "hidden-types";

interface LearnerOptions {
  readonly halfLife: number;
  readonly repeats: string;
  readonly beyond: number;
}

/** The next attempt to start. */
interface NextAttempt {
  readonly kind: AttemptKind;
  readonly arm: number;
  readonly cutoff: number;
  readonly floor?: number;
}

/** Decides for attempts at tasks, and learns from them. */
export class TypesLearner implements Learner {
  private readonly setup: PolicySetup;
  private readonly repeats: boolean;
  private readonly beliefs: TypeBeliefs;
  private readonly open: OpenTasks;
  private readonly cold: ColdStart;
  /** The arm whose turn it is before the first success. */
  private turn: number;
  /** The attempts that had to be longer than earlier ones and failed too. */
  private growthFailures: number;
  /** The base of Luby's sequence: no cutoff below it is worth a start. */
  private readonly base: number;
  /** Times below this count as this long, so that all times are in some cell. */
  private readonly shortest: number;

  constructor(setup: PolicySetup, { halfLife, repeats, beyond }: LearnerOptions, saved?: unknown) {
    const state = saved === undefined ? {} : savedRecord(POLICY, saved);
    this.setup = setup;
    this.repeats = repeats === "yes";
    const first = firstCutoff(setup);
    this.base = latticeEdge(latticeCell(Math.min(BASE * resolutionOf(setup), first)));
    this.shortest = SHORTEST * this.base;
    this.beliefs = new TypeBeliefs(POLICY, setup, { halfLife, beyond }, state.beliefs);
    this.open = new OpenTasks(POLICY, setup.arms.length, state.open);
    this.cold = new ColdStart(POLICY, { first, base: this.base }, state.cold);
    this.turn = savedNumber(POLICY, state.turn ?? 0, "turn");
    this.growthFailures = savedNumber(POLICY, state.growthFailures ?? 0, "growthFailures");
  }

  decide({ attempt = 1, task: name }: DecisionContext = {}): Decision {
    const task = this.open.begin(attempt, name, (left) => this.beliefs.close(left));
    const { arm, kind, cutoff, floor = 0 } = this.nextAttempt(task);
    const { fits } = this.beliefs;
    const started = { kind, floor, cutoff: this.allowed(Math.max(cutoff, floor)), fit: fits };
    task.fit = fits;
    task.start(attempt, started);
    return { arm, cutoff: started.cutoff, attempt, ...(name === undefined ? {} : { task: name }) };
  }

  reconsider({ arm, cutoff, attempt = 1, task: name }: Decision, elapsed: number): number {
    const task = this.open.find(name);
    const started = task?.started.get(attempt);
    if (task === undefined || started === undefined) return cutoff;
    const { beliefs } = this;
    // The guarantee holds for Luby's own cutoffs, so these do not move.
    if (beliefs.successes === 0 || started.fit === beliefs.fits || started.kind === "luby")
      return started.cutoff;
    started.fit = task.fit = beliefs.fits;
    const outlived = elapsed >= this.shortest ? outlivedCell(elapsed) : undefined;
    const { attempts, waitFor } = beliefs.planFor(task, { arm, outlived });
    task.plan = [...attempts];
    const wanted = waitFor === undefined ? elapsed : latticeEdge(waitFor);
    const least = Math.max(beliefs.leastCutoff(this.base), beliefs.restartsHelp ? 0 : started.floor);
    started.cutoff = this.allowed(Math.max(wanted, least));
    return started.cutoff;
  }

  /** A task that was planned by the last fit is planned again only by the next one. */
  revision(): number {
    return this.beliefs.fits;
  }

  observe(decision: Decision, outcome: Outcome): void {
    const { arm, attempt = 1, task: name } = decision;
    const { beliefs } = this;
    if (this.open.isLate(name, attempt)) {
      beliefs.spend(arm, outcome);
      return;
    }
    const task = this.open.find(name) ?? this.open.begin(1, name, (left) => beliefs.close(left));
    const solved = outcome.kind === "completed" && outcome.reward > 0;
    const kind = task.end(attempt, outcome.time, beliefs.successes === 0);
    if (kind === "cold-long" && !solved) this.cold.failed(outcome.time, this.open.tasksPerAttempt());
    if (kind === "growth" && !solved) this.growthFailures += 1;
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
    const { beliefs, open, cold, turn, growthFailures } = this;
    return { beliefs: beliefs.save(), open: open.save(), cold: cold.save(), turn, growthFailures };
  }

  /** Luby's next attempt where it is due, so that no law costs more than a factor (`docs/explanation/guarantee.md`). */
  private nextAttempt(task: OpenTask): NextAttempt {
    const { beliefs, base, setup } = this;
    const isCold = beliefs.successes === 0;
    const due = task.lubyDue(isCold && !this.repeats ? COLD_SHARE : WARM_SHARE, base, setup.arms.length);
    if (due !== undefined) return { kind: "luby", ...due };
    return isCold ? this.coldAttempt() : this.plannedAttempt(task);
  }

  private coldAttempt(): NextAttempt {
    const { cutoff, long } = this.cold.next(this.open.tasksPerAttempt());
    const arm = this.turn % this.setup.arms.length;
    this.turn += 1;
    return { kind: long ? "cold-long" : "cold-short", arm, cutoff };
  }

  private plannedAttempt(task: OpenTask): NextAttempt {
    const { beliefs } = this;
    // `sat` asks for several attempts at a fresh task in advance: they follow one plan, and do not each begin it again.
    if (task.fit !== beliefs.fits || task.lastBeyond || task.plan.length <= PLAN_LENGTH / 4) {
      task.plan = [...beliefs.planFor(task).attempts];
    }
    const { arm, cell } = task.plan.shift()!;
    const forced = beliefs.forced(task);
    // Only once, since attempts that are asked for in advance follow the plan.
    if (forced !== undefined) task.longest = Math.max(task.longest, forced);
    const wanted = latticeEdge(forced ?? cell);
    const cutoff = Math.max(wanted, beliefs.leastCutoff(this.base), task.planTime / MANY_TRIES);
    const floor = this.floorFor(task);
    return { kind: "plan", arm, cutoff, ...floor };
  }

  /**
   * Raises the cutoffs of a task while no restart has ever solved a task, since it may take a fixed time of its own. If
   * other tasks took longer than a cutoff that they had outlived, its cutoff is as long as they took. Otherwise its
   * cutoffs grow: the first such attempt is free, and later ones take a share of the task's time, since a longer cutoff
   * is wrong if attempts hang.
   */
  private floorFor(task: OpenTask): { kind?: "growth"; floor?: number } {
    const { longestWarmTime, growth, planTime } = task;
    const { restartsHelp, waitingHelps, usualTime } = this.beliefs;
    if (longestWarmTime === 0 || restartsHelp || task.has("growth")) return {};
    if (waitingHelps && longestWarmTime < usualTime) return { floor: usualTime };
    if (growth.time > GROWTH_SHARE * planTime) return {};
    const waits = this.repeats && !waitingHelps && this.growthFailures === 0;
    return { kind: "growth", floor: growth.next((waits ? WAIT_FOR_SECOND : FIRST_GROWTH) * longestWarmTime) };
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
 * Returns the cutoff of the first attempts: some hundred times the cost of a start, so that the search loses little,
 * and no less than a time budget allows.
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
/**
 * λ, the share of a task's time that Luby's sequence gets: the first before any task has succeeded, unless attempts are
 * expected to repeat themselves, and the second otherwise. With less than 5%, tasks whose attempts rarely end cost up
 * to twice as much.
 */
const COLD_SHARE = 0.15;
const WARM_SHARE = 0.05;
/**
 * The time of attempts that must grow, for each unit of the plan's. Without growth, own times cost 9% to 34% more, and a
 * few short tasks before long ones up to 4 times as much (docs/benchmarks/retried-tasks.md).
 */
const GROWTH_SHARE = 2;
/**
 * The cutoff of a task's second attempt, as a multiple of the cutoff that it has outlived: where attempts are expected
 * to take the same time, and where they are not.
 */
const WAIT_FOR_SECOND = 16;
const FIRST_GROWTH = 2;
/**
 * No attempt is shorter than this part of the plan's cost so far. Otherwise a model that prefers ever shorter attempts,
 * as after a success in no time, would make an unlimited number. Without this, tasks with different chances of success
 * cost 8% to 18% more, and planning five times as much.
 */
const MANY_TRIES = 4_096;
/**
 * The shortest time, as a part of the base. Shorter times do not matter, and cells for them would be many and empty.
 */
const SHORTEST = 1e-5;

/** Returns the shortest cutoff of the set that is at least as long as the wanted one, or the longest. */
function allowedCutoff(cutoffs: CutoffSet, wanted: number): number {
  switch (cutoffs.kind) {
    case "auto":
      return wanted;
    case "interval":
      return Math.min(Math.max(wanted, cutoffs.low), cutoffs.high);
    case "list":
      return cutoffs.values.find((value) => value >= wanted) ?? cutoffs.values[cutoffs.values.length - 1];
  }
}
