import type { Captured } from "../processes/capture.ts";
import { printJsonLine, printSoon } from "../shell/output.ts";
import { clearLine } from "../shell/terminal.ts";
import { fileText, modelLine, taskLine } from "./lines.ts";
import type { RunState } from "./run-state.ts";
import type { Task, TaskOutput } from "./task.ts";
import type { TaskList } from "./task-list.ts";

/** Reports finished tasks on standard output. */
export interface Reporter {
  report(task: Task): void;
  /** Resolves when all reports are written, so that a run does not get ahead of a slow reader. */
  written?(): Promise<void>;
}

/** The reporter of `sat`. Lines with models go to `later`: they may be long, and are printed in parts at the end. */
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
}

export interface ProgramReporter extends Required<Reporter> {
  /** Reports what still waits for earlier tasks. */
  flush(): void;
}

/**
 * The reporter of `run`. As with GNU parallel, what the try that solved a task wrote is printed when the task is done,
 * whole and never mixed with that of another; standard output to standard output, standard error to standard error.
 */
export function programReporter(
  state: RunState,
  { json, quiet, keepOrder }: ProgramReporterOptions,
): ProgramReporter {
  let written: Promise<void> = Promise.resolve();
  const print = (output: TaskOutput) => {
    written = written.then(() => printOutput(output));
  };
  const order = keepOrder
    ? inputOrder(state.tasks)
    : { pass: (_: unknown, act: () => void) => act(), flush() {} };
  return {
    report(task) {
      const { output } = task;
      task.output = undefined;
      if (json) {
        const line = taskLine(task, state);
        output?.discard();
        order.pass(task.index, () => printJsonLine(line));
      } else if (quiet) output?.discard();
      else order.pass(task.index, () => output !== undefined && print(output));
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

async function printOutput(output: TaskOutput): Promise<void> {
  await copy(output.out, process.stdout);
  await copy(output.err, process.stderr);
  output.discard();
}

const NEWLINE = 10;

async function copy({ size, chunks }: Captured, stream: NodeJS.WriteStream): Promise<void> {
  if (size === 0) return;
  let last = 0;
  for await (const chunk of chunks()) {
    if (chunk.length === 0) continue;
    clearLine();
    // Errors of the stream are handled elsewhere (`watchOutputs`).
    await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
    last = chunk[chunk.length - 1];
  }
  // The live line would wipe out a line that has no end.
  if (stream.isTTY && last !== NEWLINE) stream.write("\n");
}
