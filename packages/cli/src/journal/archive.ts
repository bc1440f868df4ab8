import type { Trial } from "@mulligan/core/problem";
import type { Header } from "./header.ts";
import { openJournal, tornNotice } from "./journal.ts";
import type { Output, Outputs } from "./outputs.ts";

export type { Output } from "./outputs.ts";

/** What outlives a run: the journal of its trials and the outputs of its successes, as far as they are asked for. */
export interface Archive {
  /** What the journal held when it was opened. */
  readonly trials: readonly Trial[];
  /** What the user is to know of the journal. */
  readonly notice?: string;
  readonly outputs?: Outputs;
  /**
   * Resolves when all of it is safe; undefined if there is nothing to wait for. The outputs come first: a crash
   * between the two repeats a task, and never loses its output.
   */
  keep(trials: readonly Trial[], outputs: readonly Output[]): Promise<void> | undefined;
  close(): Promise<void>;
}

/** `state` is the journal's file. */
export async function openArchive(
  state: string | undefined,
  header: Header,
  outputs: Outputs | undefined,
): Promise<Archive> {
  const journal = state === undefined ? undefined : await openJournal(state, header);
  async function keepAll(trials: readonly Trial[], made: readonly Output[]): Promise<void> {
    if (outputs !== undefined) await Promise.all(made.map(outputs.save));
    if (journal !== undefined) await Promise.all(trials.map(journal.append));
  }
  return {
    trials: journal?.trials ?? [],
    ...(journal?.torn === undefined ? {} : { notice: tornNotice(state!, journal.torn) }),
    ...(outputs === undefined ? {} : { outputs }),
    keep: (trials, made) => (journal === undefined && made.length === 0 ? undefined : keepAll(trials, made)),
    close: async () => journal?.close(),
  };
}
