import "./measure-text.ts";
import { type Figure, themed } from "mulligan/figures";
import { parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import type { DrawReply, DrawRequest } from "./still-figure.tsx";

/*
 * Vega is larger than all the rest of the page, and takes a tenth of a second and more for a figure, in which the page
 * could not be scrolled: so it has a worker of its own. Expressions are interpreted, since the page forbids `eval`.
 */
self.onmessage = async ({ data: { number, figure, width, colours } }: MessageEvent<DrawRequest>) => {
  let reply: DrawReply;
  try {
    reply = { number, svg: await figureSvg(figure, width, colours) };
  } catch (error) {
    reply = { number, problem: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};

/** Draws a figure of the command as SVG, in the colours of the page and as wide as there is room. */
async function figureSvg(figure: Figure, width: number, colours: readonly string[]): Promise<string> {
  const { spec } = compile(fitted(themed(figure), width, colours));
  const view = new View(parse(spec, undefined, { ast: true }), {
    renderer: "none",
    expr: expressionInterpreter,
  });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** In pixels: a name in a legend with its key, and the key with its margins. */
const NAME_WIDTH = 160;
const KEY_WIDTH = 36;

/** Leaves out the title, which the page already shows, and puts the legend below, where it has more room. */
function fitted(figure: Figure, width: number, colours: readonly string[]): TopLevelSpec {
  const { title: _, ...untitled } = figure;
  const { legend, axis } = figure.config ?? {};
  const columns = Math.max(1, Math.min(3, Math.floor(width / NAME_WIDTH)));
  return {
    ...untitled,
    ...("width" in figure ? { width, autosize: { type: "fit-x", contains: "padding" } } : {}),
    config: {
      ...figure.config,
      // Numbers would touch in a narrow figure.
      axis: { ...axis, labelSeparation: 8 },
      legend: {
        ...legend,
        orient: "bottom",
        titleFontWeight: "normal",
        columns,
        labelLimit: Math.floor(width / columns) - KEY_WIDTH,
      },
      range: { category: [...colours] },
    },
  } as TopLevelSpec;
}
