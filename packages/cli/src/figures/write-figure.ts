import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { TopLevelSpec } from "vega-lite";
import { writeText } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";
import { GENERATOR, type PagePart, pageOf } from "./page.ts";
import { type Figure, standAlone, themed } from "./theme.ts";

/**
 * Draws a figure into a file: SVG, or, if its name ends in `.html`, a page with `words` before the figure and with the
 * Vega-Lite specification, data included. Both follow the light or dark mode of the reader's screen.
 */
export async function writeFigure(
  path: string,
  figure: Figure,
  words: readonly PagePart[] = [],
): Promise<void> {
  checkFigurePlace(path);
  if (!path.toLowerCase().endsWith(".html")) {
    writeText(path, standAlone(await drawSvg(themed(figure))));
    return;
  }
  const { title, ...untitled } = figure;
  const svg = await drawSvg(themed(untitled));
  const heading = typeof title === "string" ? title : "Mulligan";
  writeText(path, pageOf(heading, [...words, { kind: "drawing", svg }], figure));
}

/** Resolves to the figure as SVG. Vega is loaded only when something is drawn, since that takes a tenth of a second. */
export async function drawSvg(figure: Figure): Promise<string> {
  const { compile, parse, View } = await import("./vega.ts");
  const view = new View(parse(compile(figure as unknown as TopLevelSpec).spec), { renderer: "none" });
  try {
    return (await view.toSVG()).replace(/^\s*<svg\b/, `$& ${MARK}`);
  } finally {
    view.finalize();
  }
}

/** Marks an SVG as drawn by Mulligan; pages have `GENERATOR`. */
const MARK = 'data-by="mulligan"';
const OURS = new RegExp(`^\\s*<(svg [^>]*${MARK}|!doctype html>[\\s\\S]{0,200}${GENERATOR})`, "i");
/** The first bytes of a file, among which the mark is. */
const MARKED_BYTES = 1_000;

/** Endings of pictures that cannot be drawn. A name with another ending, or none, is drawn as SVG. */
const OTHER_FORMATS = /\.(png|jpe?g|gif|pdf|webp|avif|e?ps|bmp|tiff?)$/i;

/**
 * Refuses a path at which a figure cannot be written. A figure may replace only a figure of Mulligan, so that a slip of the user does not
 * destroy a log or a journal. Commands call this before they start to work.
 */
export function checkFigurePlace(path: string): void {
  const other = OTHER_FORMATS.exec(path)?.[0];
  if (other !== undefined) {
    throw new UsageError(`${path}: must end in .svg or .html, got ${other}`);
  }
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) {
    throw new UsageError(`${path}: cannot be written: ${dirname(path)} must be an existing folder`);
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size === 0 || isOurs(path)) return;
  throw new UsageError(`${path}: must be a new file or a figure of Mulligan, got another file`);
}

/** True if a file is a figure or a page that Mulligan wrote. */
export function isOurs(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MARKED_BYTES);
    return OURS.test(bytes.toString("utf8", 0, readSync(file, bytes)));
  } finally {
    closeSync(file);
  }
}
