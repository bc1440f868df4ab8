import type { Trial } from "@mulligan/core/problem";
import { toJson } from "../../shell/output.ts";
import type { Decided } from "../learning/problem.ts";
import { type DecidedEntry, type ObservedEntry, outcomeOf } from "../learning/record.ts";
import type { Tries } from "../learning/tries.ts";
import type { RunFile } from "../runs/run-file.ts";
import type { Happening } from "./listeners.ts";

/** A decision as clients see it. */
function decisionJson(
  [number, arm, cutoff, attempt]: DecidedEntry,
  arms: readonly { readonly name: string }[],
  mark: string,
) {
  const decision = { id: `${mark}-${number}`, arm: arms[arm].name, cutoff };
  return attempt == null ? decision : { ...decision, attempt };
}

/** The answer to who asked for decisions. */
export function decisionsJson(
  { decided, advice = [], cut, refused, wait }: Decided,
  arms: readonly { readonly name: string }[],
  mark: string,
): object {
  const decisions = decided.map((entry, place) => ({ ...decisionJson(entry, arms, mark), ...advice[place] }));
  const cuts = cut === undefined || cut.length === 0 ? {} : { cut: cut.map((number) => `${mark}-${number}`) };
  return { decisions, ...cuts, ...(refused === undefined ? {} : { refused, wait }) };
}

/** What listeners hear of decisions, of which the last made the sequence what it is. */
export function decidedHappenings(
  problem: string,
  arms: readonly { readonly name: string }[],
  mark: string,
  decided: readonly DecidedEntry[],
  last: number,
): Happening[] {
  return decided.map((entry, place) => {
    const sequence = last - decided.length + 1 + place;
    const [task] = entry.slice(4);
    const data = () => JSON.stringify({ problem, sequence, ...decisionJson(entry, arms, mark), task });
    return { event: "decision", problem, sequence, data };
  });
}

export function observedHappenings(
  problem: string,
  mark: string,
  observed: readonly ObservedEntry[],
  last: number,
): Happening[] {
  return observed.map((entry, place) => {
    const sequence = last - observed.length + 1 + place;
    const data = () => JSON.stringify({ problem, sequence, id: `${mark}-${entry[0]}`, ...outcomeOf(entry) });
    return { event: "outcome", problem, sequence, data };
  });
}

/** A trial of a run, which is decided and observed at once, as far as its journal tells. */
export function trialHappening(run: RunFile, trial: Trial, sequence: number): Happening {
  const { name: problem, arms } = run.summary();
  const { arm, cutoff, attempt, input, outcome } = trial;
  const data = () =>
    toJson({ problem, sequence, arm: arms[arm].name, cutoff, attempt, task: input ?? undefined, ...outcome });
  return { event: "outcome", problem, sequence, data };
}

/** Tries that are over, as clients see them. */
export interface ShownTries {
  /** Of all, also those that are not kept any more. */
  readonly last: number;
  readonly tries: readonly object[];
}

export function triesJson(
  tries: Tries,
  arms: readonly { readonly name: string }[],
  after: number,
): ShownTries {
  const shown = tries.after(after).map(({ outcome, arm, ...tried }) => ({
    ...tried,
    arm: arms[arm].name,
    ...outcome,
  }));
  return { last: tries.last, tries: shown };
}
