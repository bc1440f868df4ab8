import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { roundToMicroseconds } from "../shell/duration.ts";
import { reasonOf } from "../shell/exit.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type Captured, type CaptureRules, capture } from "./capture.ts";
import type { Pipe, Pipes } from "./pipes.ts";
import { endGroup } from "./process-group.ts";
import { shellHint, startReasons } from "./program-command.ts";
import type { Watchdog } from "./watchdog.ts";
import { longTimer, type WorkClock } from "./work-clock.ts";

/** When a try is cut, in the unit of its clock from its start. It may move while the try is under way. */
export interface MovingCutoff {
  /** The last cutoff that was decided. */
  readonly at: number;
  /** Called before every cut: the cutoff after so long, which is at most `elapsed` if the try is to be cut now. */
  reconsider(elapsed: number): number;
  /** Calls `moved` whenever the cutoff may have moved, until the function that it returns is called. */
  watch(moved: () => void): () => void;
}

/** Watches the output of a try, to cut it when it has been silent for too long. */
export interface SilenceWatch {
  /** The program wrote something, or ended by itself. */
  wrote(now: number): void;
  /** When it is to be cut if it writes nothing until then, by the clock of `now`; Infinity for never. */
  deadline(): number;
}

/** A program to be run once, and how. */
export interface ProgramRun {
  readonly command: readonly string[];
  /** The file that is its standard input, if any. */
  readonly stdin?: string | undefined;
  /** In ms; it may move while the program runs. */
  readonly cutoff: MovingCutoff;
  readonly silence?: SilenceWatch | undefined;
  /** The time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly watchdog: Watchdog;
  readonly clock: WorkClock;
  readonly pipes: Pipes;
  /** How much is kept of its output and of its error output. */
  readonly keep: { readonly output: CaptureRules; readonly complaint: CaptureRules };
  /** Ends the run before its cutoff. */
  readonly stop: AbortSignal;
  /** Ends the grace at once. */
  readonly hurry: AbortSignal;
}

/** How the run of a program ended. A run that was cut has no exit code, since what it says after SIGTERM is no answer. */
export type ProgramResult = {
  readonly timeMs: number;
  readonly output: Captured;
  readonly complaint: Captured;
} & (
  | {
      readonly kind: "exited";
      /** Absent if a signal ended it. */
      readonly code?: number;
      readonly signal?: NodeJS.Signals;
    }
  | {
      readonly kind: "cut";
      /** From the cut until no process was left. */
      readonly resettingMs: number;
      /** True if `stop` ended it, not the cutoff. */
      readonly stopped: boolean;
      /** True if its silence ended it. */
      readonly idle: boolean;
    }
);

/** How long output is read after the end of a program, whose daemons may keep the pipe open. */
const DRAIN_MS = 1_000;

/**
 * Runs a program once, without a shell, as leader of its own process group, and cuts it at the cutoff.
 * When this resolves no process of the group is left, whether the program was cut or ended by itself. Its
 * time begins before the start, since every run pays for that.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const { cutoff, watchdog, clock, keep, silence } = run;
  await watchdog.ready;
  const pipes = [await run.pipes.take(), await run.pipes.take()];
  const began = clock.now();
  const environment = watchdog.nextEnvironment();
  const { child, streams } = await start(run, environment, pipes);
  const group = child.pid!;
  watchdog.began(group, environment);
  clock.began(group);
  const output = capture(streams[0], keep.output);
  const complaint = capture(streams[1], keep.complaint);
  if (silence !== undefined) {
    for (const stream of streams) stream.on("data", () => silence.wrote(clock.now()));
  }
  const exit = exitOf(child);
  const closed = Promise.all(streams.map((stream) => new Promise((resolve) => stream.on("close", resolve))));
  try {
    const end = await Promise.race([exit, cutAfter(run, began, exit), cutInSilence(run, exit)]);
    if (end.kind === "exited") {
      // It may be told late, as on a machine that slept: with more than its cutoff it would have been cut.
      const timeMs = Math.min(roundToMicroseconds(clock.now() - began), cutoff.at);
      silence?.wrote(clock.now());
      await endAll(group, run);
      await Promise.race([closed, pause(DRAIN_MS)]);
      const { kind, ...how } = end;
      return { kind, timeMs, ...how, output: output(), complaint: complaint() };
    }
    const cutAt = clock.now();
    await endAll(group, run);
    await exit;
    return {
      kind: "cut",
      timeMs: roundToMicroseconds(cutAt - began),
      resettingMs: roundToMicroseconds(clock.now() - cutAt),
      stopped: end.stopped,
      idle: end.idle,
      output: output(),
      complaint: complaint(),
    };
  } finally {
    for (const stream of streams) stream.destroy();
    watchdog.ended(group);
    clock.ended(group);
  }
}

/** Ends the group and the processes that left it. */
async function endAll(group: number, { graceMs, watchdog, hurry }: ProgramRun): Promise<void> {
  const daemons = watchdog.daemons.of(group);
  await endGroup(group, graceMs, hurry);
  watchdog.daemons.ended(group, daemons);
}

/** Starts the program. It does not read the standard input of the command. */
async function start(
  { command, stdin }: ProgramRun,
  env: NodeJS.ProcessEnv,
  pipes: readonly (Pipe | undefined)[],
): Promise<{ readonly child: ChildProcess; readonly streams: readonly Readable[] }> {
  const [output, complaint] = pipes.map((pipe) => pipe?.writer ?? ("pipe" as const));
  let input: number | undefined;
  try {
    input = stdin === undefined ? undefined : openInput(stdin);
    const child = spawn(command[0], command.slice(1), {
      detached: true,
      stdio: [input ?? "ignore", output, complaint],
      env,
    });
    if (child.pid === undefined) throw await startError(child);
    const own = [child.stdout, child.stderr];
    return { child, streams: pipes.map((pipe, place) => pipe?.reader ?? own[place]!) };
  } catch (error) {
    for (const pipe of pipes) pipe?.reader.destroy();
    if (error instanceof UsageError) throw error;
    const code = (error as NodeJS.ErrnoException).code as keyof typeof startReasons;
    const reason = startReasons[code] ?? reasonOf(error);
    throw new UsageError(`${command[0]}: cannot be started: ${reason}${shellHint(command)}`);
  } finally {
    if (input !== undefined) closeSync(input);
    for (const pipe of pipes) if (pipe !== undefined) closeSync(pipe.writer);
  }
}

/** Opens a file for reading; a named pipe is refused, since opening it would wait for a writer. */
function openInput(path: string): number {
  try {
    const kind = statSync(path);
    if (!kind.isFile() && !kind.isCharacterDevice()) throw new UsageError(`${path}: must be a file`);
    return openSync(path, "r");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}

function startError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.on("error", resolve));
}

type Exit = { readonly kind: "exited"; readonly code?: number; readonly signal?: NodeJS.Signals };

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.on("exit", (code, signal) =>
      resolve({ kind: "exited", ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) }),
    );
  });
}

type Cut = { readonly kind: "cut"; readonly stopped: boolean; readonly idle: boolean };

/**
 * Resolves when the cutoff is reached or `stop` is given, never if the program ends before. The cutoff is reconsidered
 * when it is reached, and may move before. A program that has ended at this moment, unnoticed as yet, is not cut.
 */
function cutAfter(
  { clock, cutoff, stop }: Pick<ProgramRun, "clock" | "cutoff" | "stop">,
  began: number,
  exit: Promise<unknown>,
): Promise<Cut> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof longTimer> | undefined;
    const cut = (stopped: boolean) => {
      release();
      // The exits that are waiting to be told come before the second of these.
      setImmediate(() => setImmediate(() => resolve({ kind: "cut", stopped, idle: false })));
    };
    const onStop = () => cut(true);
    const waitUntil = (until: number) => {
      if (until < Infinity) timer = longTimer(until - (clock.now() - began), thinkAgain, clock.now);
    };
    const thinkAgain = () => {
      timer?.clear();
      const elapsed = clock.now() - began;
      const until = cutoff.reconsider(elapsed);
      if (until > elapsed) waitUntil(until);
      else cut(false);
    };
    const unwatch = cutoff.watch(thinkAgain);
    const release = () => {
      timer?.clear();
      unwatch();
      stop.removeEventListener("abort", onStop);
    };
    if (stop.aborted) return cut(true);
    stop.addEventListener("abort", onStop);
    waitUntil(cutoff.at);
    exit.then(release);
  });
}

/** The deadline may come nearer as more gaps are seen, so it is looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** Resolves when the program was silent for too long, never if it ends before. */
function cutInSilence(
  { clock, silence }: Pick<ProgramRun, "clock" | "silence">,
  exit: Promise<unknown>,
): Promise<Cut> {
  return new Promise((resolve) => {
    if (silence === undefined) return;
    let timer: ReturnType<typeof longTimer> | undefined;
    let ended = false;
    const left = () => silence.deadline() - clock.now();
    const look = () => {
      if (left() > 0) wait();
      // What waits in the pipes is read first: this process may have been held up itself.
      else setImmediate(() => setImmediate(() => (left() > 0 ? wait() : cut())));
    };
    const wait = () => {
      if (!ended) timer = longTimer(Math.min(left(), LOOK_EVERY_MS), look, clock.now);
    };
    const cut = () => resolve({ kind: "cut", stopped: false, idle: true });
    wait();
    exit.then(() => {
      ended = true;
      timer?.clear();
    });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
