// Draws docs/figures/outage.svg, an outage as the servers see it: requests a call by the second in which the call came.
// `npm run bench:outage` plays the outages and draws it; node bench/runtime/outage-figure.mjs [FILE] draws what was played.
import { readFileSync } from "node:fs";
import { writeFigure } from "../../packages/cli/dist/figures/write-figure.js";

const [file = "docs/benchmarks/runtime-outage.csv"] = process.argv.slice(2);
const panels = { outage: "both replicas answer 500", outageHangs: "both replicas hang" };
/** Those that are drawn, with what they are called; round robin and least outstanding do as a fixed timeout does, or wait. */
const lines = {
  learned: "learned",
  "fixed p95": "fixed p95, 3 attempts",
  cockatiel: "cockatiel, 4 attempts",
};

const [, ...rows] = readFileSync(file, "utf8").trim().split("\n");
const points = rows
  .map((row) => row.split(","))
  .filter(([situation, strategy]) => panels[situation] !== undefined && lines[strategy] !== undefined)
  .map(([situation, strategy, second, calls, failed, requests]) => ({
    panel: panels[situation],
    line: lines[strategy],
    second: Number(second),
    perCall: Number(requests) / Number(calls),
    fails: Number(failed) > Number(calls) / 2,
  }));

/** From the first second in which most calls of the learner fail to the last. */
const bands = Object.values(panels).map((panel) => {
  const seconds = points
    .filter((point) => point.panel === panel && point.line === lines.learned && point.fails)
    .map(({ second }) => second);
  return { panel, from: Math.min(...seconds), to: Math.max(...seconds) + 1, said: "every call fails" };
});

const x = {
  field: "second",
  type: "quantitative",
  title: "second in which the call came",
  scale: { domain: [0, 60] },
};
const within = { type: "quantitative", title: x.title };
await writeFigure("docs/figures/outage.svg", {
  title: "An outage of 20 seconds: requests a call",
  data: { values: [...points, ...bands] },
  facet: {
    column: { field: "panel", sort: Object.values(panels), title: null, header: { labelFontSize: 12 } },
  },
  spec: {
    width: 300,
    height: 200,
    layer: [
      {
        transform: [{ filter: "isValid(datum.from)" }],
        mark: { type: "rect", color: "#808080", opacity: 0.18 },
        encoding: { x: { field: "from", ...within }, x2: { field: "to" } },
      },
      {
        transform: [
          { filter: "isValid(datum.from)" },
          { calculate: "(datum.from + datum.to) / 2", as: "middle" },
        ],
        mark: { type: "text", baseline: "top", y: 6 },
        encoding: { x: { field: "middle", ...within }, text: { field: "said" } },
      },
      {
        transform: [{ filter: "isValid(datum.second)" }],
        mark: { type: "line", interpolate: "step-after", strokeWidth: 2.2 },
        encoding: {
          x,
          y: {
            field: "perCall",
            type: "quantitative",
            title: "requests a call",
            scale: { domain: [0, 4.6] },
          },
          color: {
            field: "line",
            type: "nominal",
            sort: null,
            title: null,
            scale: { domain: Object.values(lines), range: ["#d1495b", "#3a86c8", "#8a8a8a"] },
            legend: { orient: "bottom", symbolSize: 700 },
          },
          strokeDash: {
            field: "line",
            type: "nominal",
            sort: null,
            title: null,
            scale: {
              domain: Object.values(lines),
              range: [
                [1, 0],
                [7, 3],
                [2, 3],
              ],
            },
          },
        },
      },
    ],
  },
});
