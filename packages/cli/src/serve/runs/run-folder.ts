import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { openRunFile, type RunFile } from "./run-file.ts";

/** The most files that are read, and the deepest folders. */
const MAX_FILES = 2_000;
const MAX_DEPTH = 3;
/** The shortest time between two reads of the folder. */
const PAUSE_MS = 250;
/** Reading takes at most so long at a time, since no request is served meanwhile. */
const READ_MS = 50;
/** The pause between two parts of a journal that is too long for one time. */
const READ_ON_MS = 150;

/** The runs of the command whose journals are in a folder. */
export interface RunFolder {
  /** The runs as they are now. */
  all(): RunFile[];
  find(name: string): RunFile | undefined;
  close(): void;
}

/** Called for changes of the runs. */
export interface RunListener {
  /** A trial that was added after the run was read first. */
  onTrial(run: RunFile, trial: Trial, sequence: number): void;
  /** A run that is new, or whose command began or ended. */
  onChange(name: string): void;
  onRemove(name: string): void;
}

export function openRunFolder(
  folder: string | undefined,
  now: () => number,
  listener: RunListener,
): RunFolder {
  const runs = new Map<string, RunFile>();
  /** The version of each file that is not a journal, by name. */
  const others = new Map<string, string>();
  let readAt = -Infinity;
  /** The file to read next, if the time was up. */
  let next = "";
  let readingOn: NodeJS.Timeout | undefined;

  function readRun(path: string, name: string): void {
    const run = runs.get(name);
    const [before, wasWhole] = [run?.state, run?.whole];
    const added = run?.more();
    if (run !== undefined && added !== undefined) {
      if (run.state !== before || !wasWhole) listener.onChange(name);
      const first = run.summary().sequence - added.length;
      added.forEach((trial, place) => {
        listener.onTrial(run, trial, first + place + 1);
      });
      return;
    }
    const opened = openNew(path, name);
    if (opened !== undefined) {
      opened.more();
      runs.set(name, opened);
      listener.onChange(name);
    } else if (runs.delete(name)) listener.onRemove(name);
  }

  function openNew(path: string, name: string): RunFile | undefined {
    const found = statSync(path, { throwIfNoEntry: false });
    const version = `${found?.ino} ${found?.size} ${found?.mtimeMs}`;
    if (found === undefined || others.get(name) === version) return undefined;
    const opened = openRunFile(path, name);
    if (opened === undefined) others.set(name, version);
    return opened;
  }

  function refresh(): void {
    if (folder === undefined || now() - readAt < PAUSE_MS) return;
    readAt = now();
    const names = new Set(filesIn(folder));
    for (const name of [...runs.keys(), ...others.keys()]) {
      if (names.has(name)) continue;
      others.delete(name);
      if (runs.delete(name)) listener.onRemove(name);
    }
    // Journals may be many and long: the rest is read the next time, so that requests are served in between.
    const until = performance.now() + READ_MS;
    for (const name of startingAt([...names], next)) {
      next = name;
      if (performance.now() > until) break;
      readRun(join(folder, name), name);
    }
    readOn(folder, until);
  }

  /** Reads long journals as far as there is time, and goes on after a pause, without a request. */
  function readOn(folder: string, until: number): void {
    const long = [...runs.values()].filter(({ whole }) => !whole);
    for (const { name } of long) {
      while (runs.get(name)?.whole === false && performance.now() < until) readRun(join(folder, name), name);
    }
    if (long.length === 0) return;
    readingOn ??= setTimeout(() => {
      readingOn = undefined;
      readOn(folder, performance.now() + READ_MS);
    }, READ_ON_MS).unref();
  }

  return {
    all() {
      refresh();
      return [...runs.values()];
    },
    find(name) {
      refresh();
      return runs.get(name);
    },
    close: () => clearTimeout(readingOn),
  };
}

/** A sorted list from this name on, and then the names before it. */
function startingAt(names: readonly string[], from: string): string[] {
  return [...names.filter((name) => name >= from), ...names.filter((name) => name < from)];
}

/** Regular files by their path from the folder, without links, locks and the service's own. */
function filesIn(folder: string): string[] {
  const names: string[] = [];
  const walk = (below: string, depth: number): void => {
    for (const entry of entriesOf(join(folder, below))) {
      if (names.length >= MAX_FILES) return;
      const name = below === "" ? entry.name : `${below}${sep}${entry.name}`;
      if (entry.isFile() && !/\.(lock|part)$/.test(name)) names.push(name);
      else if (entry.isDirectory() && depth < MAX_DEPTH && name !== "problems") walk(name, depth + 1);
    }
  };
  walk("", 1);
  return names.sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
