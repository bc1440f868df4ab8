import { randomBytes } from "node:crypto";
import { open, readFile, rm, stat, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { writeWhole } from "../../journal/write-whole.ts";
import type { Definition } from "../learning/definition.ts";
import { type Counted, type Decided, type Numbered, Problem, type Wanted } from "../learning/problem.ts";
import type { ProblemRecord } from "../learning/record.ts";
import { openCommitLog } from "./commit-log.ts";
import type { FilePlace } from "./growing-file.ts";
import { Closed, NotKept } from "./not-kept.ts";
import { headerLine, type Mark, readProblem, recordLine, savedLine } from "./problem-lines.ts";
import { revocable } from "./revocable.ts";

/** A problem whose changes are on the disk before anybody hears of them. */
export interface KeptProblem {
  readonly definition: Definition;
  readonly mark: Mark;
  /** What is known now; after `settled` nothing of it can be lost. */
  readonly problem: Problem;
  /** When it changed last, in milliseconds since 1970. */
  readonly lastActive: number;
  decide(wanted: Wanted): Promise<Decided>;
  observe(outcomes: readonly Numbered[]): Promise<Counted>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What a problem needs of who keeps it. */
export interface Keeping {
  /** Milliseconds since 1970. */
  now(): number;
  /** Decisions are forgotten after so many milliseconds. */
  readonly forgetAfterMs: number;
  /** Hears of what happened, once it is on the disk, in the order in which it happened. */
  told(kept: KeptProblem, record: ProblemRecord, sequence: number): void;
}

/** A new problem; `path` is absent where all is kept in memory. */
export async function createProblem(
  definition: Definition,
  path: string | undefined,
  keeping: Keeping,
): Promise<KeptProblem> {
  const problem = Problem.create(definition);
  const mark = randomBytes(4).toString("hex");
  const header = headerLine(mark, definition);
  if (path !== undefined) await writeOrRefuse(path, header);
  const length = Buffer.byteLength(header);
  return keep({ problem, mark, lastActive: keeping.now() }, path, { length, base: length }, keeping);
}

/** The problem of a file; `torn` is told of a line that was not whole, and is cut off. */
export async function openProblem(
  path: string,
  keeping: Keeping,
  torn: (line: number) => void,
): Promise<KeptProblem> {
  const lastActive = Math.round((await stat(path)).mtimeMs);
  const read = readProblem(path, await readFile(path));
  if (read.torn !== undefined) {
    await truncate(path, read.length);
    torn(read.torn);
  }
  return keep({ ...read, lastActive }, path, read, keeping);
}

async function writeOrRefuse(path: string, text: string): Promise<void> {
  try {
    await writeWhole(path, text);
  } catch (error) {
    throw new NotKept(error);
  }
}

interface Opened {
  readonly problem: Problem;
  readonly mark: Mark;
  readonly lastActive: number;
}

function keep(
  { problem: opened, mark, lastActive }: Opened,
  path: string | undefined,
  place: FilePlace,
  keeping: Keeping,
): KeptProblem {
  const { definition } = opened;
  const held = revocable(opened, path);
  let closed = false;
  const whole = () => headerLine(mark, definition) + savedLine(held.problem);
  const log = path === undefined ? undefined : openCommitLog(path, place, { whole, undo: held.undo });

  function checkOpen(): void {
    if (closed) throw new Closed("the problem is closed: its place may be another's by now");
  }

  async function commit(record: ProblemRecord): Promise<void> {
    const { sequence } = held.problem;
    await log?.append(recordLine(record));
    lastActive = keeping.now();
    keeping.told(kept, record, sequence);
  }

  const kept: KeptProblem = {
    definition,
    mark,
    get problem() {
      return held.problem;
    },
    get lastActive() {
      return lastActive;
    },
    async decide(wanted) {
      while (!held.isSound) await held.mend();
      checkOpen();
      const now = keeping.now();
      const before = held.problem.waitingFor(wanted, now);
      if (before !== undefined) {
        await log?.settled();
        return before;
      }
      const decided = held.problem.decide(wanted, now, now - keeping.forgetAfterMs);
      await commit(decided);
      return decided;
    },
    async observe(outcomes) {
      while (!held.isSound) await held.mend();
      checkOpen();
      const { counted, record } = held.problem.observe(outcomes, keeping.now());
      // One that was sent before may be on its way to the disk only now.
      if (record === undefined) await log?.settled();
      else await commit(record);
      return counted;
    },
    async settled() {
      await log?.settled().catch(() => {});
      if (!held.isSound) await held.mend().catch(() => {});
    },
    async close() {
      closed = true;
      await log?.close();
    },
  };
  return kept;
}

/** A problem that is gone for good. */
export async function removeProblem(kept: KeptProblem, path: string | undefined): Promise<void> {
  await kept.close();
  if (path === undefined) return;
  await rm(path, { force: true });
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
