// How the regret of `km-ts`, told nothing, grows from 10³ to 10⁶ rewards, on four laws, with one arm and with five,
// beside the lower bound for one arm on nine cutoffs around the best. Pseudo-regret: what the decisions cost on
// average, whatever luck the draws had. Seeded. `npm run bench regret` prints the table and draws
// docs/figures/km-ts-regret.svg.
import { parseLaw, rewardOne, scaled } from "@mulligan/core/distributions";
import { runExperiment, stationary } from "@mulligan/core/simulate";
import { knownArm, optimal } from "@mulligan/core/theory";
import { regretLowerBound } from "@mulligan/paper/bounds";
import { writeFigure } from "../../packages/cli/dist/figures/write-figure.js";
import { row, title } from "../report.mjs";

const laws = {
  lognormal: "lognormal(median=0.9,sigma=1.2)",
  Pareto: "pareto(scale=0.3,shape=1.2)",
  "two speeds": "mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*exponential(mean=20))",
  atoms: "mixture(0.3*constant(value=1.03),0.2*constant(value=3.41),0.5*constant(value=48.1))",
};
const REWARDS = [1e3, 1e4, 1e5, 1e6];
/** The other arms are slower by these factors. */
const SLOWER = [1, 1.3, 1.7, 2.2, 3];

function armsOf(law, count) {
  return SLOWER.slice(0, count).map((factor, i) =>
    knownArm(rewardOne(factor === 1 ? parseLaw(law) : scaled(factor, parseLaw(law))), { name: `a${i}` }),
  );
}

function lowerBound(arms) {
  const { cutoff } = optimal(arms);
  const nine = Array.from({ length: 9 }, (_, i) => cutoff * 10 ** ((i - 4) / 8));
  return regretLowerBound(arms, nine)?.coefficient ?? 0;
}

function spec(points) {
  return {
    data: { values: points },
    facet: { column: { field: "law", sort: Object.keys(laws), title: null } },
    spec: {
      width: 150,
      height: 160,
      mark: { type: "line", point: true },
      encoding: {
        x: {
          field: "rewards",
          type: "quantitative",
          scale: { type: "log" },
          axis: { format: "~e" },
          title: "τ·r*, rewards",
        },
        y: { field: "regret", type: "quantitative", scale: { type: "log" }, title: "regret, rewards" },
        color: { field: "line", type: "nominal", title: null, legend: { orient: "bottom" } },
        strokeDash: { field: "line", type: "nominal", title: null },
      },
    },
  };
}

export async function benchRegret() {
  title("Pseudo-regret of km-ts, in rewards", [
    "law",
    "arms",
    "runs",
    ...REWARDS.map((count) => count.toLocaleString("en-US")),
    "last decade",
    "lower bound",
  ]);
  const points = [];
  for (const [name, law] of Object.entries(laws)) {
    for (const [count, runs] of [
      [1, 6],
      [5, 2],
    ]) {
      const arms = armsOf(law, count);
      const { rate } = optimal(arms);
      const regrets = runExperiment({
        environment: stationary(arms),
        policies: [{ name: "km-ts" }],
        horizons: REWARDS.map((rewards) => rewards / rate),
        runs,
        seed: 14,
      }).map(({ pseudoRegret }) => pseudoRegret.mean);
      const line = count === 1 ? "km-ts, one arm" : "km-ts, five arms";
      points.push(...REWARDS.map((rewards, i) => ({ law: name, line, rewards, regret: regrets[i] })));
      const bound = count === 1 ? lowerBound(arms) : 0;
      if (bound > 0) {
        const below = REWARDS.map((rewards) => ({ rewards, regret: bound * Math.log(rewards / rate) }));
        points.push(...below.map((point) => ({ law: name, line: "lower bound", ...point })));
      }
      row([
        name,
        count,
        runs,
        ...regrets.map((regret) => regret.toFixed(0)),
        `× ${(regrets[3] / regrets[2]).toFixed(1)}`,
        bound > 0 ? `${bound.toFixed(1)}·log τ` : "–",
      ]);
    }
  }
  await writeFigure("docs/figures/km-ts-regret.svg", spec(points));
}
