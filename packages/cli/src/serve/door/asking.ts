import type { Outcome } from "@mulligan/core";
import type { Told } from "../learning/deciding.ts";
import type { Definition } from "../learning/definition.ts";
import type { Counted, Decided, Wanted } from "../learning/problem.ts";
import { type Summary, summaryOf } from "../learning/state.ts";
import type { Runs } from "../runs/runs.ts";
import type { KeptProblem } from "../store/kept-problem.ts";
import { MAX_PROBLEMS, type Problems } from "../store/problems.ts";
import { Fault, missing } from "./fault.ts";
import { inParts } from "./in-parts.ts";
import type { Telling } from "./telling.ts";

/** Decisions of all problems that may wait at once. */
export const MAX_OUTSTANDING_IN_ALL = 2_000_000;
/** They are counted anew after so long. */
const COUNT_MS = 1_000;

/** What was asked since the service began. */
interface Totals {
  decisions: number;
  observations: number;
  repeated: number;
  unknown: number;
}

/** An outcome as a client sends it. */
interface Sent {
  readonly id: string;
  readonly kind: "completed" | "censored";
  readonly time: number;
  readonly reward?: number | undefined;
  readonly resetting?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly cost?: number | undefined;
}

/** What can be asked that changes something. */
export interface Asking {
  readonly totals: Totals;
  /** The problem, as it is now. */
  create(definition: Definition): Promise<Summary>;
  remove(name: string): Promise<void>;
  decide(name: string, wanted: Wanted): Promise<{ kept: KeptProblem; decided: Decided }>;
  observe(name: string, sent: readonly Sent[]): Promise<Counted>;
}

export function openAsking(
  problems: Problems,
  runs: Runs,
  telling: Pick<Telling, "changed" | "gone">,
): Asking {
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

  async function writable(name: string): Promise<KeptProblem> {
    let kept = problems.find(name);
    if (kept !== undefined) return kept;
    // Another service may have made it just now.
    await problems.caughtUp();
    kept = problems.find(name);
    if (kept !== undefined) return kept;
    if (runs.find(name) === undefined) throw missing();
    throw new Fault(409, "The problem must not be a run of the command, got one: it can be read only");
  }

  return {
    totals,
    async create(definition) {
      const { name } = definition;
      const isNew = problems.find(name) === undefined;
      if (isNew && problems.size() >= MAX_PROBLEMS) {
        throw new Fault(429, `There may be at most ${MAX_PROBLEMS} problems: delete one first`);
      }
      const isRun = isNew && runs.find(name) !== undefined;
      const kept = isRun ? undefined : await problems.create(definition);
      if (kept === undefined) throw new Fault(409, TAKEN);
      if (isNew) telling.changed(name);
      return summaryOf(kept.problem, kept.lastActive);
    },
    async remove(name) {
      await writable(name);
      if (!(await problems.remove(name))) throw missing();
      telling.gone(name);
    },
    async decide(name, wanted) {
      const kept = await writable(name);
      checkWanted(kept.definition, wanted);
      checkRoom();
      const parts = await inParts(wanted.count, (from, to) => kept.decide({ ...wanted, count: to - from }));
      const decided = parts.reduce(joined);
      totals.decisions += decided.decided.length;
      return { kept, decided };
    },
    async observe(name, sent) {
      const kept = await writable(name);
      for (const [place, one] of sent.entries()) checkSent(kept.definition, one, place);
      const outcomes = sent.map((one) => ({ number: numberOf(one.id, kept.mark), ...toldBy(one) }));
      const parts = await inParts(outcomes.length, (from, to) => kept.observe(outcomes.slice(from, to)));
      const counted = parts.reduce(added);
      totals.observations += counted.accepted;
      totals.repeated += counted.repeated;
      totals.unknown += counted.unknown;
      return counted;
    },
  };
}

const TAKEN =
  "The name must not be taken by another problem, got one that is; the same problem again is allowed";

function added(one: Counted, other: Counted): Counted {
  return {
    accepted: one.accepted + other.accepted,
    repeated: one.repeated + other.repeated,
    unknown: one.unknown + other.unknown,
  };
}

/** NaN if it is no id of this problem. */
function numberOf(id: string, mark: string): number {
  const number = id.startsWith(`${mark}-`) ? id.slice(mark.length + 1) : "";
  return /^[1-9]\d{0,15}$/.test(number) ? Number(number) : Number.NaN;
}

/** Decisions of one request that were made in parts. */
function joined(one: Decided, other: Decided): Decided {
  return {
    ...one,
    ...other,
    decided: [...one.decided, ...other.decided],
    advice: [...(one.advice ?? []), ...(other.advice ?? [])],
  };
}

function checkWanted({ kind }: Definition, { task, count, key, remaining }: Wanted): void {
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

function checkSent(definition: Definition, sent: Sent, place: number): void {
  const refuse = (name: string, what: string) => {
    throw new Fault(
      400,
      `The body must fit the problem, got something else: observations.${place}.${name}: ${what}`,
    );
  };
  const { kind, reward = 1, resetting, retryAfter, cost } = sent;
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

function toldBy(sent: Sent): Told {
  const { retryAfter, cost } = sent;
  return {
    outcome: outcomeOf(sent),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(cost === undefined ? {} : { cost }),
  };
}

function outcomeOf({ kind, time, reward = 1, resetting }: Sent): Outcome {
  if (kind === "completed") return { kind, time, reward };
  return resetting === undefined ? { kind, time } : { kind, time, resetting };
}
