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

/** `mark` tells the problem from a deleted one of the same name: the ids of its decisions begin with it. */
export function headerLine(mark: string, definition: ProblemDefinition): string {
  return formatLine({ type: "problem", format: FORMAT, version: VERSION, mark, definition });
}

export function stateLine(problem: ServiceProblem): string {
  return formatLine({ type: "state", ...problem.save() });
}

export function recordLine(record: ProblemRecord): string {
  return formatLine(encodeRecord(record));
}

export interface ReadProblem {
  readonly mark: string;
  readonly problem: ServiceProblem;
  /** Where the last whole line ends, and where the header, with the compacted state if there is one, does. */
  readonly length: number;
  readonly base: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

/**
 * Reads the file of a problem. The last line may be torn, since a crash can come at any moment: it was never
 * acknowledged. Any other line that cannot be read is refused with its place, and nothing is changed.
 */
export async function readProblem(path: string): Promise<ReadProblem> {
  let header: { readonly mark: string; readonly definition: ProblemDefinition } | undefined;
  let problem: ServiceProblem | undefined;
  let base = 0;
  const end = await readLogLines(path, ({ number, text, to, whole }) => {
    const refuse = (what: string): never => {
      throw new UsageError(`${path}:${number}: ${what}`);
    };
    if (!whole && header !== undefined) return false;
    const intact = isIntact(text);
    if (intact !== true) refuse(intact === false ? DAMAGED : NO_PROBLEM);
    const isState = number === 2 && text.startsWith(STATE);
    if (header === undefined) header = readHeader(text) ?? refuse(NO_PROBLEM);
    else if (isState) problem = restored(header.definition, text, refuse);
    else {
      problem ??= new ServiceProblem(header.definition);
      const record = parseRecord(text, header.definition.arms.length);
      if (record === undefined || !problem.replay(record)) {
        refuse(`must be a record of this problem, got ${text.slice(0, 60)}`);
      }
    }
    if (number === 1 || isState) base = to;
    return true;
  });
  if (header === undefined) throw new UsageError(`${path}: ${NO_PROBLEM}`);
  const { mark, definition } = header;
  return { ...end, base, mark, problem: problem ?? new ServiceProblem(definition) };
}

const STATE = '{"type":"state",';
const NO_PROBLEM = "must be a problem of mulligan serve, got something else";

function readHeader(text: string): { mark: string; definition: ProblemDefinition } | undefined {
  const header = parseObject(text);
  if (header?.format !== FORMAT || header.version !== VERSION || typeof header.mark !== "string")
    return undefined;
  return { mark: header.mark, definition: header.definition as ProblemDefinition };
}

/** The checksum says that we wrote the state; a policy of this version may still refuse it. */
function restored(
  definition: ProblemDefinition,
  text: string,
  refuse: (what: string) => never,
): ServiceProblem {
  try {
    return new ServiceProblem(definition, JSON.parse(text) as SavedProblem);
  } catch (error) {
    return refuse(`cannot be restored: ${(error as Error).message}`);
  }
}
