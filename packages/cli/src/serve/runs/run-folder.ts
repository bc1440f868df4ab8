import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { openRunFile, type RunFile } from "./run-file.ts";

/** Files that are looked at, and folders in folders. */
const MAX_FILES = 2_000;
const MAX_DEPTH = 3;
/** Looking again sooner would show nothing that anybody could see. */
const PAUSE_MS = 250;
/** And so long at most, in which nobody else is served. */
const LOOK_MS = 50;
/** Between two parts of a journal that is too long for one look. */
const READ_ON_MS = 150;

/** The runs of the command whose journals are in a folder. */
export interface RunFolder {
  /** As they are now. */
  all(): RunFile[];
  find(name: string): RunFile | undefined;
  close(): void;
}

/** Who hears of runs. */
export interface RunListener {
  /** A trial that was added since the run was first seen. */
  onTrial(run: RunFile, trial: Trial, sequence: number): void;
  /** A run that is new, or whose command began or ended. */
  onChange(name: string): void;
  onRemove(name: string): void;
}

export function openRunFolder(folder: string | undefined, now: () => number, told: RunListener): RunFolder {
  const runs = new Map<string, RunFile>();
  /** Files that are no journals, as they were when that was seen. */
  const others = new Map<string, string>();
  let looked = -Infinity;
  /** Who was to be looked at next when the time was up. */
  let next = "";
  let readingOn: NodeJS.Timeout | undefined;

  function look(path: string, name: string): void {
    const run = runs.get(name);
    const [wasLive, wasWhole] = [run?.live, run?.whole];
    const added = run?.more();
    if (run !== undefined && added !== undefined) {
      if (run.live !== wasLive || !wasWhole) told.onChange(name);
      const before = run.summary().sequence - added.length;
      added.forEach((trial, place) => {
        told.onTrial(run, trial, before + place + 1);
      });
      return;
    }
    const opened = opening(path, name);
    if (opened !== undefined) {
      opened.more();
      runs.set(name, opened);
      told.onChange(name);
    } else if (runs.delete(name)) told.onRemove(name);
  }

  function opening(path: string, name: string): RunFile | undefined {
    const found = statSync(path, { throwIfNoEntry: false });
    const version = `${found?.ino} ${found?.size} ${found?.mtimeMs}`;
    if (found === undefined || others.get(name) === version) return undefined;
    const opened = openRunFile(path, name);
    if (opened === undefined) others.set(name, version);
    return opened;
  }

  function refresh(): void {
    if (folder === undefined || now() - looked < PAUSE_MS) return;
    looked = now();
    const names = new Set(filesIn(folder));
    for (const name of [...runs.keys(), ...others.keys()]) {
      if (names.has(name)) continue;
      others.delete(name);
      if (runs.delete(name)) told.onRemove(name);
    }
    // Journals may be many and long, and others want to be served: the rest has its turn the next time.
    const until = performance.now() + LOOK_MS;
    for (const name of inTurn([...names], next)) {
      next = name;
      if (performance.now() > until) break;
      look(join(folder, name), name);
    }
    readOn(folder, until);
  }

  /** Long journals, as far as there is time; then after a moment for others, whether anybody asks again or not. */
  function readOn(folder: string, until: number): void {
    const long = [...runs.values()].filter(({ whole }) => !whole);
    for (const { name } of long) {
      while (runs.get(name)?.whole === false && performance.now() < until) look(join(folder, name), name);
    }
    if (long.length === 0) return;
    readingOn ??= setTimeout(() => {
      readingOn = undefined;
      readOn(folder, performance.now() + LOOK_MS);
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

/** All of a sorted list, from this one on, and then those before it. */
function inTurn(names: readonly string[], from: string): string[] {
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
