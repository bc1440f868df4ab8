import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { lockFile } from "../../journal/lock.ts";
import { sweepParts } from "../../journal/part-files.ts";
import { makeFolder } from "../../shell/files.ts";
import { givingWay } from "../../shell/give-way.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Definition } from "../learning/definition.ts";
import { createProblem, type Keeping, type KeptProblem, openProblem, removeProblem } from "./kept-problem.ts";

/** Problems that a service may have. */
export const MAX_PROBLEMS = 20_000;

/** All problems of a service, by name. */
export interface Problems {
  size(): number;
  all(): KeptProblem[];
  find(name: string): KeptProblem | undefined;
  /** Resolves when all is known that others did by now, where others may do something. */
  caughtUp(): Promise<void>;
  /** The problem of this definition, made if there is none; undefined if its name is taken by another. */
  create(definition: Definition): Promise<KeptProblem | undefined>;
  /** False if there is none. */
  remove(name: string): Promise<boolean>;
  /** Resolves when all is on the disk. */
  close(): Promise<void>;
}

/**
 * The problems of a folder, which nobody else may write meanwhile; without a folder they are kept in memory. Their
 * files stand in a folder of their own. `notice` is told of lines that were not whole.
 */
export async function openProblems(
  state: string | undefined,
  keeping: Keeping,
  notice: (text: string) => void,
): Promise<Problems> {
  if (state === undefined) return problemsIn(undefined, keeping, new Map(), () => {});
  const folder = join(state, "problems");
  makeFolder(folder);
  const lock = lockFile(join(state, "serve"));
  process.once("exit", lock.release);
  const unlock = () => {
    process.off("exit", lock.release);
    lock.release();
  };
  try {
    return problemsIn(folder, keeping, await readAllProblems(folder, keeping, notice), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function readAllProblems(
  folder: string,
  keeping: Keeping,
  notice: (text: string) => void,
): Promise<Map<string, KeptProblem>> {
  sweepParts(folder);
  const found = new Map<string, KeptProblem>();
  const giveWay = givingWay();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(ENDING))) {
    await giveWay();
    const path = join(folder, file);
    const kept = await openProblem(path, keeping, (line) =>
      notice(`${path}:${line}: a line that was not whole is dropped; a service must have crashed there`),
    );
    const { name } = kept.definition;
    if (fileOf(name) !== file) {
      throw new UsageError(`${path}: must be called ${fileOf(name)}, as its problem wants it`);
    }
    found.set(name, kept);
  }
  return found;
}

function problemsIn(
  folder: string | undefined,
  keeping: Keeping,
  open: Map<string, KeptProblem>,
  unlock: () => void,
): Problems {
  /** What is being made or removed, by name: each waits for the one before it. */
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

  return {
    size: () => open.size,
    all: () => [...open.values()],
    find: (name) => open.get(name),
    caughtUp: () => Promise.resolve(),
    create: (definition) =>
      inTurn(definition.name, async () => {
        const { name } = definition;
        const known = open.get(name);
        if (known !== undefined) return isDeepStrictEqual(known.definition, definition) ? known : undefined;
        const kept = await createProblem(definition, pathOf(name), keeping);
        open.set(name, kept);
        return kept;
      }),
    remove: (name) =>
      inTurn(name, async () => {
        const kept = open.get(name);
        if (kept === undefined) return false;
        open.delete(name);
        await removeProblem(kept, pathOf(name));
        return true;
      }),
    async close() {
      await Promise.allSettled(changing.values());
      await Promise.all([...open.values()].map((kept) => kept.close()));
      unlock();
    },
  };
}

const ENDING = ".problem";

/** A name is never part of a path: whatever it holds, its file is called by its hash. */
function fileOf(name: string): string {
  return `${createHash("sha256").update(name).digest("hex").slice(0, 32)}${ENDING}`;
}
