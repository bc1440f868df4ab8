// Do analyze's intervals hold the truth? 300 seeded data sets a law: node bench/cli/coverage.mjs [RUNS [SETS]]
import { knownArm, parseLaw, restartPays, rewardOne, stream } from "@mulligan/core";
import { analyse } from "../../packages/cli/dist/analysis/analyse.js";

const [runs, sets] = [Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 300)];
const laws = [
  "exponential(mean=1)",
  "uniform(low=0,high=1)",
  "lognormal(median=1,sigma=0.2)",
  "lognormal(median=0.9,sigma=1.2)",
  "lognormal(median=1,sigma=2)",
  "pareto(scale=0.3,shape=1.2)",
  "pareto(scale=1,shape=1.5)",
  "mixture(0.5*shift(by=0.2,exponential(mean=0.3)),0.5*exponential(mean=20))",
];

console.log(`${sets} data sets of ${runs} runs: true gain; share of intervals that hold it; verdicts`);
for (const notation of laws) {
  const law = parseLaw(notation);
  const { gain: truth } = restartPays(knownArm(rewardOne(law)));
  let held = 0;
  const verdicts = { yes: 0, no: 0, unclear: 0 };
  for (let seed = 0; seed < sets; seed++) {
    const random = stream(seed, "coverage");
    const rows = Array.from({ length: runs }, () => ({
      arm: "a",
      time: law.sample(random),
      completed: true,
      reward: 1,
    }));
    const { gain, restart } = analyse("a", rows, { seed });
    verdicts[restart] += 1;
    if (gain.low <= truth && truth <= gain.high) held += 1;
  }
  console.log(
    `${notation}: ${truth.toFixed(3)}; ${((100 * held) / sets).toFixed(1)}%; ${JSON.stringify(verdicts)}`,
  );
}
