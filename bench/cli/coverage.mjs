// Do analyze's intervals hold the truth, and are its verdicts right? Seeded data sets of known laws:
// node bench/cli/coverage.mjs [RUNS,RUNS… [SETS [FIRST SEED]]] > docs/benchmarks/analyze-intervals.csv; ten minutes for the
// default, 100,300,1000 and 300. Shares are in percent.

import { analyse } from "@mulligan/core/analysis";
import { parseLaw, rewardOne } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { knownArm, restartPays } from "@mulligan/core/theory";
import { csvLine } from "../report.mjs";

const sizes = (process.argv[2] ?? "100,300,1000").split(",").map(Number);
const sets = Number(process.argv[3] ?? 300);
const first = Number(process.argv[4] ?? 0);

const laws = [
  // Nothing to be gained.
  "exponential(mean=1)",
  "uniform(low=0,high=1)",
  "lognormal(median=1,sigma=0.2)",
  "lognormal(median=1,sigma=0.5)",
  "gamma(shape=3,scale=0.5)",
  // A little, or very much.
  "lognormal(median=1,sigma=1)",
  "lognormal(median=0.9,sigma=1.2)",
  "lognormal(median=1,sigma=1.5)",
  "lognormal(median=1,sigma=1.8)",
  "lognormal(median=1,sigma=2)",
  "shift(by=0.5,lognormal(median=1,sigma=1.6))",
  "pareto(scale=1,shape=2.5)",
  "pareto(scale=1,shape=2)",
  "pareto(scale=1,shape=1.5)",
  "pareto(scale=1,shape=1.2)",
  "pareto(scale=1,shape=1.1)",
  "pareto(scale=1,shape=0.9)",
  "mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*exponential(mean=20))",
  "mixture(0.1*shift(by=0.2,exponential(mean=0.3)),0.9*exponential(mean=5))",
  "mixture(0.1*uniform(low=8,high=12),0.9*uniform(low=900,high=1100))",
  "mixture(0.02*uniform(low=8,high=12),0.98*uniform(low=900,high=1100))",
  "mixture(0.3*uniform(low=0.5,high=1.5),0.7*uniform(low=10,high=30))",
  "mixture(0.9*lognormal(median=1,sigma=0.3),0.1*exponential(mean=30))",
  "mixture(0.8*gamma(shape=4,scale=0.25),0.2*exponential(mean=20))",
  // The best cutoff is 0, which no data show.
  "mixture(0.5*exponential(mean=0.3),0.5*exponential(mean=20))",
  "mixture(0.7*exponential(mean=1),0.3*exponential(mean=100))",
  "mixture(0.9*exponential(mean=1),0.1*exponential(mean=10))",
  "mixture(0.2*exponential(mean=1),0.8*exponential(mean=20))",
  "mixture(0.05*exponential(mean=1),0.95*exponential(mean=50))",
  "weibull(scale=1,shape=0.7)",
  "weibull(scale=1,shape=0.5)",
];

const percent = (count) => `${((100 * count) / sets).toFixed(count === 0 || count === sets ? 0 : 1)}`;
const brief = (value) => (value > 1e6 ? "inf" : value.toPrecision(3));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

console.log("law,true_gain,runs,held,below,above,yes,no,unclear,median_low,median_high");
for (const notation of laws) {
  const law = parseLaw(notation);
  const { gain: truth } = restartPays(knownArm(rewardOne(law)));
  for (const runs of sizes) {
    const results = Array.from({ length: sets }, (_, set) => {
      const seed = first + set;
      const random = stream(seed, "coverage");
      const rows = Array.from({ length: runs }, () => ({
        arm: "a",
        time: law.sample(random),
        completed: true,
        reward: 1,
      }));
      return analyse("a", rows, { seed });
    });
    const count = (holds) => percent(results.filter(holds).length);
    const cells = [
      notation,
      brief(truth),
      runs,
      count(({ gain }) => gain.low <= truth && truth <= gain.high),
      count(({ gain }) => gain.high < truth),
      count(({ gain }) => gain.low > truth),
      ...["yes", "no", "unclear"].map((verdict) => count(({ restart }) => restart === verdict)),
      ...["low", "high"].map((limit) => brief(median(results.map(({ gain }) => gain[limit])))),
    ];
    console.log(csvLine(cells));
  }
}
