/**
 * What `mulligan run` may meet, for `npm run bench virtual`: times in ms, ∞ for a try that never ends. A law is given
 * a generator for the try and says how long it takes; `task` is its number from 0, `arm` the program that is tried,
 * `own` a generator of the task's own, the same for all its tries, and `tasks` how many tasks there are.
 *
 * The kind says what the default is held to (Done-when 1 of issue 15): `nothing` where restarting brings nothing,
 * `alike` where one law holds for all tries, `mixed` where tasks differ. Where the law drifts the issue names no goal;
 * it is held to that of laws alike.
 */
const exponential = (random) => -Math.log(1 - random.uniform());
const normal = (random) => Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random.uniform());
const pareto = (random, shape) => (1 - random.uniform()) ** (-1 / shape);
const lognormal = (random, median, sigma) => median * Math.exp(sigma * normal(random));
const gamma3 = (random) => exponential(random) + exponential(random) + exponential(random);
const hangs = (random, share, time) => (random.uniform() < share ? Infinity : time(random));
const between = (random, low, high) => low + (high - low) * random.uniform();
const soon = (random) => 10 + 40 * exponential(random);

const isSlow = (task) => task % 10 === 3;
const rarely = [0.9, 0.1, 0.01];
const seldom = (task) => (task % 4 === 1 ? 0.1 : 0.9);
const isLate = (task, tasks) => task >= tasks / 2;

export const situations = [
  ...[
    ["constant 700 ms", () => 700],
    ["uniform 300–700 ms", (random) => 300 + 400 * random.uniform()],
    ["uniform 10–100 ms", (random) => 10 + 90 * random.uniform()],
    ["exponential", (random) => 200 * exponential(random)],
    ["gamma, shape 3", (random) => 100 * gamma3(random)],
    ["lognormal, σ 1", (random) => lognormal(random, 200, 1)],
    ["each input its own time, lognormal, σ 1", (_, { own }) => lognormal(own, 200, 1)],
    ["each input its own time, from 10 ms to 10 s", (_, { own }) => 10 * scale(own)],
  ].map(([name, law]) => ({ name, kind: "nothing", arms: 1, law })),
  ...[
    ["lognormal, σ 2", (random) => lognormal(random, 50, 2)],
    ["Pareto 1.2", (random) => 20 * pareto(random, 1.2)],
    ["Pareto 0.6", (random) => 20 * pareto(random, 0.6)],
    ["Pareto 0.6, at most 5 s", (random) => Math.min(5_000, 20 * pareto(random, 0.6))],
    ["25% hang", (random) => hangs(random, 0.25, soon)],
    ["50% hang", (random) => hangs(random, 0.5, soon)],
    ["90% hang", (random) => hangs(random, 0.9, soon)],
    ["3 s of start-up, 25% hang", (random) => 3_000 + hangs(random, 0.25, () => 50 * exponential(random))],
  ].map(([name, law]) => ({ name, kind: "alike", arms: 1, law })),
  ...[
    ["a tenth 100 × slower, lognormal", (random, { task }) => slower(task) * lognormal(random, 20, 1)],
    ["a tenth 100 × slower, Pareto 1.2", (random, { task }) => slower(task) * 20 * pareto(random, 1.2)],
    ["a tenth 100 × slower, exponential", (random, { task }) => slower(task) * 20 * exponential(random)],
    ["scales from 1 to 1,000, lognormal", (random, { own }) => scale(own) * lognormal(random, 10, 1)],
    ["scales from 1 to 1,000, Pareto 1.2", (random, { own }) => scale(own) * 10 * pareto(random, 1.2)],
    ["a try ends with 0.9, 0.1 or 0.01", (random, { task }) => endsWith(random, rarely[task % 3])],
    [
      "a try ends with 0.9, 0.1, seldom 0.01",
      (random, { task }) => endsWith(random, task % 20 === 7 ? 0.01 : seldom(task)),
    ],
  ].map(([name, law]) => ({ name, kind: "mixed", arms: 1, law })),
  {
    name: "two arms, one 30 × faster, by task",
    kind: "mixed",
    arms: 2,
    law: (random, { task, arm }) => (task % 2 === arm ? 1 : 30) * lognormal(random, 50, 1),
  },
  {
    name: "two arms, one hangs, by task",
    kind: "mixed",
    arms: 2,
    law: (random, { task, arm }) =>
      hangs(random, task % 2 === arm ? 0 : 0.95, () => 20 + 50 * exponential(random)),
  },
  {
    name: "two arms, one 10 × faster",
    kind: "alike",
    arms: 2,
    law: (random, { arm }) => (arm === 1 ? 1 : 10) * lognormal(random, 50, 1),
  },
  {
    name: "drift: the second half 8 × slower",
    kind: "drift",
    arms: 1,
    law: (random, { task, tasks }) => (isLate(task, tasks) ? 8 : 1) * lognormal(random, 50, 1),
  },
  {
    name: "drift: in the second half 50% hang",
    kind: "drift",
    arms: 1,
    law: (random, { task, tasks }) =>
      hangs(random, isLate(task, tasks) ? 0.5 : 0, () => 100 + 40 * exponential(random)),
  },
];

/**
 * Laws on which a policy for retried tasks can lose by a factor (`--families`): tries that seldom end, tasks that differ,
 * times in two groups. What a task is like comes from its own generator, so it differs by seed.
 */
export const families = [
  [
    "A: 70% 55 ms, 30% 5 s with 0.3",
    (random, { own }) =>
      own.uniform() < 0.7 ? between(random, 50, 60) : hangs(random, 0.7, () => between(random, 5_000, 5_200)),
  ],
  ["B: own times (10 ms to 10 s), 10% hang", (random, { own }) => hangs(random, 0.1, () => 10 * scale(own))],
  ["C: 500 ms of start-up, 50% hang", (random) => hangs(random, 0.5, () => 500 + 50 * exponential(random))],
  ["D: Pareto ½", (random) => 20 * pareto(random, 0.5)],
  ["E: 2% succeed", (random) => hangs(random, 0.98, () => between(random, 20, 40))],
  [
    "F: 60% 17 ms, 40% 2 s",
    (random) => (random.uniform() < 0.6 ? between(random, 15, 20) : between(random, 2_000, 2_100)),
  ],
  [
    "G: half 15 ms, half 20 s or hang",
    (random, { own }) => (own.uniform() < 0.5 ? between(random, 10, 20) : hangs(random, 0.5, () => 20_000)),
  ],
  ["H: each 5% slower than the last", (random, { task }) => 20 * 1.05 ** task * lognormal(random, 1, 0.5)],
  ["I: a fifth 20 ms, then 60 s each", (_, { task, tasks }) => (task < tasks / 5 ? 20 : 60_000)],
  [
    "J: 5% of the tasks succeed with 0.2%",
    (random, { own }) => hangs(random, own.uniform() < 0.05 ? 0.998 : 0.2, () => between(random, 30, 60)),
  ],
  ["K: exponential", (random) => 200 * exponential(random)],
  [
    "L: half 11 ms, half with 0.05, else 3 s",
    (random, { own }) => (own.uniform() < 0.5 || random.uniform() < 0.05 ? between(random, 10, 12) : 3_000),
  ],
  ["O: own times (50 ms to 10 s)", (_, { own }) => 50 * 200 ** own.uniform()],
  [
    "R: lognormal, σ 1.5 by task, 0.8 by try",
    (random, { own }) => lognormal(random, lognormal(own, 100, 1.5), 0.8),
  ],
  [
    "S: each task its own chance",
    (random, { own }) =>
      hangs(random, 1 - Math.max(0.003, own.uniform() ** 3), () => between(random, 40, 80)),
  ],
  ["T: 90% 200 ms, 10% 30 s", (_, { own }) => (own.uniform() < 0.9 ? 200 : 30_000)],
].map(([name, law]) => ({ name, kind: "family", arms: 1, law }));

function slower(task) {
  return isSlow(task) ? 100 : 1;
}

function scale(own) {
  return 1_000 ** own.uniform();
}

function endsWith(random, chance) {
  return hangs(random, 1 - chance, () => 20 + 20 * exponential(random));
}

/** What the default is compared with, and the most that it may take of it; undefined where no goal is named. */
export function goalOf({ kind }, tasks) {
  if (kind === "nothing") return { against: "never", atMost: tasks > 20 ? 1.05 : 1.1 };
  if (kind === "mixed") return { against: "luby", atMost: tasks >= 200 ? 1.15 : undefined };
  if (tasks >= 200) return { against: "fixed", atMost: 1.15 };
  return { against: "fixed", atMost: tasks >= 60 ? 1.2 : 1.35 };
}
