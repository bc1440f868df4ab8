import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../shell/usage-error.ts";

const FIGURE = /^\s*<(svg|!doctype html)/i;
const ENOUGH = 100;

/** What pictures are called that we cannot draw; a name without any of these is drawn as SVG. */
const OTHER_FORMATS = /\.(png|jpe?g|gif|pdf|webp|avif|e?ps|bmp|tiff?)$/i;

/**
 * A figure may replace a figure, and nothing else: a slip must not cost a log or a journal. Asked before the work is
 * done: whoever waited for hours should not learn then that there is no such folder.
 */
export function checkFigurePlace(path: string): void {
  const other = OTHER_FORMATS.exec(path)?.[0];
  if (other !== undefined) {
    throw new UsageError(`${path}: must end in .svg or .html, which are what can be drawn, got ${other}`);
  }
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) {
    throw new UsageError(`${path}: cannot be written: ${dirname(path)} must be a folder that is there`);
  }
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
