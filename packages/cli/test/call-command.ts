import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { commandOf } from "../dist/commands/all-commands.js";
import type { Ended } from "./start-command.ts";

type Program = Pick<typeof import("../dist/process-main.js"), "runCommandLine" | "closePools">;

/** The file of the bundle with this command. */
async function programFor(words: readonly string[]): Promise<Program> {
  const file = `../dist/bundle/${commandOf(words)?.name ?? "process"}.js`;
  return await import(new URL(file, import.meta.url).href);
}

let busy = false;

/**
 * Runs a command line in this process, and gives what `startMulligan` would: the same
 * without the tenth of a second and more that Node takes to start. What is about the process itself
 * (signals, pipes that close, a worker that reads standard input) needs a real one. Not two at once:
 * standard input, output and the exit code belong to the whole process.
 */
export async function mulligan(
  args: readonly string[],
  input = "",
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  if (busy) throw new Error("mulligan: one command at a time must run in a process, got two");
  busy = true;
  const { runCommandLine, closePools } = await programFor(args);
  const undo = [stdinIs(input), environmentHas(environment)];
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    await runCommandLine(args);
    // What a last microtask prints belongs to it.
    await turn();
    await closePools();
    return { stdout: stdout.text(), stderr: stderr.text(), code: Number(process.exitCode ?? 0) };
  } finally {
    busy = false;
    process.exitCode = exitCode;
    for (const { restore } of [stdout, stderr]) restore();
    for (const restore of undo) restore();
  }
}

function capture(stream: NodeJS.WriteStream) {
  const { write } = stream;
  const parts: Buffer[] = [];
  stream.write = ((part: string | Uint8Array, ...rest: unknown[]) => {
    parts.push(Buffer.from(part as string));
    for (const done of rest) if (typeof done === "function") done();
    return true;
  }) as typeof write;
  return {
    text: () => Buffer.concat(parts).toString(),
    restore: () => {
      stream.write = write;
    },
  };
}

/** The command reads standard input as a stream. */
function stdinIs(input: string): () => void {
  const before = Object.getOwnPropertyDescriptor(process, "stdin")!;
  const value = Readable.from(input === "" ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, "stdin", { value, configurable: true });
  return () => void Object.defineProperty(process, "stdin", before);
}

function environmentHas(wanted: NodeJS.ProcessEnv): () => void {
  const before = Object.keys(wanted).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, wanted);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** The documents in whole lines of JSON; a command that is killed may leave its last line half written. */
// biome-ignore lint/suspicious/noExplicitAny: each test expects what its command prints.
export function jsonLines(text: string): any[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
