import type { Captured } from "../processes/capture.ts";
import { printJsonLine, printSoon, say } from "../shell/output.ts";
import { clearLine } from "../shell/terminal.ts";
import { fileText, givenUpLines, modelLine, taskLine } from "./lines.ts";
import type { RunState } from "./run-state.ts";
import type { Task, TaskOutput } from "./task.ts";
import type { TaskList } from "./task-list.ts";

/** Reports finished tasks on standard output. */
export interface Reporter {
  report(task: Task): void;
  /** Resolves when all reports are written, so that a run does not get ahead of a slow reader. */
  written?(): Promise<void>;
}

/** Returns the reporter of `sat`. Lines with models go to `later`: they may be long, and are printed in parts at the end. */
export function fileReporter(
  state: RunState,
  { json, later }: { readonly json: boolean; readonly later: Iterable<string>[] },
): Reporter {
  if (!json) return { report: (task) => printSoon(fileText(task, state)) };
  return {
    report(task) {
      const line = taskLine(task, state);
      if (task.model === undefined) printJsonLine(line);
      else later.push(modelLine(line, task.model));
    },
  };
}

interface ProgramReporterOptions {
  /** A JSON line for each task, and nothing of what the programs wrote. */
  readonly json: boolean;
  /** Nothing at all. */
  readonly quiet: boolean;
  /** In the order of the inputs, not as they are done. */
  readonly keepOrder: boolean;
  /** Each line of the output begins with the input of its task. */
  readonly tag: boolean;
}

export interface ProgramReporter extends Required<Reporter> {
  /** Reports what still waits for earlier tasks. */
  flush(): void;
}

/**
 * Returns the reporter of `run`. As with GNU parallel, what the try that solved a task wrote is printed when the task is done,
 * whole and never mixed with that of another; standard output to standard output, standard error to standard error.
 */
export function programReporter(
  state: RunState,
  { json, quiet, keepOrder, tag }: ProgramReporterOptions,
): ProgramReporter {
  let written: Promise<void> = Promise.resolve();
  const print = (output: TaskOutput, { input, index }: Task) => {
    const prefix = tag ? Buffer.from(`${input ?? index}\t`) : undefined;
    written = written.then(() => printOutput(output, prefix));
  };
  const explain = (lines: readonly string[]) => {
    written = written.then(() => {
      say(lines[0]);
      if (!quiet) for (const line of lines.slice(1)) process.stderr.write(`${line}\n`);
    });
  };
  const order = keepOrder
    ? inputOrder(state.tasks)
    : { pass: (_: unknown, act: () => void) => act(), flush() {} };
  return {
    report(task) {
      const { output } = task;
      task.output = undefined;
      const line = json ? taskLine(task, state) : undefined;
      // For repetitions it reports the first failure, and how many there were.
      const why = task.givenUp === undefined || task.input === null ? undefined : givenUpLines(task, state);
      if (json || quiet) output?.discard();
      order.pass(task.index, () => {
        if (line !== undefined) printJsonLine(line);
        else if (!quiet && output !== undefined) print(output, task);
        if (why !== undefined) explain(why);
      });
    },
    flush: order.flush,
    written: () => written,
  };
}

/** Performs actions in the order of the tasks' indices. */
function inputOrder(tasks: TaskList) {
  const waiting = new Map<number, () => void>();
  let next = 1;
  const release = () => {
    for (; next <= tasks.count; next++) {
      const act = waiting.get(next);
      // A task that an earlier run reported has nothing to wait for.
      if (act === undefined && !tasks.isReported(next)) return;
      waiting.delete(next);
      act?.();
    }
  };
  return {
    pass(index: number, act: () => void) {
      waiting.set(index, act);
      release();
    },
    flush() {
      for (const [, act] of [...waiting].sort(([a], [b]) => a - b)) act();
      waiting.clear();
    },
  };
}

async function printOutput(output: TaskOutput, prefix: Buffer | undefined): Promise<void> {
  await copy(output.out, process.stdout, prefix);
  await copy(output.err, process.stderr, prefix);
  output.discard();
}

const NEWLINE = 10;

/** Copies an output; with a prefix each of its lines begins with it. */
async function copy(
  { size, chunks }: Captured,
  stream: NodeJS.WriteStream,
  prefix: Buffer | undefined,
): Promise<void> {
  if (size === 0) return;
  let last = NEWLINE;
  for await (const chunk of chunks()) {
    if (chunk.length === 0) continue;
    clearLine();
    const part = prefix === undefined ? chunk : withPrefix(chunk, prefix, last === NEWLINE);
    // Errors of the stream are handled elsewhere (`watchOutputs`).
    await new Promise<void>((resolve) => stream.write(part, () => resolve()));
    last = chunk[chunk.length - 1];
  }
  // The progress line, or the prefix of another task, must not be written into an unfinished line.
  if ((stream.isTTY || prefix !== undefined) && last !== NEWLINE) stream.write("\n");
}

function withPrefix(chunk: Uint8Array, prefix: Buffer, startsLine: boolean): Buffer {
  const parts: Uint8Array[] = startsLine ? [prefix] : [];
  for (let from = 0; from < chunk.length; ) {
    const newline = chunk.indexOf(NEWLINE, from);
    const end = newline < 0 ? chunk.length : newline + 1;
    parts.push(chunk.subarray(from, end));
    if (end < chunk.length) parts.push(prefix);
    from = end;
  }
  return Buffer.concat(parts);
}
