import { parentPort, Worker, workerData } from "node:worker_threads";
import { ENDING_SIGNALS, exitCode, reportFailure } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { closePools } from "./open-pool.ts";

/**
 * A command that computes for seconds without a pause would be deaf meanwhile: Node hears a signal between two turns of
 * the main thread only. So it has a thread of its own, and the main one does nothing but print and listen. A thread
 * that runs out of memory can also be told of, which of a process cannot.
 */
interface ThreadWords {
  readonly words: readonly string[];
  readonly stdout: Screen;
  readonly stderr: Screen;
}

/** What a command may ask of an output before it writes. */
type Screen = Pick<NodeJS.WriteStream, "isTTY" | "columns">;

interface Printed {
  readonly stream: "stdout" | "stderr";
  readonly part: string | Uint8Array;
}

/** After which the main thread does not wait any more for the other to end its threads in order. */
const PATIENCE_MS = 700;

/** Runs a command line in `module`, which calls `runThread`; resolves when it has ended, with its code in `process.exitCode`. */
export function runInThread(module: URL, words: readonly string[]): Promise<void> {
  const screen = ({ isTTY, columns }: NodeJS.WriteStream): Screen => ({ isTTY, columns });
  const data: ThreadWords = { words, stdout: screen(process.stdout), stderr: screen(process.stderr) };
  const thread = new Worker(module, { workerData: data });
  thread.on("message", ({ stream, part }: Printed) => void process[stream].write(part));
  thread.on("error", (error) => reportFailure(outOfMemory(error) ?? error));
  const end = () => {
    if (process.exitCode === exitCode.interrupted) process.exit();
    process.exitCode = exitCode.interrupted;
    thread.postMessage("end");
    setTimeout(() => process.exit(), PATIENCE_MS).unref();
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
  return new Promise((resolve) => {
    thread.on("exit", (code) => {
      process.exitCode ??= code;
      for (const signal of ENDING_SIGNALS) process.off(signal, end);
      resolve();
    });
  });
}

/** The thread's side: `run` has the words, and what it prints is printed there. */
export async function runThread(run: (words: readonly string[]) => Promise<void>): Promise<void> {
  const { words, ...screens } = workerData as ThreadWords;
  for (const stream of ["stdout", "stderr"] as const) {
    Object.assign(process[stream], screens[stream]);
    process[stream].write = ((part: string | Uint8Array) => {
      parentPort!.postMessage({ stream, part } satisfies Printed);
      return true;
    }) as typeof process.stdout.write;
  }
  process.on("uncaughtException", (error) => {
    reportFailure(error);
    process.exit();
  });
  parentPort!.on("message", async () => {
    // What its threads were at is broken off, and no defect.
    for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
    await closePools();
    process.exit(exitCode.interrupted);
  });
  parentPort!.unref();
  await run(words);
}

function outOfMemory(error: Error): UsageError | undefined {
  if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") return undefined;
  return new UsageError(
    "there is not enough memory for this much data; Node takes more with NODE_OPTIONS=--max-old-space-size=MB",
  );
}
