import type { TopLevelSpec } from "vega-lite";
import { writeText } from "../shell/files.ts";
import { checkFigurePlace, signed } from "./figure-place.ts";
import { type PagePart, pageOf } from "./page.ts";
import { standAlone, themed } from "./theme.ts";

/**
 * Draws a figure into a file: SVG, or, if its name ends in `.html`, one page that needs nothing else, with `words` before
 * the figure and with the Vega-Lite specification, data included. Both are light or dark as their reader's screen is.
 * Loads vega, which takes a while, only here.
 */
export async function writeFigure(
  path: string,
  figure: TopLevelSpec,
  words: readonly PagePart[] = [],
): Promise<void> {
  checkFigurePlace(path);
  if (!path.toLowerCase().endsWith(".html")) {
    writeText(path, standAlone(await drawFigure(themed(figure))));
    return;
  }
  const { title, ...untitled } = figure;
  const svg = await drawFigure(themed(untitled as TopLevelSpec));
  const heading = typeof title === "string" ? title : "Mulligan";
  writeText(path, pageOf(heading, [...words, { kind: "drawing", svg }], figure));
}

/** The figure as SVG, without a browser. */
export async function drawFigure(figure: TopLevelSpec): Promise<string> {
  const [{ compile }, vega] = await Promise.all([import("vega-lite"), import("vega")]);
  const view = new vega.View(vega.parse(compile(figure).spec), { renderer: "none" });
  try {
    return signed(await view.toSVG());
  } finally {
    view.finalize();
  }
}
