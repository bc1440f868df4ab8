/**
 * A Vega-Lite specification with its data. The code that writes one is checked against Vega-Lite's own type, which stays inside: a program that
 * uses figures needs no `vega-lite`.
 */
export interface Figure {
  readonly config?: { readonly axis?: object; readonly legend?: object; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

/** Text and lines have the colour of the surrounding page, so that they can be read in light and dark mode. */
const TEXT = "currentColor";
const GRID = "#80808040";
const LINE = "#808080";

/** Returns a figure in the theme, without a background. */
export function themed(figure: Figure): Figure {
  const axis = { labelColor: TEXT, titleColor: TEXT, gridColor: GRID, domainColor: LINE, tickColor: LINE };
  return {
    ...figure,
    background: "transparent",
    config: {
      axis: { ...axis, labelFontSize: 11, titleFontSize: 12, titleFontWeight: "normal" },
      legend: {
        labelColor: TEXT,
        titleColor: TEXT,
        labelLimit: 600,
        labelFontSize: 12,
        symbolStrokeWidth: 2.5,
        symbolOpacity: 1,
      },
      title: { color: TEXT, fontSize: 13, fontWeight: "normal", anchor: "start" },
      header: { labelColor: TEXT, titleColor: TEXT },
      view: { stroke: "transparent" },
      rule: { color: LINE },
      tick: { color: LINE },
      text: { color: TEXT },
    },
  };
}

/** Returns an SVG for a file of its own, which follows the light or dark mode of the viewer. */
export function standAlone(svg: string): string {
  const style =
    "<style>svg{color:#222;background:#fff}@media (prefers-color-scheme:dark){svg{color:#ddd;background:#16181d}}</style>";
  return svg.replace(/<svg[^>]*>/, (tag) => `${tag}${style}`);
}
