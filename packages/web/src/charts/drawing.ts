import { themed } from "mulligan/figures";
import { parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";

/*
 * In a worker of its own (`drawing-worker.ts`), since Vega is larger than all the rest of the page. What stands in
 * specifications is interpreted: the page forbids `eval`.
 */

/** Draws a figure of the command's as SVG, in the colours of the page and as wide as there is room. */
export async function drawFigure(
  figure: TopLevelSpec,
  width: number,
  colours: readonly string[],
): Promise<string> {
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

/** In pixels, of a name in a legend with its key, and of the key with the margins. */
const NAME_WIDTH = 160;
const KEY_WIDTH = 36;

/** The title stands above it in the page already, and the legend has more room below. */
function fitted(figure: TopLevelSpec, width: number, colours: readonly string[]): TopLevelSpec {
  const { title: _, ...untitled } = figure;
  const { legend, axis } = figure.config ?? {};
  const columns = Math.max(1, Math.min(3, Math.floor(width / NAME_WIDTH)));
  return {
    ...untitled,
    ...("width" in figure ? { width, autosize: { type: "fit-x", contains: "padding" } } : {}),
    config: {
      ...figure.config,
      // In a narrow figure numbers would touch.
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
