import { readLogLines } from "../../journal/append-log.ts";
import { DAMAGED, formatLine, isIntact, parseObject } from "../../journal/lines.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { type SavedProblem, ServiceProblem } from "../problem/problem.ts";
import { encodeRecord, type ProblemRecord, parseRecord } from "../problem/records.ts";

/**
 * The file of a problem is a log: a header with the definition, then, once it was compacted, a line with all that was
 * learned by then, then a line for each record since.
 */
const FORMAT = "mulligan-problem";
const VERSION = 1;

/**
 * Returns the first line of a problem's file. `mark` distinguishes the problem from a deleted one of the same name: the ids of its
 * decisions begin with it.
 */
export function headerLine(mark: string, definition: ProblemDefinition): string {
  return formatLine({ type: "problem", format: FORMAT, version: VERSION, mark, definition });
}

export function stateLine(problem: ServiceProblem): string {
  return formatLine({ type: "state", ...problem.save() });
}

export function recordLine(record: ProblemRecord): string {
  return formatLine(encodeRecord(record));
}

/** The result of `readProblem`. */
export interface ReadProblem {
  readonly mark: string;
  readonly problem: ServiceProblem;
  /** The ends of the last whole line, and of the header with the compacted state, if there is one. */
  readonly length: number;
  readonly base: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

/**
 * Reads the file of a problem. The last line may be incomplete after a crash: it was never acknowledged. Any other unreadable line is
 * refused with its place, and nothing is changed.
 */
export async function readProblem(path: string): Promise<ReadProblem> {
  const reader = problemReader(path);
  let base = 0;
  const end = await readLogLines(path, ({ number, text, to, whole }) => {
    if (!whole && reader.hasHeader) return false;
    if (reader.read(text, number) === "base") base = to;
    return true;
  });
  return { ...end, base, ...reader.result() };
}

/**
 * Returns a reader that makes a problem from its lines, one by one. A line that cannot be read is a `UsageError` with its place. The
 * disk is trusted: the checksums say that we wrote the lines. A policy of this version may still refuse a state.
 */
function problemReader(where: string) {
  let header: { readonly mark: string; readonly definition: ProblemDefinition } | undefined;
  let problem: ServiceProblem | undefined;

  function attempt<Result>(refuse: (what: string) => never, action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      return refuse(`cannot be restored: ${(error as Error).message}`);
    }
  }

  return {
    get hasHeader() {
      return header !== undefined;
    },
    /** `base` if the line is part of what compacting writes. */
    read(text: string, number: number): "base" | "record" {
      const refuse = (what: string): never => {
        throw new UsageError(`${where}:${number}: ${what}`);
      };
      const intact = isIntact(text);
      if (intact !== true) refuse(intact === false ? DAMAGED : NO_PROBLEM);
      if (header === undefined) {
        const { mark, definition } = readHeader(text) ?? refuse(NO_PROBLEM);
        header = { mark, definition: definition as ProblemDefinition };
        return "base";
      }
      const { definition } = header;
      const arms = definition.arms.length;
      if (number === 2 && text.startsWith(STATE)) {
        const restore = () => new ServiceProblem(definition, JSON.parse(text) as SavedProblem);
        problem = attempt(refuse, restore);
        return "base";
      }
      problem ??= attempt(refuse, () => new ServiceProblem(definition));
      const record = parseRecord(text, arms);
      const known = problem;
      if (record === undefined || !attempt(refuse, () => known.replay(record))) {
        refuse(`must be a record of this problem, got ${text.slice(0, 60)}`);
      }
      return "record";
    },
    result(): Pick<ReadProblem, "mark" | "problem"> {
      if (header === undefined) throw new UsageError(`${where}: ${NO_PROBLEM}`);
      const { mark, definition } = header;
      return { mark, problem: problem ?? new ServiceProblem(definition) };
    },
  };
}

const STATE = '{"type":"state",';
const NO_PROBLEM = "must be a problem of mulligan serve, got something else";

/** Resolves to the name of the problem in a file, by its first line; undefined if that cannot be read. */
export async function problemNameIn(path: string): Promise<string | undefined> {
  let name: unknown;
  await readLogLines(path, ({ text }) => {
    const definition = readHeader(text)?.definition as { readonly name?: unknown } | null | undefined;
    name = definition?.name;
    return false;
  }).catch(() => {});
  return typeof name === "string" ? name : undefined;
}

/** Reads the mark and the definition that the first line of a problem holds; undefined if it is another line. */
function readHeader(text: string): { readonly mark: string; readonly definition: unknown } | undefined {
  const header = parseObject(text);
  if (header?.format !== FORMAT || header.version !== VERSION || typeof header.mark !== "string")
    return undefined;
  return { mark: header.mark, definition: header.definition };
}
