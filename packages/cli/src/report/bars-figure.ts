import type { TopLevelSpec } from "vega-lite";
import type { End, Tried } from "./tried.ts";

/** More rows are slower to draw than to make, and nobody reads them. */
const MAX_TASKS = 60;
const MAX_BARS = 5_000;
const ROW_HEIGHT = 14;
const ENDS: readonly End[] = ["solved", "failed", "cut", "stopped"];
const COLOURS = ["#2a9d5c", "#d0453a", "#d9a441", "#8a8f98"];
/** Also without colours: how thick a bar is, and what stands at its end. */
const THICKNESS = { solved: 10, failed: 10, cut: 4, stopped: 4 };
const MARKS = { solved: "✓", failed: "✗", cut: "", stopped: "■" };

/** The tries at each task one after the other, as bars: how long each took, and how it ended. */
export function barsFigure(tried: readonly Tried[], unit: string): TopLevelSpec {
  const tasks = [...new Set(tried.map(({ task }) => task))];
  const shown = new Set(tasks.slice(0, MAX_TASKS));
  const clocks = new Map<string, number>();
  const bars = tried
    .filter(({ task }) => shown.has(task))
    .slice(0, MAX_BARS)
    .map(({ task, arm, end, spent }) => {
      const from = clocks.get(task) ?? 0;
      clocks.set(task, from + spent);
      return { task, arm, end, from, to: from + spent, mark: MARKS[end] };
    });
  const y = {
    field: "task",
    type: "nominal",
    sort: null,
    title: null,
    axis: { labelLimit: 160, ticks: false },
  } as const;
  const x = { field: "from", type: "quantitative", title: `${unit} spent on the task` } as const;
  const color = {
    field: "end",
    type: "nominal",
    title: "try",
    scale: { domain: [...ENDS], range: COLOURS },
  } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Tries at each task",
    width: 560,
    height: Math.max(1, shown.size) * ROW_HEIGHT,
    data: { values: bars },
    layer: [
      ...ENDS.map((end) => ({
        transform: [{ filter: `datum.end === "${end}"` }],
        mark: { type: "bar" as const, size: THICKNESS[end], stroke: "#80808080", strokeWidth: 0.5 },
        encoding: { y, x, x2: { field: "to" }, color },
      })),
      {
        mark: { type: "tick", thickness: 1, size: 8, color: "#808080" },
        encoding: { y, x: { field: "to", type: "quantitative" } },
      },
      {
        mark: { type: "text", align: "left", dx: 2, fontSize: 10 },
        encoding: { y, x: { field: "to", type: "quantitative" }, text: { field: "mark" } },
      },
    ],
  };
}

/** What a figure leaves out, in words; undefined if it shows all. */
export function leftOut(tried: readonly Tried[]): string | undefined {
  const tasks = new Set(tried.map(({ task }) => task)).size;
  if (tasks > MAX_TASKS) return `The first ${MAX_TASKS} of ${tasks} tasks.`;
  return tried.length > MAX_BARS ? `The first ${MAX_BARS} of ${tried.length} tries.` : undefined;
}
