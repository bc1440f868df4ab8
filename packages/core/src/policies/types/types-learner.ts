import type { Decision, TaskName } from "../../problem/decision.ts";
import { latticeCell, latticeEdge, outlivedCell } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { RESOLUTION } from "../curve/cell-arms.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { allowedCutoff } from "./allowed-cutoff.ts";
import { cellToWaitFor, PLAN_LENGTH } from "./attempt-plan.ts";
import { ColdClimb } from "./cold-climb.ts";
import type { OpenTask } from "./open-task.ts";
import { OpenTasks } from "./open-tasks.ts";
import { TypeBeliefs } from "./type-beliefs.ts";

const POLICY = "hidden-types";

interface LearnerOptions {
  readonly halfLife: number;
  readonly waiting: number;
  readonly beyond: number;
}

/** Decides for attempts at tasks, and learns from them (`hidden-types.ts`). */
export class TypesLearner {
  private readonly setup: PolicySetup;
  private readonly beliefs: TypeBeliefs;
  private readonly open: OpenTasks;
  private readonly cold: ColdClimb;
  /** The arm whose turn it is before the first success. */
  private turn: number;
  /** Where the climb begins. */
  private readonly firstRung: number;
  /** What takes no time at all, or less than this, is taken to last so long: all times lie in some cell. */
  private readonly shortest: number;

  constructor(setup: PolicySetup, { halfLife, waiting, beyond }: LearnerOptions, saved?: unknown) {
    const state = saved === undefined ? {} : savedRecord(POLICY, saved);
    this.setup = setup;
    this.firstRung = firstRung(setup);
    this.shortest = SHORTEST * this.firstRung;
    this.beliefs = new TypeBeliefs(POLICY, setup, { halfLife, beyond }, state.beliefs);
    this.open = new OpenTasks(POLICY, setup.arms.length, state.open);
    this.cold = new ColdClimb(POLICY, this.firstRung, state.cold, waiting);
    this.turn = savedNumber(POLICY, state.turn ?? 0, "turn");
  }

  decide(attempt: number, name?: TaskName): Decision {
    const task = this.open.begin(attempt, name, (left) => this.beliefs.close(left));
    const { arm, cutoff } = this.beliefs.successes === 0 ? this.coldDecision(task) : this.planned(task);
    task.fit = this.beliefs.fits;
    task.cutoff = this.allowed(cutoff);
    return { arm, cutoff: task.cutoff, attempt, ...(name === undefined ? {} : { task: name }) };
  }

  reconsider({ arm, cutoff, task: name }: Decision, elapsed: number): number {
    const task = this.open.find(name);
    if (task === undefined) return cutoff;
    if (this.beliefs.successes === 0 || task.fit === this.beliefs.fits) return task.cutoff;
    task.fit = this.beliefs.fits;
    const outlived = elapsed >= this.shortest ? { arm, cell: outlivedCell(elapsed) } : undefined;
    const longest = this.beliefs.longestFor(task);
    const { tables, posterior, plan } = this.beliefs.planning.plan(task.history, longest, outlived);
    const cell = cellToWaitFor(tables, posterior, plan, {
      arm,
      outlived: outlived?.cell,
      longest: longest[arm],
    });
    task.plan = [...plan.attempts];
    const wanted = cell === undefined ? elapsed : latticeEdge(cell);
    task.cutoff = this.allowed(Math.max(wanted, this.beliefs.leastCutoff(this.firstRung)));
    return task.cutoff;
  }

  observe(decision: Decision, outcome: Outcome): void {
    const { arm, task: name } = decision;
    const task = this.open.find(name) ?? this.open.begin(1, name, (left) => this.beliefs.close(left));
    task.time += outcome.time;
    if (task.climbs) this.cold.returned();
    task.climbs = false;
    this.beliefs.spend(arm, outcome);
    if (outcome.kind === "completed" && outcome.reward > 0) {
      this.open.end(name);
      task.history.solve(arm, latticeCell(Math.max(outcome.time, this.shortest)));
      this.beliefs.succeed(task, outcome.time, this.open.all());
    } else if (outcome.time >= this.shortest) {
      this.beliefs.fail(task, arm, outcome.time, this.open.all());
    }
  }

  save(): unknown {
    const { beliefs, open, cold, turn } = this;
    return { beliefs: beliefs.save(), open: open.save(), cold: cold.save(), turn };
  }

  private coldDecision(task: OpenTask): { arm: number; cutoff: number } {
    const arm = this.turn % this.setup.arms.length;
    const cutoff = this.cold.next();
    task.climbs = cutoff !== undefined;
    // Who waits does so with the arm whose turn it is, and leaves it to the next climber.
    if (task.climbs) this.turn += 1;
    return { arm, cutoff: cutoff ?? Infinity };
  }

  private planned(task: OpenTask): { arm: number; cutoff: number } {
    const { beliefs } = this;
    task.climbs = false;
    // `sat` asks for several attempts at a fresh task in advance: they are one plan, not its beginning again and again.
    if (task.fit !== beliefs.fits || task.lastBeyond || task.plan.length <= PLAN_LENGTH / 4) {
      task.plan = [...beliefs.planning.next(beliefs.longestFor(task), task.history)];
    }
    const { arm, cell } = task.plan.shift()!;
    const forced = beliefs.forced(task);
    // Once: those that are asked for in advance follow the plan again.
    if (forced !== undefined) task.longest = Math.max(task.longest, forced);
    const wanted = latticeEdge(forced ?? cell);
    return { arm, cutoff: Math.max(wanted, beliefs.leastCutoff(this.firstRung), task.time / MANY_TRIES) };
  }

  private allowed(cutoff: number): number {
    const { cutoffs, minCutoff = 0 } = this.setup;
    return allowedCutoff(cutoffs, Math.max(cutoff, minCutoff));
  }
}

/**
 * Where the climb begins: some hundred times what it costs to start, so that what is lost on the way is little, and
 * with a time budget no less than that allows.
 */
function firstRung({ cutoffs, firstCutoff, horizon = 0 }: PolicySetup): number {
  if (firstCutoff !== undefined) return firstCutoff;
  const resolution = (cutoffs.kind === "auto" ? cutoffs.resolution : undefined) ?? RESOLUTION;
  const usual = STARTS * resolution;
  return Math.max(usual, Math.min(horizon / 1.5, 2 * usual));
}

const STARTS = 200;
/**
 * No attempt is shorter than this part of what its task has cost: where the model believes in ever shorter ones, their
 * number would have no bound (after a success that took no time at all, say).
 */
const MANY_TRIES = 256;
/** As a part of the first rung: what is shorter is as good as nothing, and cells for it would be many and empty. */
const SHORTEST = 1e-6;
