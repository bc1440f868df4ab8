import { closeSync, openSync, readSync, statSync } from "node:fs";
import { UsageError } from "../shell/usage-error.ts";

const FIGURE = /^\s*<(svg|!doctype html)/i;
const ENOUGH = 100;

/** A figure may replace a figure, and nothing else: a slip must not cost a log or a journal. */
export function checkFigurePlace(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size === 0 || FIGURE.test(beginningOf(path))) return;
  throw new UsageError(`${path}: must be a new file, or a figure to be replaced, got a file that is none`);
}

function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(ENOUGH);
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
