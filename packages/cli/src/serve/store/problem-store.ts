import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { holdLock } from "../../journal/lock.ts";
import { removeStaleParts } from "../../journal/write-atomically.ts";
import { reasonOf } from "../../shell/exit.ts";
import { makeFolder } from "../../shell/files.ts";
import { givingWay } from "../../shell/give-way.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { problemNameIn } from "./problem-file.ts";
import {
  createProblem,
  openProblem,
  removeFile,
  removeProblem,
  type StoredProblem,
  type StoreOptions,
  UnreadableProblem,
} from "./stored-problem.ts";

/** The most problems that a service may have. */
export const MAX_PROBLEMS = 20_000;

/** The store has `MAX_PROBLEMS` problems already. */
export class TooManyProblems extends Error {
  override readonly name = "TooManyProblems";
}

/** A problem that is set aside. If its file does not contain its name, the name is that of the file. */
export interface UnreadableEntry {
  readonly name: string;
  readonly reason: string;
}

/** The problems of a service, by name. */
export interface ProblemStore {
  size(): number;
  all(): StoredProblem[];
  find(name: string): StoredProblem | undefined;
  /** The problems that are set aside since they cannot be read. They can be removed, and nothing else. */
  unreadable(): UnreadableEntry[];
  /** Why the problem of this name is set aside; undefined if it is not. */
  whyUnreadable(name: string): string | undefined;
  /** Makes a problem; `known` if there is the same already, `taken` if there is another of its name. */
  create(definition: ProblemDefinition): Promise<"made" | "known" | "taken">;
  /** False if there is none. */
  remove(name: string): Promise<boolean>;
  /** Resolves when all is stored. */
  close(): Promise<void>;
}

/**
 * Opens the problems of a folder and locks it; without a folder they are kept in memory. A problem that cannot be read is set aside: the
 * others are served, and its file stays unchanged. `notice` gets a message for each of these, and for each line that was not whole.
 */
export async function openProblemStore(
  state: string | undefined,
  options: StoreOptions,
  notice: (text: string) => void,
): Promise<ProblemStore> {
  if (state === undefined) {
    return problemsIn(undefined, options, { open: new Map(), unreadable: new Map() }, () => {});
  }
  const folder = join(state, "problems");
  makeFolder(folder);
  const unlock = holdLock(join(state, "serve"));
  try {
    return problemsIn(folder, options, await readAllProblems(folder, options, notice), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The problems of a folder: those that can be used, and those that cannot be read, with their files. */
interface FoundProblems {
  readonly open: Map<string, StoredProblem>;
  readonly unreadable: Map<string, { readonly reason: string; readonly path: string }>;
}

async function readAllProblems(
  folder: string,
  options: StoreOptions,
  notice: (text: string) => void,
): Promise<FoundProblems> {
  removeStaleParts(folder);
  const found: FoundProblems = { open: new Map(), unreadable: new Map() };
  const giveWay = givingWay();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(ENDING))) {
    await giveWay();
    const path = join(folder, file);
    try {
      const stored = await openProblem(path, options, notice);
      const { name } = stored.definition;
      if (fileOf(name) !== file) {
        throw new UsageError(`${path}: must be called ${fileOf(name)}, after its problem`);
      }
      found.open.set(name, stored);
    } catch (error) {
      const reason =
        error instanceof UsageError ? error.message : `${path}: cannot be read: ${reasonOf(error)}`;
      const name = await problemNameIn(path);
      found.unreadable.set(name !== undefined && fileOf(name) === file ? name : file, { reason, path });
      notice(`${reason}; the problem is set aside, the others are served`);
    }
  }
  return found;
}

function problemsIn(
  folder: string | undefined,
  options: StoreOptions,
  { open, unreadable }: FoundProblems,
  unlock: () => void,
): ProblemStore {
  /** Changes under way, by name: each waits for the one before it. */
  const changing = new Map<string, Promise<unknown>>();
  const pathOf = (name: string) => (folder === undefined ? undefined : join(folder, fileOf(name)));

  async function inTurn<Result>(name: string, change: () => Promise<Result>): Promise<Result> {
    const turn = (changing.get(name) ?? Promise.resolve()).catch(() => {}).then(change);
    changing.set(name, turn);
    try {
      return await turn;
    } finally {
      if (changing.get(name) === turn) changing.delete(name);
    }
  }

  async function removeUnreadable(name: string): Promise<boolean> {
    const aside = unreadable.get(name);
    if (aside === undefined) return false;
    await removeFile(aside.path);
    unreadable.delete(name);
    return true;
  }

  return {
    size: () => open.size,
    all: () => [...open.values()],
    find: (name) => open.get(name),
    unreadable: () => Array.from(unreadable, ([name, { reason }]) => ({ name, reason })),
    whyUnreadable: (name) => (open.has(name) ? undefined : unreadable.get(name)?.reason),
    create: (definition) =>
      inTurn(definition.name, async () => {
        const { name } = definition;
        const known = open.get(name);
        if (known !== undefined) return isDeepStrictEqual(known.definition, definition) ? "known" : "taken";
        const aside = unreadable.get(name);
        if (aside !== undefined) throw new UnreadableProblem(aside.reason);
        if (open.size >= MAX_PROBLEMS) throw new TooManyProblems();
        open.set(name, await createProblem(definition, pathOf(name), options));
        return "made";
      }),
    remove: (name) =>
      inTurn(name, async () => {
        const stored = open.get(name);
        if (stored === undefined) return removeUnreadable(name);
        open.delete(name);
        await removeProblem(stored, pathOf(name));
        return true;
      }),
    async close() {
      await Promise.allSettled(changing.values());
      await Promise.all([...open.values()].map((stored) => stored.close()));
      unlock();
    },
  };
}

const ENDING = ".problem";

/** The hash of the name: a name may hold anything, so it is never part of a path. */
function fileOf(name: string): string {
  return `${createHash("sha256").update(name).digest("hex").slice(0, 32)}${ENDING}`;
}
