import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../shell/usage-error.ts";

/** Stands at the beginning of every figure and page of ours. */
export const DRAWN_BY = { page: '<meta name="generator" content="Mulligan">', figure: 'data-by="mulligan"' };
const OURS =
  /^\s*<(svg [^>]*data-by="mulligan"|!doctype html>[\s\S]{0,200}<meta name="generator" content="Mulligan">)/i;
const ENOUGH = 1_000;

/** What pictures are called that we cannot draw; a name without any of these is drawn as SVG. */
const OTHER_FORMATS = /\.(png|jpe?g|gif|pdf|webp|avif|e?ps|bmp|tiff?)$/i;

/**
 * A figure may replace one of ours, and nothing else: a slip must not cost a log, a journal or somebody's page. Asked
 * before the work is done: whoever waited for hours should not learn then that there is no such folder.
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
  if (found?.isFile() !== true || found.size === 0 || isOurs(path)) return;
  throw new UsageError(`${path}: must be a new file, or a figure of ours to be replaced, got another`);
}

/** Whether a file begins as what we draw does. */
export function isOurs(path: string): boolean {
  return OURS.test(beginningOf(path));
}

/** A drawing that will be known as ours. */
export function signed(svg: string): string {
  return svg.replace(/^\s*<svg\b/, `$& ${DRAWN_BY.figure}`);
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
