// Do analyze's intervals hold the truth where the same input is tried again? Seeded data sets of inputs that differ, each
// run a few times: node bench/cli/coverage-instances.mjs [INPUTS,INPUTS… [RUNS,RUNS… [SETS [FIRST SEED]]]]; with 60 2,4 100 as
// docs/benchmarks/analyze-inputs.csv. Shares are in percent.

import { analyse } from "@mulligan/core/analysis";
import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { csvLine } from "../report.mjs";

const list = (text) => text.split(",").map(Number);
const inputs = list(process.argv[2] ?? "30,60,200");
const repeats = list(process.argv[3] ?? "2,3,5");
const sets = Number(process.argv[4] ?? 300);
const first = Number(process.argv[5] ?? 0);

// A run takes the level of its input times a draw of its own.
const hangs = "mixture(0.9*uniform(low=0.8,high=1.2),0.1*uniform(low=20,high=40))";
const shapes = [
  // [between, within]; nothing is to be gained.
  ["lognormal(median=1,sigma=1)", "constant(value=1)"],
  ["pareto(scale=1,shape=1.2)", "uniform(low=0.95,high=1.05)"],
  ["constant(value=1)", "exponential(mean=1)"],
  ["lognormal(median=1,sigma=0.5)", "exponential(mean=1)"],
  ["lognormal(median=1,sigma=1.5)", "exponential(mean=1)"],
  ["lognormal(median=1,sigma=1)", "gamma(shape=3,scale=0.5)"],
  ["mixture(0.8*constant(value=1),0.2*constant(value=30))", "uniform(low=0.8,high=1.2)"],
  // Something is.
  ["constant(value=1)", hangs],
  ["lognormal(median=1,sigma=0.3)", hangs],
  ["lognormal(median=1,sigma=1)", hangs],
  ["lognormal(median=1,sigma=0.5)", "lognormal(median=1,sigma=1.5)"],
  ["lognormal(median=1,sigma=1)", "lognormal(median=1,sigma=1.5)"],
  ["lognormal(median=1,sigma=1)", "mixture(0.5*exponential(mean=0.3),0.5*exponential(mean=20))"],
  ["lognormal(median=1,sigma=0.5)", "pareto(scale=1,shape=1.5)"],
];

const MOST_RESTARTS = 9;

/** The gain of the best cutoff, by playing "cut up to so many times, then wait" at very many inputs. */
function truthOf(between, within, restarts) {
  const random = stream(1, "truth");
  const played = 100_000;
  const levels = Array.from({ length: played }, () => between.sample(random));
  const draws = levels.map((level) =>
    Array.from({ length: restarts + 1 }, () => level * within.sample(random)),
  );
  // The mean over the orders of the same draws has less noise.
  const sorted = draws.map(([time]) => time).toSorted((a, b) => a - b);
  const cutoffs = Array.from({ length: 80 }, (_, k) => sorted[Math.floor(((k + 0.5) / 80) * played)]);
  const total = (cost) => draws.reduce((sum, times) => sum + cost(times), 0);
  const wait = total((times) => times.reduce((sum, time) => sum + time, 0) / times.length);
  const gains = cutoffs.map(
    (cutoff) =>
      wait /
      total((times) => {
        let spent = 0;
        for (let i = 0; i < restarts; i++) {
          if (times[i] <= cutoff) return spent + times[i];
          spent += cutoff;
        }
        return spent + times[restarts];
      }),
  );
  return Math.max(1, ...gains);
}

const percent = (count) => `${((100 * count) / sets).toFixed(count === 0 || count === sets ? 0 : 1)}`;
const brief = (value) => (value > 1e6 ? "inf" : value.toPrecision(3));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

console.log("between,within,inputs,runs_each,true_gain,held,yes,no,unclear,median_low,median_high");
for (const [outer, inner] of shapes) {
  const [between, within] = [outer, inner].map(parseLaw);
  for (const each of repeats) {
    const truth = truthOf(between, within, Math.min(each - 1, MOST_RESTARTS));
    for (const count of inputs) {
      const results = Array.from({ length: sets }, (_, set) => {
        const random = stream(first + set, "coverage");
        const rows = Array.from({ length: count }, (_, instance) => {
          const level = between.sample(random);
          return Array.from({ length: each }, () => ({
            arm: "a",
            instance: String(instance),
            time: level * within.sample(random),
            completed: true,
            reward: 1,
          }));
        }).flat();
        return analyse("a", rows, { seed: first + set });
      });
      const share = (holds) => percent(results.filter(holds).length);
      // The truth itself is known to half a percent.
      const cells = [
        outer,
        inner,
        count,
        each,
        brief(truth),
        share(({ gain }) => gain.low <= truth * 1.005 && truth <= gain.high * 1.005),
        ...["yes", "no", "unclear"].map((verdict) => share(({ restart }) => restart === verdict)),
        ...["low", "high"].map((limit) => brief(median(results.map(({ gain }) => gain[limit])))),
      ];
      console.log(csvLine(cells));
    }
  }
}
