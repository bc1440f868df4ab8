import type { TopLevelSpec } from "vega-lite";
import { themed } from "../../figures/theme.ts";

/** Of a panel on the page, which must be read on a telephone too. */
const WIDTH = 320;

/** One panel of a figure, for the page. */
export interface Panel {
  /** Stands above it as text of the page: what draws takes letters for wider than they are, and makes room for them. */
  readonly title: string;
  readonly spec: TopLevelSpec;
}

/** A figure as the page shows it: panel by panel, each as wide as a telephone, its legend below. */
export function panelsOf(figure: TopLevelSpec): Panel[] {
  const panels = "concat" in figure ? (figure.concat as TopLevelSpec[]) : [figure];
  return panels.map((panel) => {
    const { title, ...rest } = panel;
    return { title: textOf(title), spec: narrow(rest as TopLevelSpec) };
  });
}

function textOf(title: TopLevelSpec["title"]): string {
  if (typeof title === "string") return title;
  return title !== undefined && "text" in title && typeof title.text === "string" ? title.text : "";
}

function narrow(figure: TopLevelSpec): TopLevelSpec {
  const given = "width" in figure && typeof figure.width === "number" ? figure.width : WIDTH;
  const { config, ...rest } = themed(figure);
  const long = longestWord(figure) > 20;
  const legend = {
    ...config?.legend,
    orient: "bottom",
    direction: "vertical",
    columns: long ? 1 : 2,
    labelFontSize: 11,
    // Half as much again as they take: letters are taken for wider than they are here too.
    labelLimit: long ? 430 : 190,
  } as const;
  return { ...rest, width: Math.min(given, WIDTH), config: { ...config, legend } } as TopLevelSpec;
}

/** Of the words in the data, which a legend may have to show. */
function longestWord(part: unknown): number {
  if (typeof part !== "object" || part === null) return 0;
  if ("values" in part && Array.isArray(part.values)) {
    const words = part.values.flatMap((value) => Object.values(value).filter((of) => typeof of === "string"));
    return Math.max(0, ...words.map((word) => word.length));
  }
  return Math.max(0, ...Object.values(part).map(longestWord));
}
