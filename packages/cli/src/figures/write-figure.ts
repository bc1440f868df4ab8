import type { TopLevelSpec } from "vega-lite";
import { writeText } from "../shell/files.ts";
import { checkFigurePlace, DRAWN_BY, signed } from "./figure-place.ts";

/**
 * Draws a figure into a file: SVG, or, if its name ends in `.html`, one page that needs nothing else and
 * carries the Vega-Lite specification, data included. Loads vega, which takes a while, only here.
 */
export async function writeFigure(path: string, figure: TopLevelSpec): Promise<void> {
  checkFigurePlace(path);
  const svg = await drawFigure(figure);
  writeText(path, path.toLowerCase().endsWith(".html") ? pageOf(svg, figure) : svg);
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

function pageOf(svg: string, figure: TopLevelSpec): string {
  const title = typeof figure.title === "string" ? figure.title : "Mulligan";
  const specification = JSON.stringify(figure).replaceAll("<", "\\u003c");
  return `<!doctype html>
<meta charset="utf-8">
${DRAWN_BY.page}
<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>
<style>body { margin: 2rem; font-family: sans-serif } svg { max-width: 100%; height: auto }</style>
${svg}
<script type="application/json" id="vega-lite">${specification}</script>
`;
}
