import type { Captured } from "../processes/capture.ts";
import { printJsonLine } from "../shell/output.ts";
import { clearLine } from "../shell/terminal.ts";
import { taskLine } from "../tasks/lines.ts";
import type { Voice } from "../tasks/settle.ts";
import type { TaskOutput } from "../tasks/task.ts";
import type { TaskList } from "../tasks/task-list.ts";
import type { RunBook } from "./run-book.ts";

/** How a run tells of its tasks while it goes on. */
export interface Telling {
  readonly voice: Voice;
  /** Tells what still waits for its turn. */
  flush(): void;
  /** Resolves when all that was told is out: nobody runs ahead of a slow reader. */
  told(): Promise<void>;
}

export interface TellingRules {
  /** A JSON line for each task, and nothing of what the programs wrote. */
  readonly json: boolean;
  /** Nothing at all. */
  readonly quiet: boolean;
  /** In the order of the inputs, not as they are done. */
  readonly keepOrder: boolean;
}

/**
 * As GNU parallel does: what the try that solved a task wrote is printed when the task is done, whole and never mixed
 * with that of another; standard output to standard output, standard error to standard error.
 */
export function tellTasks(book: RunBook, { json, quiet, keepOrder }: TellingRules): Telling {
  const printing = printInTurn();
  const order = keepOrder
    ? inputOrder(book.tasks)
    : { pass: (_: unknown, act: () => void) => act(), flush() {} };
  return {
    voice(task) {
      const { output } = task;
      task.output = undefined;
      if (json) {
        const line = taskLine(task, book);
        output?.discard();
        order.pass(task.index, () => printJsonLine(line));
      } else if (quiet) output?.discard();
      else order.pass(task.index, () => output !== undefined && printing.print(output));
    },
    flush: order.flush,
    told: printing.done,
  };
}

/** Lets actions pass in the order of the tasks' places. */
function inputOrder({ all }: TaskList) {
  const waiting = new Map<number, () => void>();
  let next = 1;
  const release = () => {
    for (; next <= all.length; next++) {
      const act = waiting.get(next);
      // One that an earlier run told of has nothing to say.
      if (act === undefined && !all[next - 1].told) return;
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

function printInTurn() {
  let before: Promise<void> = Promise.resolve();
  const printAll = async (output: TaskOutput) => {
    await copy(output.out, process.stdout);
    await copy(output.err, process.stderr);
    output.discard();
  };
  return {
    print(output: TaskOutput) {
      before = before.then(() => printAll(output));
    },
    done: () => before,
  };
}

async function copy({ size, chunks }: Captured, stream: NodeJS.WriteStream): Promise<void> {
  if (size === 0) return;
  let last = 0;
  for await (const chunk of chunks()) {
    if (chunk.length === 0) continue;
    clearLine();
    // Who cannot be written to is seen to elsewhere (`watchOutputs`).
    await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
    last = chunk[chunk.length - 1];
  }
  // The live line would wipe out a line that has no end.
  if (stream.isTTY && last !== NEWLINE) stream.write("\n");
}

const NEWLINE = 10;
