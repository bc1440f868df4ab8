// Defines a law of your own by a histogram of times, such as a dashboard shows, for the theory and for an experiment.
import { pathToFileURL } from "node:url";
import { rewardOne } from "@mulligan/core/distributions";
import { runExperiment, stationary } from "@mulligan/core/simulate";
import { bestCutoff, knownArm } from "@mulligan/core/theory";

/**
 * Times that are uniform within each bin { from, to, weight }; bins in ascending order. What a law must offer is
 * the interface `Law` of @mulligan/core/distributions; all of it follows from E[X^power ; X ≤ time].
 *
 * @returns {import("@mulligan/core/distributions").Law}
 */
export function histogram(bins) {
  const total = bins.reduce((sum, { weight }) => sum + weight, 0);
  const sum = (part) => bins.reduce((all, bin) => all + (bin.weight / total) * part(bin), 0);
  const cdf = (time) => sum(({ from, to }) => Math.min(Math.max((time - from) / (to - from), 0), 1));
  const partialMoment = (power, time) =>
    sum(({ from, to }) => (time > from ? integral(power, from, Math.min(to, time)) / (to - from) : 0));
  const mean = partialMoment(1, Infinity);
  const quantile = (p) => {
    let left = p * total;
    const bin = bins.find(({ weight }) => (left -= weight) <= 0) ?? bins.at(-1);
    return bin.to + (Math.min(left, 0) / bin.weight) * (bin.to - bin.from);
  };
  return {
    name: `histogram(${bins.length} bins)`,
    mean,
    support: { low: bins[0].from, high: bins.at(-1).to },
    breaks: [...new Set(bins.flatMap(({ from, to }) => [from, to]))], // where a best cutoff may hide
    sample: (random) => quantile(random.uniform()),
    cdf,
    survival: (time) => 1 - cdf(time),
    quantile,
    meanMin: (time) => (time === Infinity ? mean : partialMoment(1, time) + time * (1 - cdf(time))),
    partialMoment,
  };
}

/** Of x^power between two times. */
const integral = (power, from, to) =>
  power === -1 ? Math.log(to / from) : (to ** (power + 1) - from ** (power + 1)) / (power + 1);

/** Requests in ms: most are quick, some are slow, and hardly any lie in between. */
export const requests = histogram([
  { from: 10, to: 20, weight: 60 },
  { from: 20, to: 40, weight: 25 },
  { from: 40, to: 500, weight: 5 },
  { from: 500, to: 3_000, weight: 10 },
]);

const arm = knownArm(rewardOne(requests));

/** What is best if the law is known, and what policies make of it that do not know it. */
export function compare({ runs = 20 } = {}) {
  const rows = runExperiment({
    environment: stationary([arm]),
    policies: [{ name: "km-ts" }, { name: "quantile", options: { p: 0.95 } }, { name: "never" }],
    horizons: [100_000],
    runs,
    seed: 1,
  });
  return { best: bestCutoff(arm), rows };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { best, rows } = compare();
  console.log(`best: cut at ${best.cutoff.toFixed(0)} ms, ${(1_000 * best.rate).toFixed(1)} done per second`);
  for (const { policy, efficiency } of rows) {
    console.log(`${policy.padEnd(10)} ${(100 * efficiency.mean).toFixed(0)}% of that`);
  }
}
