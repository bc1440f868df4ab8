import { isIntact, sealed } from "../../journal/checksum.ts";
import { DAMAGED } from "../../journal/header.ts";
import { linesOf, parseObject } from "../../journal/lines.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Definition } from "../learning/definition.ts";
import { type Decided, Problem, type SavedProblem } from "../learning/problem.ts";
import { type ProblemRecord, parseRecord } from "../learning/record.ts";

/**
 * The file of a problem: a line that says what it is, then, once it was written anew, one with all that was learned by
 * then, then a line for each thing that happened since. Every line has a checksum.
 */
const FORMAT = "mulligan-problem";
const VERSION = 1;

/** Tells the problem from one of the same name that was deleted: the ids of its decisions begin with it. */
export type Mark = string;

export function headerLine(mark: Mark, definition: Definition): string {
  return sealed(
    `${JSON.stringify({ type: "problem", format: FORMAT, version: VERSION, mark, definition })}\n`,
  );
}

export function savedLine(problem: Problem): string {
  return sealed(`${JSON.stringify({ type: "state", ...problem.save() })}\n`);
}

/** What is only told is left out. */
export function recordLine(record: ProblemRecord & Pick<Decided, "advice" | "wait">): string {
  const { advice: _advice, wait: _wait, ...kept } = record;
  return sealed(`${JSON.stringify(kept)}\n`);
}

export interface ReadProblem {
  readonly mark: Mark;
  readonly problem: Problem;
  /** Where the last whole line ends, and where what was written at once does. */
  readonly length: number;
  readonly base: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

/**
 * A problem as its file says it was. The last line may be torn, since a crash can come at any moment: it was never
 * acknowledged. Anything else that cannot be read is refused with its place, and nothing is changed.
 */
export function readProblem(path: string, bytes: Buffer): ReadProblem {
  let opened: { readonly mark: Mark; readonly definition: Definition } | undefined;
  let problem: Problem | undefined;
  let [length, base] = [0, 0];
  const found = () => {
    const { mark, definition } = opened!;
    return { mark, problem: problem ?? new Problem(definition), length, base };
  };
  for (const { number, text, to, whole } of linesOf(bytes)) {
    const refuse = (what: string): never => {
      throw new UsageError(`${path}:${number}: ${what}`);
    };
    if (!whole && opened !== undefined) {
      return { ...found(), torn: number };
    }
    if (isIntact(text) !== true) refuse(isIntact(text) === false ? DAMAGED : NO_PROBLEM);
    if (opened === undefined) opened = readHeader(text) ?? refuse(NO_PROBLEM);
    else if (number === 2 && text.startsWith(STATE)) problem = restored(opened.definition, text, refuse);
    else {
      problem ??= new Problem(opened.definition);
      const record = parseRecord(text, opened.definition.arms.length);
      if (record === undefined || !problem.replay(record)) {
        refuse(`must be a record of this problem, got ${text.slice(0, 60)}`);
      }
    }
    length = to;
    if (number === 1 || text.startsWith(STATE)) base = to;
  }
  if (opened === undefined) throw new UsageError(`${path}: ${NO_PROBLEM}`);
  return found();
}

const STATE = '{"type":"state",';
const NO_PROBLEM = "must be a problem of mulligan serve, got something else";

function readHeader(text: string): { mark: Mark; definition: Definition } | undefined {
  const header = parseObject(text);
  if (header?.format !== FORMAT || header.version !== VERSION || typeof header.mark !== "string")
    return undefined;
  return { mark: header.mark, definition: header.definition as Definition };
}

/** The checksum says that it is what we wrote; what this version of a policy does not understand it refuses. */
function restored(definition: Definition, text: string, refuse: (what: string) => never): Problem {
  try {
    return new Problem(definition, JSON.parse(text) as SavedProblem);
  } catch (error) {
    return refuse(`cannot be restored: ${(error as Error).message}`);
  }
}
