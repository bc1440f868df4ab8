import { type Trial, trialFromJson, trialToJson } from "@mulligan/core/problem";
import { type Random, stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { fixedSilence, learnedSilence, readSilenceRule, type SilenceRule } from "../../src/tasks/silence.ts";

/** The gaps of one healthy run, in ms. */
type Law = (random: Random, run: number) => number[];

const between = (random: Random, low: number, high: number) => low + (high - low) * random.uniform();
const steps = (random: Random, gap: (step: number) => number) =>
  Array.from({ length: 20 + Math.floor(41 * random.uniform()) }, (_, step) => gap(step));
const usual = (random: Random) => between(random, 100, 2_000);
const usualSteps = (random: Random) => steps(random, () => usual(random));

interface Played {
  healthy: number;
  /** Healthy runs that were cut. */
  cut: number;
  /** How long hangs were waited for. */
  readonly waits: number[];
}

/** Runs in virtual time; a share of them hangs after some output. Each is a task of its own. */
function play(law: Law, seed: number, { runs = 200, hangs = 0.1, rule = learnedSilence() } = {}): Played {
  const random = stream(seed, "silence");
  const played: Played = { healthy: 0, cut: 0, waits: [] };
  for (let run = 0; run < runs; run++) {
    const gaps = law(random, run);
    const hangsAfter = random.uniform() < hangs ? Math.floor(random.uniform() * gaps.length) : Infinity;
    const silent = tryOnce(rule, gaps, { hangsAfter, task: run });
    if (hangsAfter < Infinity) played.waits.push(silent ?? Infinity);
    else {
      played.healthy += 1;
      if (silent !== undefined) played.cut += 1;
    }
  }
  return played;
}

/** One try, which the rule learns from. Returns the silence in which it was cut, or undefined. */
function tryOnce(
  rule: SilenceRule,
  gaps: readonly number[],
  { hangsAfter = Infinity, task = 1 }: { readonly hangsAfter?: number; readonly task?: number } = {},
): number | undefined {
  const place = { input: null, occurrence: task + 1 };
  let now = 50;
  const watch = rule.watch(0, place, 0);
  watch.wrote(now);
  let silent: number | undefined;
  for (const [step, gap] of gaps.entries()) {
    const until = watch.deadline();
    if (step >= hangsAfter || now + gap >= until) {
      silent = until - now;
      now = until;
      break;
    }
    now += gap;
    watch.wrote(now);
  }
  const isCut = silent !== undefined;
  const seen = watch.gaps();
  rule.learn({
    ...place,
    arm: 0,
    cutoff: Infinity,
    seed: 1,
    outcome: isCut ? { kind: "censored", time: now } : { kind: "completed", time: now, reward: 1 },
    ...(isCut ? { cut: "idle" } : {}),
    ...(seen === undefined ? {} : { gaps: seen }),
  });
  return silent;
}

/** Sums over many seeds. */
function playAll(law: Law, seeds: number) {
  const all = Array.from({ length: seeds }, (_, seed) => play(law, seed + 1));
  const sum = (count: (one: Played) => number) => all.reduce((total, one) => total + count(one), 0);
  return { all, cut: sum(({ cut }) => cut), healthy: sum(({ healthy }) => healthy), sum };
}

test("prints every 0.1 to 2 s, 10% hang: no healthy run of 3,600 is cut, and hangs within 3 times the longest gap", () => {
  // False-alarm rate: a hang in the first seconds of a first run is cut later. That happens to one hang in 250.
  const { all, cut, sum } = playAll(usualSteps, 20);
  const waits = all.flatMap((one) => one.waits);
  const late = waits.filter((wait) => wait > 3 * 2_000);
  expect(cut).toBe(0);
  expect(waits.length).toBeGreaterThan(350);
  expect(late.length).toBeLessThan(waits.length / 100);
  // Late ones belong to seeds whose first runs hang; most seeds have none.
  expect(sum((one) => (one.waits.every((wait) => wait <= 6_000) ? 1 : 0))).toBeGreaterThanOrEqual(17);
});

test.each<[string, Law, number]>([
  [
    "Pareto(1.5), of infinite variance",
    (random) => steps(random, () => 200 * (1 - random.uniform()) ** (-1 / 1.5)),
    5,
  ],
  ["drifting tenfold", (random, run) => steps(random, () => usual(random) * 10 ** (run / 200)), 1],
  [
    "bursts of lines with 5 to 30 s between them",
    (random) => steps(random, (step) => (step % 10 === 9 ? between(random, 5_000, 30_000) : 1)),
    1,
  ],
])("gaps %s: few healthy runs of a thousand are cut", (_, law, perMille) => {
  const { cut, healthy } = playAll(law, 5);
  expect((1_000 * cut) / healthy).toBeLessThanOrEqual(perMille);
});

test.each<[string, Law, number]>([
  [
    "a pause of 15 s after every ten lines",
    (random) => steps(random, (step) => (step % 10 === 9 ? 15_000 : 500)),
    2,
  ],
  [
    "a minute of silence at the end",
    (random) => [...steps(random, () => between(random, 100, 200)), 60_000],
    4,
  ],
])("%s is cut a few times while nothing has ended, and never again", (_, law, most) => {
  for (let seed = 1; seed <= 10; seed++) {
    const rule = learnedSilence();
    expect(play(law, seed, { rule, runs: 30, hangs: 0 }).cut).toBeLessThanOrEqual(most);
    expect(play(law, seed + 100, { rule, runs: 100, hangs: 0 }).cut).toBe(0);
  }
});

test("one run in ten has a silence of 20 s and ends: it is cut at first, and let through in the end", () => {
  const law: Law = (random, run) =>
    steps(random, (step) => (run % 10 === 9 && step === 5 ? 20_000 : usual(random)));
  const rule = learnedSilence();
  expect(play(law, 1, { rule, runs: 600, hangs: 0 }).cut).toBeLessThanOrEqual(40);
  expect(play(law, 2, { rule, runs: 600, hangs: 0 }).cut).toBe(0);
});

test("an input with longer silences than the others is cut three times, and then given longer and longer", () => {
  const rule = learnedSilence();
  const random = stream(1, "inputs");
  for (let task = 10; task < 40; task++) tryOnce(rule, usualSteps(random), { task });
  const waits = Array.from({ length: 7 }, () => tryOnce(rule, [500, 500, 500, 60_000], { task: 1 }));
  expect(waits.filter((wait) => wait !== undefined).length).toBe(5);
  expect(waits[2]).toBeLessThan(6_000);
  expect(waits[4]).toBeGreaterThan(15_000);
  expect(waits[6]).toBe(undefined);
});

test("a program that printed nothing yet is never cut by auto; by a time it is, from its start on", () => {
  const learned = learnedSilence();
  const random = stream(1, "start");
  for (let task = 0; task < 20; task++) tryOnce(learned, usualSteps(random), { task });
  const place = { input: null, occurrence: 99 };
  expect(learned.watch(0, place, 1_000).deadline()).toBe(Infinity);
  expect(fixedSilence(700).watch(0, place, 1_000).deadline()).toBe(1_700);
});

test("LOW.. learns as auto does, cuts no shorter silence, and gives a task that was cut four times as long", () => {
  const [rule, auto] = [readSilenceRule("1m.."), readSilenceRule("auto")];
  const random = stream(1, "least");
  const silence = () => tryOnce(rule, [500, 500, 500, 3_600_000], { task: 99 });
  // A thousand lines in a minute, then a minute of silence: its own gaps alone would have it cut after 5 s.
  const build = [...Array.from({ length: 1_000 }, () => 60), 59_000];
  expect(tryOnce(auto, build)).toBeLessThan(6_000);
  expect(tryOnce(rule, build)).toBe(undefined);
  for (let task = 0; task < 20; task++) tryOnce(rule, usualSteps(random), { task });
  // 2.5 times the longest silence of all, then four times as long each time.
  expect(silence()).toBeCloseTo(2.5 * 59_000, 6);
  expect(silence()).toBeCloseTo(10 * 59_000, 6);
  expect(silence()).toBeCloseTo(40 * 59_000, 6);
  for (const wrong of ["..", "x..", "0..", "1m..2m"])
    expect(() => readSilenceRule(wrong)).toThrow("--idle: must be");
});

test("arms learn apart", () => {
  const rule = learnedSilence();
  tryOnce(rule, Array(60).fill(1_500));
  const deadline = (arm: number) => {
    const watch = rule.watch(arm, { input: null, occurrence: 9 }, 0);
    watch.wrote(0);
    return watch.deadline();
  };
  expect(deadline(0)).toBeLessThan(10_000);
  expect(deadline(1)).toBe(Infinity);
});

test("what was learned of gaps survives in the lines of a journal", () => {
  const rule = learnedSilence();
  const again = learnedSilence();
  const random = stream(3, "journal");
  const passedOn: SilenceRule = {
    watch: rule.watch,
    learn(trial) {
      rule.learn(trial);
      const line = JSON.parse(JSON.stringify(trialToJson(trial, ["arm"])));
      again.learn(trialFromJson(line, ["arm"]) as Trial);
    },
  };
  for (let task = 0; task < 30; task++) {
    tryOnce(passedOn, usualSteps(random), { task, hangsAfter: task % 7 === 6 ? 5 : Infinity });
  }
  const deadlineOf = (learned: SilenceRule) => {
    const watch = learned.watch(0, { input: null, occurrence: 99 }, 0);
    watch.wrote(10);
    return watch.deadline();
  };
  expect(deadlineOf(again)).toBe(deadlineOf(rule));
});

test("a line of a journal with gaps that cannot be is no trial", () => {
  const trial = { input: null, occurrence: 1, arm: 0, cutoff: 5, seed: 1 };
  const line = trialToJson({ ...trial, cut: "idle", outcome: { kind: "censored", time: 1 } }, ["arm"]);
  const gaps = { count: 1, longest: [7] };
  expect(trialFromJson({ ...line, gaps }, ["arm"])).toMatchObject({ cut: "idle", gaps });
  const [none, negative, many] = [[], [-1], Array(11).fill(1)].map((longest) => ({ count: 2, longest }));
  for (const wrong of [{ ...none, count: 0 }, negative, many, { count: 2 }, "long"]) {
    expect(trialFromJson({ ...line, gaps: wrong }, ["arm"])).toBe(undefined);
  }
});
