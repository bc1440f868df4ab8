// Nanoseconds for one decide + observe of every policy, at 9, 49 and 1,024 cutoffs and 1 and 8 arms; then
// trials a second of the simulator. Seeded. Each figure is the median of five timed stretches.
import { makePolicy } from "@mulligan/core";
import { lognormal, pareto, rewardOne } from "@mulligan/core/distributions";
import { policies } from "@mulligan/core/policies";
import { geometricCutoffs, horizon, intervalCutoffs } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playEpisode, stationary } from "@mulligan/core/simulate";
import { knownArm } from "@mulligan/core/theory";
import { csvFile, row, title, writeCsv } from "../report.mjs";

const law = lognormal(0.9, 1.2);

/** Median nanoseconds of one step over five stretches of at least 20 ms each. */
function nanoseconds(step, warmup) {
  for (let i = 0; i < warmup; i++) step();
  let count = 64;
  for (;;) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < count; i++) step();
    if (Number(process.hrtime.bigint() - start) > 2e7 || count > 1e7) break;
    count *= 2;
  }
  const times = Array.from({ length: 5 }, () => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < count; i++) step();
    return Number(process.hrtime.bigint() - start) / count;
  });
  return times.sort((a, b) => a - b)[2];
}

/** One decide + observe on outcomes drawn beforehand, so that only the policy is timed. */
function stepOf(policy, arms) {
  const random = stream(1, "bench");
  const times = Float64Array.from(
    { length: 4096 },
    () => law.sample(random) * (1 + (random.uint32() % arms) / 4),
  );
  let place = 0;
  return () => {
    const decision = policy.decide();
    const time = times[place++ & 4095];
    policy.observe(
      decision,
      time <= decision.cutoff
        ? { kind: "completed", time, reward: 1 }
        : { kind: "censored", time: decision.cutoff },
    );
  };
}

function policyFor(name, cutoffs, arms) {
  const names = Array.from({ length: arms }, (_, arm) => `arm${arm}`);
  const known = names.map((arm) => knownArm(rewardOne(law), { name: arm }));
  const options = { fixed: { cutoff: 1 }, "ucb-rb": { init: 1 } }[name] ?? {};
  // ucb-rc makes its own grid: its horizon is chosen so that it has about as many cutoffs.
  const [set, time] =
    name === "ucb-rc"
      ? [intervalCutoffs(0.1, 10), { 9: 8e3, 49: 1.2e7, 1024: 3e12 }[cutoffs]]
      : [geometricCutoffs(0.01, 30, cutoffs), 1e6];
  return makePolicy(name, { arms: names, known, cutoffs: set, horizon: time, options, seed: 1 });
}

/** With `--csv=FILE`, the table of docs/benchmarks/decision-cost.csv. */
export function benchPolicies(words) {
  title("ns a decide + observe", ["policy", "9 cutoffs", "49", "1,024", "8 arms × 9", "8 × 49", "8 × 1,024"]);
  const measured = [["policy", "arms", "cutoffs", "ns"]];
  for (const { name } of policies) {
    const cells = [1, 8].flatMap((arms) =>
      [9, 49, 1024].map((cutoffs) => {
        const heavy = cutoffs === 1024 && ["imed", "ucb-rm"].includes(name);
        const ns = Math.round(nanoseconds(stepOf(policyFor(name, cutoffs, arms), arms), heavy ? 200 : 3_000));
        measured.push([name, arms, cutoffs, ns]);
        return ns.toLocaleString("en-US");
      }),
    );
    row([name, ...cells]);
  }
  writeCsv(csvFile(words), measured);
}

/** What stands in an issue as a limit, against what was measured in this run. */
export function benchLimits() {
  title("limits", ["what", "measured", "limit", ""]);
  const check = (what, value, limit, unit) => {
    row([
      what,
      `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
      `${limit} ${unit}`,
      value <= limit ? "ok" : "MISSED",
    ]);
  };
  check("ucb-rb, 9 cutoffs", nanoseconds(stepOf(policyFor("ucb-rb", 9, 1), 1), 20_000), 300, "ns");
  check("km-ts, 49 cutoffs", nanoseconds(stepOf(policyFor("km-ts", 49, 1), 1), 20_000), 5_000, "ns");
  check("ucb-rb, 1,024 cutoffs", nanoseconds(stepOf(policyFor("ucb-rb", 1024, 1), 1), 20_000), 10_000, "ns");
  const imed = makePolicy("imed", { arms: ["a"], cutoffs: "auto", seed: 1 });
  check("imed, auto cutoffs", nanoseconds(stepOf(imed, 1), 3_000), 100_000, "ns");
  const early = nanoseconds(stepOf(policyFor("ucb-rm", 9, 1), 1), 10_000);
  const late = nanoseconds(stepOf(policyFor("ucb-rm", 9, 1), 1), 1_000_000);
  check("ucb-rm, 10⁶ trials over 10⁴", late / early, 2, "×");
  check("simulator step, fixed on Pareto", simulatorStep(), 80, "ns");
}

function simulatorStep() {
  const environment = stationary([knownArm(rewardOne(pareto(0.3, 1.2)), { name: "a" })]);
  const times = Array.from({ length: 7 }, (_, run) => {
    const policy = makePolicy("fixed", { arms: ["a"], options: { cutoff: 1 } });
    const start = process.hrtime.bigint();
    const { trials } = playEpisode({
      environment,
      policy,
      horizon: horizon(1e6),
      trials: [stream(run, "trials")],
      resets: stream(run, "resets"),
    });
    return Number(process.hrtime.bigint() - start) / trials;
  });
  return times.sort((a, b) => a - b)[3];
}

export function benchSimulator() {
  title("simulator", ["policy", "trials a second"]);
  const environment = stationary([knownArm(rewardOne(pareto(0.3, 1.2)), { name: "a" })]);
  for (const [name, cutoffs, options] of [
    ["fixed", "auto", { cutoff: 1 }],
    ["luby", "auto", {}],
    ["ucb-rb", "log:0.316:3.16:9", {}],
    ["km-ts", "log:0.316:3.16:9", {}],
    ["km-ts", "auto", {}],
  ]) {
    const policy = makePolicy(name, { arms: ["a"], cutoffs, options, horizon: 1e5, seed: 1 });
    const start = process.hrtime.bigint();
    const { trials } = playEpisode({
      environment,
      policy,
      horizon: horizon(1e5),
      trials: [stream(1, "trials")],
      resets: stream(1, "resets"),
    });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    row([`${name}, ${cutoffs}`, Math.round(trials / seconds).toLocaleString("en-US")]);
  }
}
