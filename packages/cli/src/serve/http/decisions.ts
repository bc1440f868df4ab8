import type { Outcome } from "@mulligan/core/problem";
import type { ProblemDefinition } from "../problem/definition.ts";
import type { DecisionsRequest, DecisionsResult, OutcomeCounts } from "../problem/problem.ts";
import type { NumberedOutcome } from "../problem/records.ts";
import type { RunFolder } from "../runs/run-folder.ts";
import type { ProblemStore } from "../store/problem-store.ts";
import { type StoredProblem, UnreadableProblem } from "../store/stored-problem.ts";
import { decisionsJson, type EventPublisher } from "./events.ts";
import { Fault, missing } from "./fault.ts";

/** The most decisions of all problems that may wait at once. */
export const MAX_OUTSTANDING_IN_ALL = 2_000_000;
/** After this long they are counted again. */
const COUNT_MS = 1_000;

/** Counts since the service began. */
interface Totals {
  decisions: number;
  observations: number;
  repeated: number;
  unknown: number;
}

/** An outcome as a client sends it. */
interface Observation {
  readonly id: string;
  readonly kind: "completed" | "censored";
  readonly time: number;
  readonly reward?: number | undefined;
  readonly resetting?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly cost?: number | undefined;
}

/** The handlers of requests that change something. */
export interface DecisionHandlers {
  readonly totals: Totals;
  create(definition: ProblemDefinition): Promise<void>;
  remove(name: string): Promise<void>;
  /** Resolves to the answer for the client. */
  decide(name: string, request: DecisionsRequest): Promise<object>;
  observe(name: string, observations: readonly Observation[]): Promise<OutcomeCounts>;
}

export function decisionHandlers(
  problems: ProblemStore,
  runs: RunFolder,
  events: Pick<EventPublisher, "changed" | "removed">,
): DecisionHandlers {
  const totals: Totals = { decisions: 0, observations: 0, repeated: 0, unknown: 0 };
  let waiting = { known: 0, at: -Infinity };

  function checkRoom(): void {
    if (performance.now() - waiting.at > COUNT_MS) {
      const sizes = problems.all().map(({ problem }) => problem.outstanding.waiting.size);
      waiting = { known: sizes.reduce((sum, size) => sum + size, 0), at: performance.now() };
    }
    if (waiting.known < MAX_OUTSTANDING_IN_ALL) return;
    const most = `At most ${MAX_OUTSTANDING_IN_ALL} decisions may be outstanding`;
    throw new Fault(429, `${most}: observe some, or delete problems`, { "retry-after": "10" });
  }

  function notWritable(name: string): Error {
    const reason = problems.whyUnreadable(name);
    if (reason !== undefined) return new UnreadableProblem(reason);
    if (runs.find(name) === undefined) return missing();
    return new Fault(409, "The problem must not be a run of the command, got one: it can be read only");
  }

  function writable(name: string): StoredProblem {
    const stored = problems.find(name);
    if (stored === undefined) throw notWritable(name);
    return stored;
  }

  return {
    totals,
    async create(definition) {
      const { name } = definition;
      const isRun = problems.find(name) === undefined && runs.find(name) !== undefined;
      const result = isRun ? "taken" : await problems.create(definition);
      if (result === "taken") throw new Fault(409, TAKEN);
      if (result === "made") events.changed(name);
    },
    async remove(name) {
      if (!(await problems.remove(name))) throw notWritable(name);
      events.removed(name);
    },
    async decide(name, request) {
      const stored = writable(name);
      checkRequest(stored.definition, request);
      checkRoom();
      const parts = await inParts(
        request.count,
        (from, isEnough) => stored.decide({ ...request, count: request.count - from }, isEnough),
        // A refused request is refused as a whole.
        ({ decisions, refused }) => (refused === undefined ? decisions.length : Infinity),
      );
      const result = parts.reduce(joinResults);
      totals.decisions += result.decisions.length;
      return decisionsJson(stored, result);
    },
    async observe(name, observations) {
      const stored = writable(name);
      for (const [i, one] of observations.entries()) checkObservation(stored.definition, one, i);
      const outcomes = observations.map((one) => outcomeOf(one, stored.mark));
      const parts = await inParts(
        outcomes.length,
        (from, isEnough) => stored.observe(outcomes.slice(from), isEnough),
        ({ accepted, repeated, unknown }) => accepted + repeated + unknown,
      );
      const counts = parts.reduce(addCounts);
      totals.observations += counts.accepted;
      totals.repeated += counts.repeated;
      totals.unknown += counts.unknown;
      return counts;
    },
  };
}

const TAKEN =
  "The name must not be taken by another problem, got one that is; the same problem again is allowed";

function addCounts(one: OutcomeCounts, other: OutcomeCounts): OutcomeCounts {
  return {
    accepted: one.accepted + other.accepted,
    repeated: one.repeated + other.repeated,
    unknown: one.unknown + other.unknown,
  };
}

/** The number of a decision from its id; NaN if it is not an id of this problem. */
function numberOf(id: string, mark: string): number {
  const number = id.startsWith(`${mark}-`) ? id.slice(mark.length + 1) : "";
  return /^[1-9]\d{0,15}$/.test(number) ? Number(number) : Number.NaN;
}

/** Joins the decisions of one request that were made in parts. */
function joinResults(one: DecisionsResult, other: DecisionsResult): DecisionsResult {
  return {
    ...one,
    ...other,
    decisions: [...one.decisions, ...other.decisions],
    advice: [...(one.advice ?? []), ...(other.advice ?? [])],
  };
}

function checkRequest({ kind }: ProblemDefinition, { task, count, key, remaining }: DecisionsRequest): void {
  if (kind === "calls") {
    if (task !== undefined && count > 1) {
      throw new Fault(400, `The count must be 1 with a task of kind "calls", got ${count}`);
    }
    return;
  }
  if (key !== undefined || remaining !== undefined) {
    throw new Fault(400, `The fields key and remaining must be of a problem of kind "calls", got another`);
  }
}

function checkObservation(definition: ProblemDefinition, observation: Observation, place: number): void {
  const refuse = (name: string, what: string) => {
    throw new Fault(
      400,
      `The body must fit the problem, got something else: observations.${place}.${name}: ${what}`,
    );
  };
  const { kind, reward = 1, resetting, retryAfter, cost } = observation;
  if (definition.kind === undefined) {
    if (retryAfter !== undefined) refuse("retryAfter", 'must be of a problem of kind "calls"');
    if (cost !== undefined) refuse("cost", 'must be of a problem of kind "calls"');
    return;
  }
  if (resetting !== undefined) refuse("resetting", 'must not be of a problem of kind "calls"');
  if (cost !== undefined && definition.msPerCost === undefined)
    refuse("cost", "must be of a problem with msPerCost");
  if (retryAfter !== undefined && !(kind === "completed" && reward === 0)) {
    refuse("retryAfter", "must be of a failed attempt, which is completed with reward 0");
  }
}

function outcomeOf({ id, kind, time, ...more }: Observation, mark: string): NumberedOutcome {
  const { reward = 1, resetting, retryAfter, cost } = more;
  const cut = resetting === undefined ? { time } : { time, resetting };
  const outcome: Outcome = kind === "completed" ? { kind, time, reward } : { kind, ...cut };
  return { number: numberOf(id, mark), outcome, retryAfter, cost };
}

/** Other requests wait for a part of a batch so long, or as long as one entry takes. */
const PART_MS = 10;

/**
 * Handles a batch in parts, with pauses for other requests. `handle` handles some of the entries from a place on; `countOf`
 * says how many these were.
 */
async function inParts<Result>(
  count: number,
  handle: (from: number, isEnough: () => boolean) => Promise<Result>,
  countOf: (result: Result) => number,
): Promise<Result[]> {
  const parts: Result[] = [];
  for (let from = 0; from < count; ) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + PART_MS;
    const part = await handle(from, () => performance.now() >= end);
    parts.push(part);
    from += countOf(part);
  }
  return parts;
}
