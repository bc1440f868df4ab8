// Do analyze's intervals hold the truth where a log is not simply a row of complete, independent times? For 14 laws and six
// kinds of logs: node bench/cli/coverage-kinds.mjs [RUNS [SETS [FIRST SEED]]] > docs/benchmarks/analyze-kinds.csv.
// Shares are in percent; `held` is of the logs with an interval.

import { analyse } from "@mulligan/core/analysis";
import { parseLaw, rewardOne } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { knownArm, optimal, restartPays, rewardRate } from "@mulligan/core/theory";
import { csvLine } from "../report.mjs";

const runs = Number(process.argv[2] ?? 200);
const sets = Number(process.argv[3] ?? 100);
const first = Number(process.argv[4] ?? 0);

const laws = [
  "exponential(mean=1)",
  "uniform(low=0,high=1)",
  "lognormal(median=1,sigma=0.2)",
  "lognormal(median=1,sigma=0.5)",
  "gamma(shape=3,scale=0.5)",
  "lognormal(median=1,sigma=1)",
  "lognormal(median=1,sigma=1.5)",
  "lognormal(median=1,sigma=2)",
  "pareto(scale=1,shape=2)",
  "pareto(scale=1,shape=1.2)",
  "mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*exponential(mean=20))",
  "mixture(0.3*uniform(low=0.5,high=1.5),0.7*uniform(low=10,high=30))",
  "mixture(0.9*lognormal(median=1,sigma=0.3),0.1*exponential(mean=30))",
  "weibull(scale=1,shape=0.7)",
];

/** What becomes of the times of independent, complete runs. */
const kinds = {
  "all seen": ({ times }) => times.map(ended),
  // One in four is cut at a time of its own.
  "random cuts": ({ times, law, random }) =>
    times.map((time) => {
      const limit = random.uniform() < 0.25 ? law.quantile(random.uniform()) : Infinity;
      return time <= limit ? ended(time) : cut(limit);
    }),
  // Up to a whole number of fifths of the median.
  rounded: ({ times, law }) => {
    const step = law.quantile(0.5) / 5;
    return times.map((time) => ended(Math.ceil(time / step) * step));
  },
  "slow ones cut": ({ times, law }) => {
    const limit = law.quantile(0.9);
    return times.map((time) => (time <= limit ? ended(time) : cut(limit)));
  },
  "drift × 3": ({ times }) => times.map((time, i) => ended(time * 3 ** (i / (times.length - 1)))),
  // A busy machine: the logarithm of the mean wanders with a correlation of 0.95 and a deviation of 0.7.
  dependent: ({ times, random }) => {
    let busy = gaussian(random);
    return times.map((time) => {
      busy = 0.95 * busy + Math.sqrt(1 - 0.95 ** 2) * gaussian(random);
      return ended(time * Math.exp(0.7 * busy));
    });
  },
};

function ended(time) {
  return { arm: "a", time, completed: true, reward: 1 };
}

function cut(time) {
  return { arm: "a", time, completed: false, reward: 0 };
}

function gaussian(random) {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

/** Where slow runs were cut at one time, the gain is one over that timeout. */
function gainOf(law, kind) {
  const arm = knownArm(rewardOne(law));
  if (kind !== "slow ones cut") return restartPays(arm).gain;
  const limit = law.quantile(0.9);
  return optimal([arm], { among: { low: limit / 1e6, high: limit } }).rate / rewardRate(arm, limit);
}

const percent = (count, of) => (of === 0 ? "" : ((100 * count) / of).toFixed(1));

console.log("kind,law,true_gain,shown,held,yes,no,unclear,dependent");
for (const [kind, change] of Object.entries(kinds)) {
  const total = { shown: 0, held: 0, wrongYes: 0, wrongNo: 0, dependent: 0 };
  for (const notation of laws) {
    const law = parseLaw(notation);
    const truth = gainOf(law, kind);
    const results = Array.from({ length: sets }, (_, set) => {
      const random = stream(first + set, "coverage-kinds");
      const times = Array.from({ length: runs }, () => law.sample(random));
      return analyse("a", change({ times, law, random }), { seed: first + set });
    });
    const shown = results.filter(({ gain }) => gain.low > 0 || gain.high < Infinity);
    const count = (holds) => results.filter(holds).length;
    const held = shown.filter(
      ({ gain }) => gain.low <= truth * (1 + 1e-9) && truth <= gain.high * (1 + 1e-9),
    );
    const [yes, no, unclear] = ["yes", "no", "unclear"].map((word) =>
      count(({ restart }) => restart === word),
    );
    const dependent = count(({ reason }) => reason === "dependent-runs");
    total.shown += shown.length;
    total.held += held.length;
    total.dependent += dependent;
    // As `analyze` has it: a gain below 2% is none, one of 50% is worth having.
    if (truth < 1.0001) total.wrongYes += yes;
    if (truth > 1.5) total.wrongNo += no;
    const shares = [yes, no, unclear, dependent].map((value) => percent(value, sets));
    const cells = [kind, notation, truth > 1e6 ? "inf" : truth.toPrecision(3), percent(shown.length, sets)];
    console.log(csvLine([...cells, percent(held.length, shown.length), ...shares]));
  }
  const all = laws.length * sets;
  console.error(
    `${kind}: held ${percent(total.held, total.shown)}% of the shown, wrong yes ${percent(total.wrongYes, all)}%, wrong no ${percent(total.wrongNo, all)}%, dependent ${percent(total.dependent, all)}%`,
  );
}
