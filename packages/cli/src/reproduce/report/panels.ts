import type { TopLevelSpec } from "vega-lite";
import { themed } from "../../figures/theme.ts";

/** Of a panel on the page, which must be read on a telephone too. */
const WIDTH = 320;

/** A figure as the page shows it: panel by panel, each as wide as a telephone, its legend below. */
export function panelsOf(figure: TopLevelSpec): TopLevelSpec[] {
  if (!("concat" in figure)) return [narrow(figure)];
  const { $schema } = figure;
  return figure.concat.map((panel) =>
    narrow({ ...($schema === undefined ? {} : { $schema }), ...panel } as TopLevelSpec),
  );
}

function narrow(figure: TopLevelSpec): TopLevelSpec {
  const given = "width" in figure && typeof figure.width === "number" ? figure.width : WIDTH;
  const { config, ...rest } = themed(figure);
  const legend = {
    ...config?.legend,
    orient: "bottom",
    direction: "vertical",
    columns: 2,
    labelLimit: 190,
  } as const;
  return { ...rest, width: Math.min(given, WIDTH), config: { ...config, legend } } as TopLevelSpec;
}
