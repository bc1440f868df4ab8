import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

/** Both ends of a pipe. The caller closes `writer` when a program has it. */
export interface Pipe {
  readonly reader: Readable;
  /** A descriptor. */
  readonly writer: number;
}

/**
 * Pipes for the output of programs. What Node calls a pipe is a socket, which no program can open by the name
 * `/dev/stdout`, as `minisat FILE /dev/stdout` does. Node cannot make a real one, but mkfifo(1) can. One call makes a
 * few dozen; they are opened at both ends and their names removed, so that each is used by one program only. The
 * watchdog removes what a crash leaves in between.
 */
export interface Pipes {
  /** Undefined where there is no mkfifo, or no descriptor left: a socket must do. */
  take(): Promise<Pipe | undefined>;
  close(): void;
}

const BATCH = 32;
/** If fewer are left, more are made meanwhile. */
const FEW = 8;

export function openPipes(folder: string): Pipes {
  const ready: { readonly reader: number; readonly writer: number }[] = [];
  let filling: Promise<boolean> | undefined;
  let closed = false;

  async function fill(): Promise<void> {
    await mkdir(folder, { mode: 0o700 });
    try {
      const names = Array.from({ length: BATCH }, (_, i) => join(folder, String(i)));
      await promisify(execFile)("mkfifo", ["-m", "600", ...names]);
      for (const name of names) {
        // A reader that does not wait for a writer, then a writer that finds its reader.
        const reader = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
        ready.push({ reader, writer: openSync(name, constants.O_WRONLY) });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    if (closed) closeAll();
  }

  /** Resolves to true if pipes could be made. */
  function refill(): Promise<boolean> {
    filling ??= fill()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        filling = undefined;
      });
    return filling;
  }

  function closeAll(): void {
    for (const { reader, writer } of ready.splice(0)) {
      closeSync(reader);
      closeSync(writer);
    }
  }

  return {
    async take() {
      while (ready.length === 0) if (!(await refill())) return undefined;
      const pipe = ready.pop()!;
      if (ready.length < FEW) void refill();
      return {
        reader: new Socket({ fd: pipe.reader, readable: true, writable: false }),
        writer: pipe.writer,
      };
    },
    close() {
      closed = true;
      closeAll();
    },
  };
}
