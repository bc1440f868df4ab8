import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Readable } from "node:stream";
import { roundToMicroseconds } from "../shell/duration.ts";
import { reasonOf } from "../shell/exit.ts";
import { openWithoutLinks } from "../shell/open-without-links.ts";
import { hideSecretsIn } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type Captured, type CaptureRules, capture } from "./capture.ts";
import { cutAfter, cutInSilence, type MovingCutoff, type SilenceWatch } from "./cuts.ts";
import { endProgram } from "./end-program.ts";
import type { Pipe, Pipes } from "./pipes.ts";
import { shellHint, startReasons } from "./program-command.ts";
import type { Watchdog } from "./watchdog.ts";
import type { WorkClock } from "./work-clock.ts";

/** A program to run once, and how. */
export interface ProgramRun {
  readonly command: readonly string[];
  /** The file that is its standard input, if any. */
  readonly stdin?: string | undefined;
  /** The folders in which that file must lie, as paths without links; undefined if it may lie anywhere. */
  readonly stdinFolders?: readonly string[] | undefined;
  /** It may move while the program runs. */
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
  /** Called if a process of it has left its group. */
  onDaemon?(): void;
  /** Called with a sentence that names processes which may not be ended. */
  onUnreachable?(text: string): void;
  /** Ends the grace at once. */
  readonly hurry: AbortSignal;
}

/** How the run of a program ended. A run that was cut has no exit code, since its code after SIGTERM means nothing. */
export type ProgramResult = {
  /** Its time in ms. */
  readonly time: number;
  /** How long it took to start it, in ms. */
  readonly startMs: number;
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
      readonly resetting: number;
      /** True if `stop` ended it, not the cutoff. */
      readonly stopped: boolean;
      /** The cause of the cut, if not the cutoff: its silence. */
      readonly by?: "idle";
    }
);

/** How long output is read after the end of a program, whose daemons may keep the pipe open. */
const DRAIN_MS = 1_000;

/**
 * Runs a program once, without a shell, as leader of its own process group, and cuts it at the cutoff. When the promise resolves, no
 * process of the group is left, whether the program was cut or ended by itself. The time includes the start, since every run pays for it.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const { watchdog, clock, keep, silence } = run;
  const pipes = [await run.pipes.take(), await run.pipes.take()];
  const began = clock.now();
  const environment = watchdog.nextEnvironment();
  const { child, streams } = await start(run, environment, pipes);
  const startMs = clock.now() - began;
  const group = child.pid!;
  watchdog.began(group, environment);
  clock.began(group);
  const output = capture(streams[0], keep.output);
  const complaint = capture(streams[1], keep.complaint);
  if (silence !== undefined) {
    for (const stream of streams) stream.on("data", () => silence.wrote(clock.now()));
  }
  const spent = () => roundToMicroseconds(clock.now() - began);
  const exit = exitOf(child);
  const closed = Promise.all(streams.map((stream) => new Promise((resolve) => stream.on("close", resolve))));
  try {
    const end = await Promise.race([exit, cutAfter(run, began, exit), cutInSilence(run, exit)]);
    if (end.kind === "exited") {
      // This may be later than the cutoff: the timer was late, or the program was faster than the cut. The time is that at which the end was
      // seen, and is not moved to the cutoff, where nothing was seen. It does not favour programs that end a little late: each is watched
      // until it really is cut, and a cut is recorded with its real time, too. If this process was stopped meanwhile, both times include that.
      const time = spent();
      silence?.wrote(clock.now());
      await endProgram(group, run);
      await Promise.race([closed, pause(DRAIN_MS)]);
      const { kind, ...how } = end;
      return { kind, time, startMs, ...how, output: output(), complaint: complaint() };
    }
    const time = spent();
    // A process of another user that is left when the run is over must not keep this process alive.
    if (await endProgram(group, run)) await exit;
    else child.unref();
    return {
      kind: "cut",
      time,
      startMs,
      resetting: roundToMicroseconds(spent() - time),
      stopped: end.stopped,
      ...(end.by === undefined ? {} : { by: end.by }),
      output: output(),
      complaint: complaint(),
    };
  } finally {
    for (const stream of streams) stream.destroy();
    watchdog.ended(group);
    clock.ended(group);
  }
}

/** Starts the program. It does not read the standard input of the command. */
async function start(
  { command, stdin, stdinFolders }: ProgramRun,
  env: NodeJS.ProcessEnv,
  pipes: readonly (Pipe | undefined)[],
): Promise<{ readonly child: ChildProcess; readonly streams: readonly Readable[] }> {
  const [output, complaint] = pipes.map((pipe) => pipe?.writer ?? ("pipe" as const));
  let input: number | undefined;
  try {
    input = stdin === undefined ? undefined : openInput(stdin, stdinFolders);
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
    throw new UsageError(`${hideSecretsIn(command[0])}: cannot be started: ${reason}${shellHint(command)}`);
  } finally {
    if (input !== undefined) closeSync(input);
    for (const pipe of pipes) if (pipe !== undefined) closeSync(pipe.writer);
  }
}

/**
 * Opens a file for reading; a named pipe is refused, since opening it would wait for a writer. With `folders`, the file must lie in one of
 * them, also if a link is put there while it is checked.
 */
function openInput(path: string, folders: readonly string[] | undefined): number {
  try {
    const real = folders === undefined ? path : realpathSync(path);
    if (folders?.some((folder) => real.startsWith(join(folder, sep))) === false) {
      throw new UsageError(
        `${path}: a worker must be allowed to read this file (mulligan worker --allow-read)`,
      );
    }
    const kind = statSync(real);
    if (!kind.isFile() && !kind.isCharacterDevice()) throw new UsageError(`${path}: must be a file`);
    return folders === undefined ? openSync(path, "r") : openWithoutLinks(real);
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
