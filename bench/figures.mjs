// Draws the figures of docs/benchmarks/ from the CSV files beside the pages: npm run bench:figures -- [NAME…]
// One row a case, and in it a dot or a bar for each contestant.
import { readFileSync } from "node:fs";
import { writeFigure } from "../packages/cli/dist/figures/write-figure.js";

const COLOURS = ["#d1495b", "#3a86c8", "#8a8a8a", "#e0962e", "#5aa469"];
const SHAPES = ["circle", "square", "triangle-up", "diamond", "cross"];

const panelsOfRun = {
  never: "compared with no cutoff",
  "best fixed": "compared with the best fixed cutoff",
  "best Luby": "compared with Luby and the best base",
};
const namesOfProviders = {
  bimodal: "5% stall",
  thinking: "healthy thinking, 5 to 90 s",
  "by question": "long for 30% of the questions",
  "by attempt": "long in 30% of the attempts",
  trace: "first tokens of 15 models",
};
const whyNotP95 = {
  "60% of inputs are cached": "a database hangs for 20 of 60 s",
  "the first answer takes": "the first answer is 50 times faster",
  "the first 30 answers": "the first 30 answers are 50 times faster",
  "by input, 4%": "4%, then half of the inputs are slow",
  "three arms, lognormal (30 ms, 1.2), independent": "nothing changes",
};
const shortName = (names, text) => names[Object.keys(names).find((start) => text.startsWith(start))];
/** mixture(0.5*exponential(mean=1),0.5*…) as 0.5*exponential(1) + 0.5*… */
const shortLaw = (law) =>
  law
    .replaceAll(/\w+=/g, "")
    .replace(/^mixture\((.*)\)$/, "$1")
    .replaceAll(/,(?=[\d.]+\*)/g, " + ");

const figures = {
  run: {
    title: "Program time of run for 60 tasks, as a ratio to what is best if you know it beforehand",
    rows: () => read("run").filter(({ tasks }) => tasks === "60"),
    row: ({ situation }) => situation,
    panel: ({ compared_with }) => panelsOfRun[compared_with],
    panels: Object.values(panelsOfRun),
    value: "ratio",
    contestant: ({ jobs }) => ({ 1: "one job", 8: "eight jobs" })[jobs],
    axis: "ratio of program time",
    equal: 1,
  },
  "analyze-intervals": {
    title: "Data sets whose 95% interval holds the true gain",
    rows: () => read("analyze-intervals"),
    row: ({ law }) => shortLaw(law),
    value: "held",
    contestant: ({ runs }) => `${Number(runs).toLocaleString("en-US")} runs`,
    axis: "%",
    equal: 95,
  },
  "engine-against-c": {
    title: "Flips of the engine a second",
    rows: () =>
      read("engine-against-c").filter(({ heuristic }) => /^(rnovelty|tabu|probsat)$/.test(heuristic)),
    row: ({ formula }) => formula,
    bars: true,
    value: "million_flips_a_second",
    contestant: ({ heuristic }) => heuristic,
    axis: "millions",
  },
  "decision-cost": {
    title: "One decision and one observation, one arm",
    rows: () => read("decision-cost").filter(({ arms }) => arms === "1"),
    row: ({ policy }) => policy,
    value: "ns",
    contestant: ({ cutoffs }) => `${Number(cutoffs).toLocaleString("en-US")} cutoffs`,
    axis: "nanoseconds",
    log: true,
  },
  "km-ts": {
    title: "Reward at 10,000 rewards, in percent of the best possible",
    rows: () =>
      read("km-ts")
        .filter(({ laws, rewards }) => laws === "drawn" && rewards === "10000")
        .flatMap(({ law, km_ts, best_told }) => [
          { law: `seed ${law.split(":")[0]}`, by: "km-ts, told nothing", share: km_ts },
          {
            law: `seed ${law.split(":")[0]}`,
            by: "the best of those told the best cutoff",
            share: best_told,
          },
        ]),
    row: ({ law }) => law,
    value: "share",
    contestant: ({ by }) => by,
    axis: "%",
    equal: 100,
  },
  "model-calls": {
    title: "Model calls: the slowest hundredth (p99, mean of ten seeds)",
    rows: () => meanOver(read("model-calls"), ["provider", "strategy"], "p99"),
    row: ({ provider }) => namesOfProviders[provider],
    bars: true,
    value: "p99",
    contestant: ({ strategy }) => strategy,
    axis: "seconds",
  },
  "why-not-p95": {
    title: "Failed calls, in percent",
    rows: () =>
      read("runtime-situations")
        .filter(({ situation }) => shortName(whyNotP95, situation) !== undefined)
        .map((row) => ({ ...row, share: (100 * row.failed) / row.calls })),
    row: ({ situation }) => shortName(whyNotP95, situation),
    bars: true,
    value: "share",
    contestant: ({ strategy }) =>
      ({ learned: "learned", "running p95": "cut at p95", "hedge at p95": "hedge at p95" })[strategy],
    axis: "%",
  },
  "ci-step": {
    title: "Good tries killed by a rule that saves 91 to 94% of the hung time",
    rows: () => read("ci-step").filter(({ hung_saved }) => Number(hung_saved) > 0),
    row: ({ by }) => by,
    bars: true,
    value: "good_killed",
    contestant: () => "good tries killed",
    axis: "% of the good tries",
  },
};

/** The rows of a CSV file as objects of texts. */
function read(name) {
  const cells = (line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
    );
  const [head, ...lines] = readFileSync(`docs/benchmarks/${name}.csv`, "utf8").trim().split("\n");
  const columns = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [columns[i], cell])));
}

/** One row for each combination of the columns, with the mean of the value. */
function meanOver(rows, columns, value) {
  const groups = {};
  for (const row of rows) (groups[columns.map((column) => row[column]).join()] ??= []).push(row);
  return Object.values(groups).map((group) => ({
    ...group[0],
    [value]: group.reduce((sum, row) => sum + Number(row[value]), 0) / group.length,
  }));
}

function specOf({ title, rows, row, value, contestant, panel, panels, axis, bars, log, equal }) {
  const points = rows()
    .map((one) => ({
      row: row(one),
      value: Number(one[value]),
      contestant: contestant(one),
      panel: panel?.(one),
    }))
    .filter(({ contestant }) => contestant !== undefined);
  const contestants = [...new Set(points.map((point) => point.contestant))];
  const legend = contestants.length > 1 ? { orient: "bottom", columns: 3 } : null;
  const own = { field: "contestant", type: "nominal", title: null, sort: null };
  const nominal = (range) => ({
    ...own,
    legend,
    scale: { domain: contestants, range: range.slice(0, contestants.length) },
  });
  const x = { field: "value", type: "quantitative", title: axis };
  const y = {
    field: "row",
    type: "nominal",
    sort: null,
    title: null,
    axis: { labelLimit: 500, grid: bars !== true },
  };
  const drawn = bars
    ? [
        { mark: "bar", encoding: { color: nominal(COLOURS) } },
        {
          mark: { type: "text", align: "left", dx: 4, fontSize: 10 },
          encoding: { text: { field: "value", type: "quantitative", format: ".3~r" } },
        },
      ].map((layer) => ({ ...layer, encoding: { x, y, yOffset: own, ...layer.encoding } }))
    : [
        ...(equal === undefined
          ? []
          : [{ mark: { type: "rule", strokeDash: [4, 3] }, encoding: { x: { datum: equal } } }]),
        {
          mark: { type: "point", filled: true, size: 60, opacity: 0.9 },
          encoding: {
            x: { ...x, scale: log ? { type: "log" } : { zero: equal === undefined } },
            y,
            color: nominal(COLOURS),
            shape: nominal(SHAPES),
          },
        },
      ];
  const layers = {
    width: 360,
    height: bars ? { step: 13 * contestants.length + 8, for: "position" } : { step: 17 },
    layer: drawn,
  };
  const data = { values: points };
  if (panel === undefined) return { title, data, ...layers };
  const header = { labelOrient: "top", labelAnchor: "start", labelFontSize: 12 };
  const facet = { row: { field: "panel", sort: panels, title: null, header } };
  return { title, data, facet, spec: layers, resolve: { scale: { y: "independent" } } };
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(figures, name));
if (unknown !== undefined) {
  console.error(`figures: NAME must be one of ${Object.keys(figures).join(", ")}, got ${unknown}`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(figures)) {
  await writeFigure(`docs/figures/${name}.svg`, specOf(figures[name]));
}
