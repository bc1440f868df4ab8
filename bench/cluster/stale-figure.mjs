// Draws docs/figures/stale-statistics.svg of docs/benchmarks/stale-statistics.csv. `npm run bench stale` plays and draws;
// node bench/cluster/stale-figure.mjs draws what was played.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { writeFigure } from "../../packages/cli/dist/figures/write-figure.js";

const COUNTS = [10, 100, 1_000, 10_000];

export async function drawStale() {
  const [, ...rows] = readFileSync("docs/benchmarks/stale-statistics.csv", "utf8").trim().split("\n");
  const points = rows
    .map((line) => /^(.*?),"(.*?)",(.*)$/.exec(line).slice(1))
    .map(([kind, law, rest]) => ({ kind, law, rest: rest.split(",") }))
    .filter(({ kind, rest: [, workers, , refresh] }) => {
      return kind === "fresh tasks" && refresh === "8" && COUNTS.includes(Number(workers));
    })
    .map(({ law, rest: [policy, workers, tasks, , , , lost] }) => ({
      law,
      policy,
      workers: Number(workers),
      tasks: `${tasks} tasks a worker`,
      lost: 100 * Number(lost),
    }));
  await writeFigure("docs/figures/stale-statistics.svg", spec(points));
}

function spec(points) {
  return {
    data: { values: points },
    facet: {
      column: { field: "law", sort: points.map(({ law }) => law), title: null },
      row: { field: "tasks", title: null },
    },
    spec: {
      width: 150,
      height: 140,
      mark: { type: "line", point: true },
      encoding: {
        x: {
          field: "workers",
          type: "quantitative",
          scale: { type: "log" },
          axis: { values: COUNTS, format: "~s" },
          title: "workers",
        },
        // Even near 0, where a loss is luck, and like a logarithm far from it.
        y: {
          field: "lost",
          type: "quantitative",
          scale: { type: "symlog", constant: 5 },
          axis: { values: [-20, 0, 5, 20, 50, 200, 500] },
          title: "work lost, in percent",
        },
        color: { field: "policy", type: "nominal", title: null, legend: { orient: "bottom" } },
        strokeDash: { field: "policy", type: "nominal", title: null },
      },
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await drawStale();
