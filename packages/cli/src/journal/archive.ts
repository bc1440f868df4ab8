import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { reasonOf } from "../shell/exit.ts";
import { makeFolder } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type JournalRun, openJournal, tornNotice } from "./journal.ts";
import type { Header } from "./journal-format.ts";
import { type Parts, removeStaleParts, writeAtomically } from "./write-atomically.ts";

/** The files that stay after a run, as the user asked: the journal of its trials and the outputs of its successes. */
export interface Archive {
  /** The content of the journal when it was opened. */
  readonly trials: readonly Trial[];
  /** Messages for the user about the journal. */
  readonly notices: readonly string[];
  readonly outputs?: Outputs;
  /**
   * Resolves when all of it is on the disk; undefined if there is nothing to wait for. The outputs come first: a crash
   * between the two repeats a task, and never loses its output.
   */
  keep(trials: readonly Trial[], outputs: readonly Output[]): Promise<void> | undefined;
  close(): Promise<void>;
}

/** Opens the journal at `state`, if it is given. */
export async function openArchive(
  state: string | undefined,
  header: Header,
  outputs: Outputs | undefined,
  run: JournalRun = {},
): Promise<Archive> {
  const journal = state === undefined ? undefined : await openJournal(state, header, run);
  async function keepAll(trials: readonly Trial[], made: readonly Output[]): Promise<void> {
    if (outputs !== undefined) await Promise.all(made.map(outputs.save));
    if (journal !== undefined) await Promise.all(trials.map(journal.append));
  }
  return {
    trials: journal?.trials ?? [],
    notices: journal?.torn === undefined ? [] : [tornNotice(state!, journal.torn)],
    ...(outputs === undefined ? {} : { outputs }),
    keep: (trials, made) => (journal === undefined && made.length === 0 ? undefined : keepAll(trials, made)),
    close: async () => journal?.close(),
  };
}

/** The output of a program or the model of a formula that solved a task, and the name of its file. */
export interface Output {
  readonly name: string;
  readonly data: string | Uint8Array | Parts;
}

/** A folder with one file for each task that was solved. */
export interface Outputs {
  readonly folder: string;
  /** Whether a file of this name is there and has this ending. */
  has(name: string, ending?: string): boolean;
  /** Resolves when it is written. */
  save(output: Output): Promise<void>;
}

/**
 * Opens a folder of outputs. With `lasting`, a whole output is on the disk before its success is recorded: a success in a journal is never
 * tried again. Without a journal that would be a hundred times slower than solving a small formula.
 */
export function openOutputs(folder: string, { lasting }: { readonly lasting: boolean }): Outputs {
  makeFolder(folder);
  removeStaleParts(folder);
  return {
    folder,
    // A journal may come from elsewhere, so a name in it is not taken as a path.
    has: (name, ending = "") => endsWith(join(folder, basename(name)), ending),
    async save({ name, data }) {
      const plain = typeof data === "string" || data instanceof Uint8Array;
      if (lasting || !plain) await writeAtomically(join(folder, name), data);
      else writeReplacingLink(join(folder, name), data);
    },
  };
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Writes into the folder and nowhere else: a link is replaced, and its target stays. */
function writeReplacingLink(path: string, data: string | Uint8Array): void {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path);
    const file = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
    try {
      writeFileSync(file, data);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

function endsWith(path: string, ending: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size < ending.length) return false;
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(ending.length);
    readSync(file, bytes, 0, bytes.length, stat.size - bytes.length);
    return bytes.toString("latin1") === ending;
  } finally {
    closeSync(file);
  }
}
