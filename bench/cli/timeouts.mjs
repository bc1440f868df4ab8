// What `analyze` says of logs that were cut at a timeout: how often a shorter one is said to be better, and how often
// the interval holds the true gain. Seeded; takes some twenty seconds.
//   node bench/cli/timeouts.mjs

import { judgeTimeout } from "@mulligan/core/analysis";
import { parseLaw, rewardOne } from "@mulligan/core/distributions";
import { noResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { bestCutoff, knownArm, rewardRate } from "@mulligan/core/theory";

const SAMPLES = 120;
const LAWS = [
  ["exponential(mean=1)", 1],
  ["uniform(low=0,high=1)", 0.7],
  ["lognormal(median=1,sigma=0.5)", 1.5],
  ["lognormal(median=1,sigma=1.2)", 4],
  ["mixture(0.6*uniform(low=0.1,high=0.2),0.4*exponential(mean=9))", 3],
  ["pareto(scale=1,shape=1.2)", 10],
];

/** Cut by a clock that is up to 1% late. */
function sampleCut(law, size, timeout, random) {
  return Array.from({ length: size }, () => {
    const time = law.sample(random);
    return time <= timeout
      ? { arm: "a", time, completed: true, reward: 1 }
      : { arm: "a", time: timeout * (1 + random.uniform() / 100), completed: false, reward: 0 };
  });
}

for (const [name, timeout] of LAWS) {
  const law = parseLaw(name);
  const arm = knownArm(rewardOne(law));
  const allowed = { low: law.quantile(1e-4) || 1e-4, high: timeout };
  const truth = bestCutoff(arm, { among: allowed }).rate / rewardRate(arm, timeout);
  for (const size of [100, 300]) {
    const said = { yes: 0, no: 0, unclear: 0 };
    let held = 0;
    for (let seed = 0; seed < SAMPLES; seed++) {
      const rows = sampleCut(law, size, timeout, stream(seed, name));
      const { shorter, gain } = judgeTimeout(rows, noResetting, 1);
      said[shorter] += 1;
      if (gain.low <= truth * 1.0001 && gain.high >= truth / 1.0001) held += 1;
    }
    const share = `${Math.round((100 * held) / SAMPLES)}%`;
    console.log(
      `${name}, cut at ${timeout}, ${size} runs: true gain ${truth.toFixed(3)}, held in ${share}`,
      said,
    );
  }
}
