import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { ENDING_SIGNALS, exitCode, reportFailure, untilDone } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { closePools, stopMarkingTasks } from "./end-threads.ts";

/**
 * A command that computes for seconds without a pause runs in its own thread, since Node handles signals between
 * two turns of the main thread only. The main thread prints and listens. It can also report a thread that ran out of
 * memory, which a process cannot do for itself.
 */
interface ThreadWords {
  readonly words: readonly string[];
  readonly stdout: Screen;
  readonly stderr: Screen;
}

/** The state of an output that a command needs before it writes. */
type Screen = Pick<NodeJS.WriteStream, "isTTY" | "columns">;

interface Printed {
  readonly stream: "stdout" | "stderr";
  readonly part: string | Uint8Array;
}

/** The last message of the thread: the command has printed all it has to print. */
interface Finished {
  readonly code: number;
}

/** The only message to the thread: it is to end its threads, and then itself with this code. */
interface EndRequest {
  readonly endWith: number;
}

/** How long the main thread waits for the other to end its threads in order. */
const PATIENCE_MS = 700;

/** Runs a command line in `module`, which calls `runThread`; resolves when it has ended, with its code in `process.exitCode`. */
export function runInThread(module: URL, words: readonly string[]): Promise<void> {
  const screen = ({ isTTY, columns }: NodeJS.WriteStream): Screen => ({ isTTY, columns });
  const data: ThreadWords = { words, stdout: screen(process.stdout), stderr: screen(process.stderr) };
  const thread = new Worker(module, { workerData: data });
  thread.on("message", (message: Printed | Finished) => {
    if ("part" in message) return void process[message.stream].write(message.part);
    // From here on nothing is lost, however the threads end.
    process.exitCode ??= message.code;
    thread.postMessage({ endWith: message.code } satisfies EndRequest);
  });
  thread.on("error", (error) => reportFailure(outOfMemory(error) ?? error));
  const end = () => {
    if (process.exitCode === exitCode.interrupted) process.exit();
    process.exitCode = exitCode.interrupted;
    thread.postMessage({ endWith: exitCode.interrupted } satisfies EndRequest);
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

/** The side of the thread: runs the command line, and sends what it prints to the main thread. In the main thread it does nothing. */
export async function runThread(run: (words: readonly string[]) => Promise<void>): Promise<void> {
  if (isMainThread) return;
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
  process.on("exit", stopMarkingTasks);
  parentPort!.on("message", async ({ endWith }: EndRequest) => {
    // Errors of threads that are ended in their work are not defects.
    for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
    await closePools();
    process.exit(endWith);
  });
  parentPort!.unref();
  await untilDone(() => run(words));
  parentPort!.ref();
  // The output of the command's last microtask comes first.
  setImmediate(() => parentPort!.postMessage({ code: Number(process.exitCode ?? 0) } satisfies Finished));
}

function outOfMemory(error: Error): UsageError | undefined {
  if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") return undefined;
  return new UsageError(
    "there is not enough memory for this much data; Node takes more with NODE_OPTIONS=--max-old-space-size=MB",
  );
}
