import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "@mulligan/core";
import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { readRunPlan } from "../../src/run/plan.ts";
import { newFolder } from "../new-folder.ts";
import { hasProc, run, startRun } from "./command.ts";

/** Prints 100 more tokens each 5 ms, as often as its argument says. */
const TOKENS = `for i in $(seq $0); do printf '{"usage":{"tokens":%d}}\\n' $((i * 100)); sleep 0.005; done`;
const tokens = (...options: string[]) => ["--clock", "json:usage.tokens", ...options];

const usual = {
  ...{ mode: "retry", policy: "hidden-types", cutoffs: "auto", seed: 1, jobs: 1 },
  ...{ success: "0", reward: "exit", grace: "1s" },
};

/** The cutoff that a policy has learned from 150 tries, each of which costs `scale` times its time in ms. */
async function learnedCutoff(clock: string, scale: number): Promise<number> {
  const { policy } = (await readRunPlan(["true", "{seed}"], { ...usual, clock, until: 1_000 })).setup;
  const law = parseLaw("mixture(0.8*uniform(low=200,high=400),0.2*constant(value=60000))");
  const random = stream(1, "tries");
  const cutoffs: number[] = [];
  for (let attempt = 1, task = 1, tries = 0; tries < 150; tries++) {
    const decision = policy.decide({ task: String(task), attempt });
    const cost = scale * law.sample(random);
    const outcome: Outcome =
      cost <= decision.cutoff
        ? { kind: "completed", time: cost, reward: 1 }
        : { kind: "censored", time: decision.cutoff };
    policy.observe(decision, outcome);
    cutoffs.push(decision.cutoff);
    [task, attempt] = outcome.kind === "completed" ? [task + 1, 1] : [task, attempt + 1];
  }
  return cutoffs.slice(-50).sort((a, b) => a - b)[25];
}

test("json:tokens learns the cutoff of wall where tokens are proportional to time", async () => {
  const wall = await learnedCutoff("wall", 1);
  expect(await learnedCutoff("json:tokens", 1)).toBe(wall);
  // The same history gives the same cutoff. In larger units the first cutoffs differ, and with them the draws: the
  // policy plans on cells of a third of an octave, and may settle on the next one.
  const ratio = (await learnedCutoff("json:tokens", 8)) / (8 * wall);
  expect(ratio).toBeGreaterThan(2 ** -0.34);
  expect(ratio).toBeLessThan(2 ** 0.34);
  expect(wall).toBeGreaterThan(300);
  expect(wall).toBeLessThan(600);
});

test("a try is cut as soon as it has printed the cutoff, and costs what it printed", async () => {
  const journal = join(newFolder(), "state");
  const { code, lines } = await startRun([
    ...tokens("--json", "--policy", "never", "--cutoffs", "..1000", "--retries", "1", "--state", journal),
    ...["--", "bash", "-c", TOKENS, "{}", ":::", "4000", "7"],
  ]).ended;
  expect(code).toBe(1);
  expect(lines[0]).toMatchObject({ input: "4000", solved: false, cutoff: 1_000 });
  // It may have printed a few lines more before it was cut; all would be 400,000.
  expect(lines[0].time).toBeGreaterThanOrEqual(1_000);
  expect(lines[0].time).toBeLessThan(100_000);
  expect(lines[1]).toMatchObject({ input: "7", solved: true, time: 700 });
  expect(JSON.parse(readFileSync(journal, "utf8").split("\n")[0])).toMatchObject({
    unit: "tokens",
    clock: "json:usage.tokens",
  });
});

test("a budget in tokens ends the run, and the table is in tokens", async () => {
  const { code, stderr } = await startRun([
    ...tokens("--budget", "5000", "--until", "1000", "--quiet", "--", "bash", "-c", TOKENS, "8"),
  ]).ended;
  expect(code).toBe(124);
  expect(stderr).toMatch(/ 5[0-5]00 tokens /);
  expect(stderr).toContain("budget spent");
});

test("a journal of another clock is refused in one sentence; analyze says its unit", async () => {
  const journal = join(newFolder(), "state");
  const words = ["--quiet", "--until", "6", "--state", journal, "--", "bash", "-c", TOKENS, "3"];
  expect((await startRun(tokens(...words)).ended).code).toBe(0);
  const other = await run(words);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain(
    `${journal}:1: the journal is of clock json:usage.tokens, this run has wall`,
  );
  const { mulligan } = await import("../call-command.ts");
  expect(JSON.parse((await mulligan(["analyze", journal, "--json"])).stdout).unit).toBe("tokens");
});

test("regex takes the first group of the last match, from lines without an end and from standard error too", async () => {
  const { lines } = await startRun([
    ...["--json", "--clock", "regex:cost=([0-9.]+)", "--until", "1", "--"],
    ...["bash", "-c", "echo cost=0.25; printf 'cost=0.5 cost=0.75' >&2"],
  ]).ended;
  expect(lines[0]).toMatchObject({ solved: true, time: 0.75 });
});

test("a cost that falls is told once, and the highest counts", async () => {
  const { lines, stderr } = await startRun([
    ...["--json", "--clock", "regex:([0-9]+)", "--until", "2", "--", "printf", "5\\n9\\n7\\n"],
  ]).ended;
  expect(lines[0].time).toBe(9);
  expect(stderr.match(/must not decrease/g)?.length).toBe(1);
});

test("programs that never print their cost end the run with code 2; one that does now and then goes on", async () => {
  const never = await startRun([...tokens("--quiet", "--until", "9", "--", "true")]).ended;
  expect(never.code).toBe(2);
  expect(never.stderr).toContain("--clock json:usage.tokens: must be printed by the programs");
  const folder = newFolder();
  const script = `if mkdir ${folder}/$RANDOM-$$ && [ $(ls ${folder} | wc -l) = 2 ]; then echo '{"usage":{"tokens":50}}'; fi`;
  writeFileSync(join(folder, "script"), script);
  const some = await startRun([...tokens("--quiet", "--until", "9", "--", "bash", join(folder, "script"))])
    .ended;
  expect(some.code).toBe(0);
  expect(some.stderr.match(/counts as 0/g)?.length).toBe(1);
});

test("--timeout limits the time on the wall of a try that prints no cost", async () => {
  const { code, lines } = await startRun([
    ...tokens("--json", "--timeout", "300ms", "--retries", "2", "--", "sleep", "{}", ":::", "100"),
  ]).ended;
  expect(code).toBe(1);
  expect(lines[0]).toMatchObject({ tries: 2, time: 0, cut: "timeout", givenUp: "tries" });
});

test.skipIf(!hasProc)("cpu counts the work of a program and its children, and not its sleep", async () => {
  const work = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
  const { lines } = await startRun([
    ...["--json", "--clock", "cpu", "--until", "2", "--", "bash", "-c", `sleep 1; ${work}; (${work})`],
  ]).ended;
  const whole = lines[0].time;
  expect(whole).toBeGreaterThan(20);
  expect(whole % 10).toBe(0);
  // A second of sleep is no work. On a slow machine the loops may take half a second each.
  const { lines: asleep } = await startRun(["--json", "--clock", "cpu", "--until", "1", "--", "sleep", "1"])
    .ended;
  expect(asleep[0].time).toBeLessThan(whole);
});

test.skipIf(!hasProc)("cpu cuts what works too long", async () => {
  const { lines } = await startRun([
    ...["--json", "--clock", "cpu", "--policy", "never", "--cutoffs", "..200ms", "--retries", "1"],
    ...["--", "bash", "-c", "while :; do :; done", "{}", ":::", "a"],
  ]).ended;
  expect(lines[0]).toMatchObject({ solved: false, tries: 1 });
  // CPU time comes in steps, so a try may use more than its cutoff.
  expect(lines[0].cutoff).toBe(200);
  expect(lines[0].time).toBeGreaterThanOrEqual(200);
});

test.each([
  [["--clock", "watch"], '--clock: must be wall, cpu, json:FIELD or regex:PATTERN, got "watch"'],
  [["--clock", "regex:a"], "--clock: must have a group around the cost, got regex:a"],
  [["--clock", "json:a", "--budget", "5m"], "--budget: must be a number of a above 0"],
  [["--clock", "json:a", "--report", "x.html"], "--report: must be used with --clock wall or cpu"],
  hasProc
    ? [["--clock", "cpu", "--redis", "redis://localhost:1"], "--clock: must be wall with --redis"]
    : [["--clock", "cpu"], "--clock cpu: needs /proc, as on Linux, got none"],
  [["--reward-range", "0..10"], "--reward-range: must be used with --reward"],
  [["--reward", "last-number", "--reward-range", "10..1"], "--reward-range: must be LOW..HIGH"],
])("%j is refused in one sentence", async (options, sentence) => {
  const { code, stderr } = await run([...options, "--", "true"]);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n").length).toBe(1);
});

test("a score outside [0, 1] is refused with the name of the option; with its range it is mapped, and reported", async () => {
  const score = (...options: string[]) =>
    startRun([...options, "--reward", "last-number", "--until", "1", "--", "echo", "42"]).ended;
  const refused = await score();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    "--reward: must lie in [0, 1] (--reward-range LOW..HIGH sets other bounds), got 42",
  );
  expect((await score("--json", "--reward-range", "-8..92")).lines[0]).toMatchObject({
    reward: 0.5,
    score: 42,
  });
  const outside = await score("--reward-range", "0..10");
  expect(outside.code).toBe(2);
  expect(outside.stderr).toContain("--reward-range: must contain every reward and is 0..10, got 42");
});

test("a journal keeps the range of its rewards, and another is refused", async () => {
  const journal = join(newFolder(), "state");
  const score = (range: string) => [
    ...["--reward", "last-number", "--reward-range", range, "--state", journal, "--until", "1"],
    ...["--", "echo", "42"],
  ];
  expect((await run(score("0..100"))).code).toBe(0);
  const other = await run(score("0..50"));
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("the journal is of rewardRange 0..100, this run has 0..50");
});
