import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

/** Both ends of a pipe. The caller closes `writer` after passing it to a program. */
export interface Pipe {
  readonly reader: Readable;
  /** A descriptor. */
  readonly writer: number;
}

/**
 * Pipes for the output of programs. The pipes of Node are sockets, which a program cannot open as `/dev/stdout`, as `minisat FILE
 * /dev/stdout` does. Node cannot create a real pipe, but mkfifo(1) can. One call creates a few dozen; both ends are opened and the names
 * removed, so that only one program uses each. If a crash comes in between, the watchdog removes them.
 */
export interface Pipes {
  /** Undefined without mkfifo, or without free descriptors: then a socket is used. */
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
      await promisify(execFile)("mkfifo", names);
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
