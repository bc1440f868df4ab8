// Laws that generators draw from seeds, for `npm run bench laws`.
import { exponential, parseLaw, parseReward } from "@mulligan/core/distributions";
import { constantResetting, randomResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { knownArm, optimal } from "@mulligan/core/theory";

export function armOf(law, reward = "one", name = "a") {
  return knownArm(parseReward(reward)(parseLaw(law)), { name });
}

/** One to three parts of seven kinds, scales log-uniform over two decades. */
function drawLaw(random) {
  const between = (low, high) => Number((low + (high - low) * random.uniform()).toPrecision(3));
  const part = () => {
    const scale = 10 ** (2 * random.uniform());
    const of = (factor) => Number((scale * factor).toPrecision(3));
    return [
      () => `uniform(low=${of(1)},high=${of(1.01 + 0.5 * random.uniform())})`,
      () => `constant(value=${of(1)})`,
      () => `lognormal(median=${of(1)},sigma=${between(0.3, 2)})`,
      () => `exponential(mean=${of(1)})`,
      () => `gamma(shape=${between(1.5, 5.5)},scale=${of(1 / 3)})`,
      () => `weibull(scale=${of(1)},shape=${between(1.2, 3.2)})`,
      () => `pareto(scale=${of(1)},shape=${between(0.6, 1.6)})`,
    ][Math.floor(7 * random.uniform())]();
  };
  const parts = Array.from({ length: 1 + Math.floor(3 * random.uniform()) }, () => ({
    weight: 0.1 + random.uniform(),
    law: part(),
  }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.length === 1
    ? parts[0].law
    : `mixture(${parts.map(({ weight, law }) => `${weight / total}*${law}`).join(",")})`;
}

/** The first law of a seed whose best cutoff is not next to 0, where no grid can follow. */
export function lawOf(seed) {
  const random = stream(seed, "laws");
  for (;;) {
    const law = drawLaw(random);
    const { cutoff } = optimal([armOf(law)]);
    if (cutoff > parseLaw(law).quantile(0.5) / 1_000) return law;
  }
}

/** A mixture whose parts pay differently: for each part its weight, its law, its reward and whether that is a chance of 1. */
export function correlated(parts) {
  const own = parts.map(([weight, law, reward, chance]) => ({ weight, law: parseLaw(law), reward, chance }));
  const name = `mixture(${parts.map(([weight, law]) => `${weight}*${law}`).join(",")})`;
  return {
    name: parts.map(([w, law, r, chance]) => `${w.toFixed(2)} ${law} ${chance ? "P" : "R"}=${r}`).join("; "),
    time: parseLaw(name),
    rewardHigh: 1,
    draw(random, into) {
      let left = random.uniform();
      const part = own.find(({ weight }) => (left -= weight) < 0) ?? own[own.length - 1];
      into.time = part.law.sample(random);
      into.reward = part.chance ? Number(random.uniform() < part.reward) : part.reward;
    },
    rewardMoment: (power, time) =>
      own.reduce(
        (sum, { weight, law, reward, chance }) =>
          sum + weight * (chance ? reward : reward ** power) * law.cdf(time),
        0,
      ),
    leastCompletion: () => 0,
  };
}

export const NEVER = "constant(value=1000000)";

/** Two or three parts within a factor of 30, the last of which pays most; perhaps a share that never ends. */
function drawParts(random) {
  const short = (value) => Number(value.toPrecision(3));
  const between = (low, high) => low + (high - low) * random.uniform();
  const logBetween = (low, high) => low * (high / low) ** random.uniform();
  const count = random.uniform() < 0.5 ? 2 : 3;
  const starts = Array.from({ length: count }, () => logBetween(1, 20)).sort((a, b) => a - b);
  const weights = starts.map(() => between(0.1, 1));
  const never = random.uniform() < 0.5 ? between(0.1, 0.5) : 0;
  const total = weights.reduce((sum, weight) => sum + weight, 0) / (1 - never);
  const parts = starts.map((start, i) => {
    const width = start * between(0.05, 0.5);
    const law = [
      () => `uniform(low=${short(start)},high=${short(start + width)})`,
      () => `shift(by=${short(start)},exponential(mean=${short(width / 4)}))`,
      () => `constant(value=${short(start)})`,
    ][Math.floor(3 * random.uniform())]();
    const reward = i === count - 1 ? 1 : short(logBetween(0.02, 1));
    return [weights[i] / total, law, reward, random.uniform() < 0.3];
  });
  return never > 0 ? [...parts, [never, NEVER, 0, false]] : parts;
}

/** The first law of a seed whose last part has at least 5% and is worth waiting for: without it 10 to 80% are lost. */
export function correlatedLawOf(seed) {
  const random = stream(seed, "correlated laws");
  for (;;) {
    const parts = drawParts(random);
    const late = parts.findLast(([, , reward]) => reward > 0);
    const begins = parseLaw(late[1]).support.low;
    const arm = knownArm(correlated(parts), { name: "a" });
    const { rate, cutoff } = optimal([arm]);
    if (late[0] < 0.05 || cutoff < begins) continue;
    const early = optimal([arm], { among: { low: 0.01, high: begins * 0.999 } }).rate;
    if (early > 0.2 * rate && early < 0.9 * rate) return arm;
  }
}

const logBetween = (random, low, high) => Number((low * (high / low) ** random.uniform()).toPrecision(3));

/** Problems of five kinds, from a generator each. A problem is its arms. */
const kinds = {
  correlated: (random) => [knownArm(correlated(drawParts(random)), { name: "a" })],
  "rare success": (random) => {
    const success = logBetween(random, 0.01, 0.1);
    const failure = random.uniform() < 0.5 ? NEVER : `exponential(mean=${logBetween(random, 300, 3_000)})`;
    return [
      knownArm(
        correlated([
          [success, drawLaw(random), 1],
          [1 - success, failure, 0],
        ]),
        { name: "a" },
      ),
    ];
  },
  atoms: (random) => {
    const weights = Array.from(
      { length: 2 + Math.floor(3 * random.uniform()) },
      () => 0.1 + random.uniform(),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const parts = weights.map(
      (weight) => `${weight / total}*constant(value=${logBetween(random, 0.5, 100)})`,
    );
    return [armOf(`mixture(${parts.join(",")})`)];
  },
  arms: (random) =>
    Array.from({ length: 2 + Math.floor(4 * random.uniform()) }, (_, arm) => {
      const reward = random.uniform() < 0.5 ? "one" : `bernoulli(p=${logBetween(random, 0.05, 1)})`;
      return armOf(drawLaw(random), reward, `a${arm}`);
    }),
  resets: (random) => {
    const law = drawLaw(random);
    const resetting = parseLaw(law).quantile(0.5) * logBetween(random, 0.05, 1);
    const known = random.uniform() < 0.5;
    return [
      knownArm(parseReward("one")(parseLaw(law)), {
        name: "a",
        resetting: known ? constantResetting(resetting) : randomResetting(exponential(resetting)),
      }),
    ];
  },
};

/** A best cutoff next to 0 cannot be followed by any grid, and one of ∞ with an infinite mean is none. */
function solvable(arms) {
  try {
    const { rate, arm, cutoff } = optimal(arms);
    return rate < Infinity && cutoff > arms[arm].law.time.quantile(0.5) / 1_000;
  } catch {
    return false;
  }
}

/**
 * The 40 problems of which `--families` plays each with many seeds: eight of each kind, the first ones that can be
 * solved. Their names are `KIND NUMBER`.
 */
export function familyProblems() {
  return Object.entries(kinds).flatMap(([kind, draw]) => {
    const problems = [];
    for (let seed = 1; problems.length < 8; seed++) {
      const arms = draw(stream(seed, "families", kind));
      if (solvable(arms)) problems.push([`${kind} ${problems.length + 1}`, arms]);
    }
    return problems;
  });
}

/** Laws on which single runs were stuck, or far behind. */
export function trapProblems() {
  const half = "mixture(0.5*exponential(mean=20),0.5*uniform(low=1,high=2))";
  const late = correlated([
    [0.634, "weibull(scale=1.85,shape=2.58)", 1],
    [0.15, "exponential(mean=108)", 0.2],
    [0.216, "constant(value=3000)", 0],
  ]);
  const rare = correlated([
    [0.027, "lognormal(median=2,sigma=0.5)", 1],
    [0.973, NEVER, 0],
  ]);
  return [
    ["lock", [knownArm(late, { name: "a" })]],
    ["half Exp(20), half U(1, 2)", [armOf(half)]],
    ["2.7% success", [knownArm(rare, { name: "a" })]],
  ];
}
