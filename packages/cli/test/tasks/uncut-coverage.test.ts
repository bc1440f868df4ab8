import { makePolicy, type Policy } from "@mulligan/core";
import { autoCutoffs, elapsed, measuredResetting } from "@mulligan/core/problem";
import { type Random, stream } from "@mulligan/core/random";
import { playInParallel } from "@mulligan/core/simulate";
import { expect, test } from "vitest";
import { boundedPolicy } from "../../src/tasks/task-policy.ts";
import { UncutCost } from "../../src/tasks/without-cutoff.ts";

/** A large sample in `npm run soak`. */
const SEEDS = process.env.MULLIGAN_THOROUGH === "1" ? 40 : 2;

/** The time of a try, by the luck of its task and by its own. */
type Law = (own: Random, fresh: Random) => number;
interface Family {
  readonly law: Law;
  /** The chance that a try succeeds. */
  readonly wins?: number;
}

const exponential = (random: Random) => -Math.log(1 - random.uniform());
const hangs = (share: number, rare: (random: Random) => number, usual: number): Law => {
  return (_, fresh) => (fresh.uniform() < share ? rare(fresh) : usual) + 5 * exponential(fresh);
};

const families: Readonly<Record<string, Family>> = {
  "the first-run example": { law: hangs(1 / 3, () => 2_000, 50) },
  "a quarter hangs for 3 s": { law: hangs(0.25, () => 3_000, 100) },
  "a fifth hangs for 2 to 10 s": { law: hangs(0.2, (random) => 2_000 + 8_000 * random.uniform(), 300) },
  exponential: { law: (_, fresh) => 10 + 1_000 * exponential(fresh) },
  uniform: { law: (_, fresh) => 200 + 800 * fresh.uniform() },
  "a third succeeds": { law: (_, fresh) => 200 + 100 * exponential(fresh), wins: 0.33 },
  "own times, a fifth of them large": { law: (own) => (own.uniform() < 0.2 ? 6_000 : 300) },
};

/** A run in virtual time, with a share of the tries left uncut, and what it would have cost without cutoffs. */
function play({ law, wins = 1 }: Family, seed: number) {
  const arms = [{ name: "a", resetting: measuredResetting }];
  const given = { arms, cutoffs: autoCutoffs(2), options: {}, seed, mode: "retry" } as const;
  const policy = boundedPolicy(makePolicy("hidden-types", given), {
    low: 0,
    high: Infinity,
    explore: 0.2,
    seed,
  });
  const cost = new UncutCost({ repeats: false, abandons: false });
  const draw = (task: number, attempt: number) => ({
    time: law(stream(seed, "own", task), stream(seed, task, attempt)),
    reward: stream(seed, "wins", task, attempt).uniform() < wins ? 1 : 0,
  });
  const observe: Policy["observe"] = (decision, outcome) => {
    cost.add(String(decision.task), outcome, elapsed(outcome, 0));
    policy.observe(decision, outcome);
  };
  playInParallel({ tasks: TASKS, jobs: 2, policy: { ...policy, observe }, draw, resetting: 2 });
  let truth = 0;
  for (let task = 0; task < TASKS; task++) {
    let attempt = 1;
    do truth += draw(task, attempt).time;
    while (draw(task, attempt++).reward === 0);
  }
  return { estimate: cost.estimate(), truth };
}

const TASKS = 60;

/**
 * Not for all laws: where a second and longer kind of hang was never seen, or extreme times are the rule (Pareto with a
 * shape of 1.2, lognormal with σ 2), the interval misses more often; such estimates are seldom precise enough to be shown.
 */
test("the true cost without cutoffs lies in the interval in at least 93 of 100 runs in which it is shown", {
  timeout: 900_000,
}, () => {
  const counts = Object.entries(families).map(([name, family]) => {
    const runs = Array.from({ length: SEEDS }, (_, place) => play(family, place + 1));
    const shown = runs.filter(({ estimate }) => estimate?.exact === true);
    // Sums of the same times in another order differ in their last digit.
    const held = shown.filter(
      ({ estimate, truth }) => estimate!.low! <= truth * (1 + 1e-9) && truth <= estimate!.high! * (1 + 1e-9),
    );
    const gains = shown.filter(({ estimate }) => estimate!.low! > estimate!.spent);
    const wrong = gains.filter(({ estimate, truth }) => truth < estimate!.spent);
    return { name, shown: shown.length, held: held.length, gains: gains.length, wrong: wrong.length };
  });
  const sum = (field: "shown" | "held" | "gains" | "wrong") =>
    counts.reduce((total, one) => total + one[field], 0);
  const text = JSON.stringify(counts);
  expect(sum("shown"), text).toBeGreaterThan(SEEDS * 3.5);
  // The seeds are fixed. With others, of an interval that holds in 97 of 100 runs, the short sample fails once in 100 times.
  expect(sum("held") / sum("shown"), text).toBeGreaterThanOrEqual(SEEDS > 4 ? 0.93 : 0.85);
  expect(sum("gains"), text).toBeGreaterThan(SEEDS);
  expect(sum("wrong"), text).toBe(0);
});
