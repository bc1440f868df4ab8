import type { Explanation } from "@mulligan/core/runtime";
import {
  type ArmStatistics,
  addOutcome,
  loadArmStatistics,
  newArmStatistics,
  type SavedArmStatistics,
  saveArmStatistics,
} from "./arm-statistics.ts";
import { type CallAdvice, deciderOf, type ProblemDecider, type SavedDecider } from "./decider.ts";
import type { ProblemDefinition } from "./definition.ts";
import { OutstandingDecisions } from "./outstanding-decisions.ts";
import { RecentTrials } from "./recent-trials.ts";
import {
  type DecisionRequest,
  type DecisionsRecord,
  type DecisionTuple,
  decodeDecision,
  decodeTrial,
  encodeDecision,
  encodeTrial,
  type NumberedOutcome,
  type ObservedOutcome,
  type OutcomesRecord,
  type OutstandingDecision,
  type ProblemRecord,
  type TrialTuple,
} from "./records.ts";

/** A request for decisions, each for a fresh trial or for an attempt at a named task. */
export interface DecisionsRequest extends DecisionRequest {
  readonly count: number;
}

/**
 * The record of decisions that were made and, of calls, the rest of the answer: the advice for each decision, and how
 * long to wait if the last was refused.
 */
export interface DecisionsResult extends DecisionsRecord {
  readonly advice?: readonly CallAdvice[];
  readonly wait?: number;
}

/** How many outcomes counted, were sent before, or belong to unknown decisions. */
export interface OutcomeCounts {
  readonly accepted: number;
  readonly repeated: number;
  readonly unknown: number;
}

/** A problem as plain data. */
export interface SavedProblem {
  readonly policy: SavedDecider;
  readonly decisions: readonly number[];
  readonly seen: readonly SavedArmStatistics[];
  readonly last: number;
  readonly floor: number;
  readonly forgotten: readonly number[];
  readonly waiting: readonly (readonly [at: number, ...decision: DecisionTuple])[];
  /** The latest; absent in old files. */
  readonly tries?: readonly TrialTuple[];
}

/**
 * A decider, the decisions that wait for their outcomes, and the statistics of the arms. Every change is also given as a
 * record: the same records, replayed in the same order, make the same problem.
 */
export class ServiceProblem {
  readonly definition: ProblemDefinition;
  /** The statistics by arm. */
  readonly statistics: readonly ArmStatistics[];
  readonly decisions: number[];
  readonly outstanding = new OutstandingDecisions();
  readonly recentTrials: RecentTrials;
  private readonly decider: ProblemDecider;

  /** New, or from what an earlier one saved. */
  constructor(definition: ProblemDefinition, saved?: SavedProblem) {
    this.definition = definition;
    this.statistics = definition.arms.map((_, arm) =>
      saved === undefined ? newArmStatistics() : loadArmStatistics(saved.seen[arm]),
    );
    this.decisions = definition.arms.map((_, arm) => saved?.decisions[arm] ?? 0);
    this.recentTrials = new RecentTrials(this.observations, saved?.tries?.map(decodeTrial));
    this.decider = deciderOf(definition, { saved: saved?.policy, recentTrials: this.recentTrials });
    if (saved === undefined) return;
    for (const [at, ...tuple] of saved.waiting) {
      this.outstanding.waiting.set(tuple[0], decodeDecision(tuple, at));
    }
    for (const number of saved.forgotten) this.outstanding.forgotten.add(number);
    this.outstanding.last = saved.last;
    this.outstanding.floor = saved.floor;
  }

  /** How many outcomes counted. */
  get observations(): number {
    return this.statistics.reduce((sum, { completed, censored }) => sum + completed + censored, 0);
  }

  /** How much has happened: decisions made and outcomes that counted. */
  get sequence(): number {
    return this.outstanding.last + this.observations;
  }

  /**
   * Decides, at least once and until `isEnough`. Decisions made before `since` are forgotten first, and the oldest if there
   * are too many. If one of several decisions throws, none of them was made. Only the decider may have changed: it must be
   * made again from the log.
   */
  decide(request: DecisionsRequest, at: number, since: number, isEnough = never): DecisionsResult {
    const forgotten = this.outstanding.overdue(since, request.count);
    for (const number of forgotten) this.forget(number);
    const { last } = this.outstanding;
    try {
      return this.decideAll(request, at, forgotten, isEnough);
    } catch (error) {
      for (const { arm } of this.outstanding.takeBack(last)) this.decisions[arm] -= 1;
      throw error;
    }
  }

  private decideAll(
    request: DecisionsRequest,
    at: number,
    forgotten: readonly number[],
    isEnough: () => boolean,
  ): DecisionsResult {
    const { count, task, key, remaining } = request;
    const decisions: OutstandingDecision[] = [];
    const advice: CallAdvice[] = [];
    const record = { decisions, at, forgotten };
    let cut: readonly number[] = [];
    for (let made = 0; made < count && !(made > 0 && isEnough()); made++) {
      const answer = this.decider.decide(request, at);
      cut = answer.cut ?? [];
      if ("refused" in answer) {
        const { refused, wait } = answer;
        return { ...record, request: { task, key, remaining }, cut, refused, advice, wait };
      }
      const { arm, cutoff, attempt } = answer.start;
      decisions.push(this.enter({ at, ...decisionOf(arm, cutoff, attempt, task) }));
      if (answer.start.advice !== undefined) advice.push(answer.start.advice);
    }
    return this.isCalls ? { ...record, request: { task, key, remaining }, cut, advice } : record;
  }

  /** For calls: the decision for this attempt at this task, if it waits already, since its answer may have been lost. */
  waitingFor({ task, attempt }: DecisionRequest, at: number): DecisionsResult | undefined {
    if (!this.isCalls || task === undefined || attempt === undefined) return undefined;
    for (const waiting of this.outstanding.waiting.values()) {
      if (waiting.task !== task || waiting.attempt !== attempt) continue;
      const askAfter = Math.max(0, waiting.at + waiting.cutoff - at);
      return { decisions: [waiting], at, forgotten: [], advice: [{ askAfter }] };
    }
    return undefined;
  }

  /** What a call would do now, and why; undefined if a policy decides. */
  explain(at: number): Explanation | undefined {
    return this.decider.explain?.(at);
  }

  private get isCalls(): boolean {
    return this.definition.kind === "calls";
  }

  /**
   * Learns from outcomes whose decisions wait, from the first on until `isEnough`; the counts say how many there were. No record if none of
   * them counts. If the decider throws at an outcome, that one still waits, and those before it were learned, but are in no record: it must
   * all be made again from the log.
   */
  observe(
    observed: readonly NumberedOutcome[],
    at = 0,
    isEnough = never,
  ): { readonly counts: OutcomeCounts; readonly record?: OutcomesRecord } {
    const outcomes: NumberedOutcome[] = [];
    let [repeated, unknown] = [0, 0];
    for (const [place, outcome] of observed.entries()) {
      if (place > 0 && isEnough()) break;
      const status = this.outstanding.status(outcome.number);
      if (status === "waiting") {
        this.learn(outcome.number, outcome, at);
        outcomes.push(outcome);
      } else if (status === "repeated") repeated += 1;
      else unknown += 1;
    }
    const counts = { accepted: outcomes.length, repeated, unknown };
    if (outcomes.length === 0) return { counts };
    return { counts, record: this.isCalls ? { outcomes, at } : { outcomes } };
  }

  /**
   * Does again what a record says. The decider is asked again, since asking changes it; but the answer in the record
   * counts, should this version answer otherwise. False if the record cannot be of this problem.
   */
  replay(record: ProblemRecord): boolean {
    if ("outcomes" in record) {
      return record.outcomes.every((outcome) => {
        if (this.outstanding.status(outcome.number) !== "waiting") return false;
        this.learn(outcome.number, outcome, record.at ?? 0);
        return true;
      });
    }
    const { decisions, at, forgotten, request, cut = [], refused } = record;
    for (const number of forgotten) this.forget(number);
    const sound = decisions.every((decision) => {
      const { task, attempt } = decision;
      this.decider.decideAgain(request ?? { task, attempt }, at, { start: decision, cut });
      return this.enter(decision).number === decision.number;
    });
    if (request !== undefined && refused !== undefined) {
      this.decider.decideAgain(request, at, { start: undefined, cut });
    }
    return sound;
  }

  save(): SavedProblem {
    const { waiting, forgotten, last, floor } = this.outstanding;
    return {
      policy: this.decider.snapshot(),
      decisions: [...this.decisions],
      seen: this.statistics.map(saveArmStatistics),
      last,
      floor,
      forgotten: [...forgotten],
      waiting: Array.from(waiting.values(), (decision) => [decision.at, ...encodeDecision(decision)]),
      tries: this.recentTrials.after(0).map(encodeTrial),
    };
  }

  private forget(number: number): void {
    this.outstanding.forget(number);
    this.decider.forget(number);
  }

  private enter(decision: Omit<OutstandingDecision, "number">): OutstandingDecision {
    this.decisions[decision.arm] += 1;
    return this.outstanding.add(decision);
  }

  private learn(number: number, observed: ObservedOutcome, at: number): void {
    const { outcome } = observed;
    const decision = this.outstanding.waiting.get(number)!;
    this.decider.observe(decision, observed, at);
    this.outstanding.waiting.delete(number);
    const { arm, cutoff, at: decidedAt, attempt, task } = decision;
    addOutcome(this.statistics[arm], outcome);
    this.recentTrials.add({ at: decidedAt, arm, cutoff, attempt, task, outcome });
  }
}

const never = () => false;

function decisionOf(arm: number, cutoff: number, attempt: number | undefined, task: string | undefined) {
  return {
    arm,
    cutoff,
    ...(attempt === undefined ? {} : { attempt }),
    ...(task === undefined ? {} : { task }),
  };
}
