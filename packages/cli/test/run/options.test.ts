import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRunFile } from "../../src/serve/runs/run-file.ts";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { run } from "./command.ts";

/** The trials that a run's journal holds. */
const trialsOf = (state: string) =>
  readFileSync(state, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));

test("an input that never ends does not keep the others from being tried, with one job", async () => {
  const words = ["--json", "--policy", "fixed:cutoff=500ms", "--schedule", "constant", "--budget", "30s"];
  const program = ["--until", "3", "--", "sleep", "{input}", ":::", "60", "0", "0.001", "0.002"];
  const { code, lines } = await run([...words, ...program]);
  expect(code).toBe(0);
  expect(lines.slice(0, 3).map(({ input, solved }) => [input, solved])).toEqual([
    ["0", true],
    ["0.001", true],
    ["0.002", true],
  ]);
  // It goes on only up to thirty times what the others took.
  expect(lines[3]).toMatchObject({ input: "60", solved: false });
  expect(lines[3].tries).toBeLessThanOrEqual(4);
});

test("while nothing is solved all inputs have a first try, and then turns go by time: the least so far is next", async () => {
  const state = join(newFolder(), "state");
  const words = ["--policy", "never", "--timeout", "60ms", "--retries", "8", "--state", state];
  await run([...words, "--", "sh", "-c", "sleep $0; exit 1", "{input}", ":::", "9", "0.02", "0.001"]);
  const trials = trialsOf(state);
  expect(trials).toHaveLength(24);
  expect(trials.slice(0, 3).map(({ instance }) => instance)).toEqual(["9", "0.02", "0.001"]);
  const had = new Map(["9", "0.02", "0.001"].map((input) => [input, { time: 0, tries: 0 }]));
  for (const { instance, time, resetting = 0 } of trials) {
    const task = had.get(instance)!;
    const open = [...had.values()].filter(({ tries }) => tries < 8);
    const fresh = open.some(({ tries }) => tries === 0);
    if (!fresh) expect(task.time).toBe(Math.min(...open.map((other) => other.time)));
    task.time += time + resetting;
    task.tries += 1;
  }
});

test("a try shorter than the start of its program is recorded with the time that it took, cut or not", async () => {
  const state = join(newFolder(), "state");
  await run([
    "--cutoffs",
    "0.001ms,0.002ms",
    "--until",
    "1",
    "--budget",
    "60s",
    "--state",
    state,
    "--",
    "true",
  ]);
  const trials = trialsOf(state);
  expect(trials).not.toEqual([]);
  for (const { completed, cutoff, time } of trials) {
    expect(time).toBeGreaterThan(0.05);
    if (completed === 1) expect(cutoff).toBe(time);
  }
});

test.each([
  ["--max-restarts", "3", "--retries N limits how often a task may fail"],
  ["--first-cutoff", "1s", "--cutoffs LOW..HIGH bounds the cutoffs"],
  ["--min-cutoff", "1s", "--cutoffs LOW.. sets the shortest cutoff"],
])("%s was removed: one line says what to use instead", async (option, value, instead) => {
  for (const words of [[option, value], [`${option}=${value}`]]) {
    const { code, stderr, stdout } = await run([...words, "--", "true"]);
    expect([code, stderr, stdout]).toEqual([2, `mulligan: ${option}: was removed; ${instead}\n`, ""]);
  }
  const { code, stderr } = await mulligan(["sat", option, value, "x.cnf"]);
  expect([code, stderr]).toEqual([2, `mulligan: ${option}: was removed; ${instead}\n`]);
});

test("a journal that was written with a removed option is refused and kept, and analyze still reads it", async () => {
  const state = join(newFolder(), "state");
  const header = {
    ...{ type: "header", format: "mulligan-journal", version: 1, unit: "ms" },
    ...{
      arms: [{ name: "true", command: ["true"] }],
      policy: "hidden-types",
      mode: "retry",
      schedule: "luby",
    },
    ...{ cutoffs: "auto", firstCutoff: "1s", success: [0], reward: "exit" },
  };
  const trial = {
    type: "trial",
    instance: "a",
    arm: "true",
    cutoff: 1_000,
    completed: 1,
    time: 5,
    reward: 1,
  };
  const text = `${JSON.stringify(header)}\n${JSON.stringify({ ...trial, occurrence: 1, seed: 1 })}\n`;
  writeFileSync(state, text);
  const { code, stderr } = await run(["--state", state, "--", "true"]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `mulligan: ${state}:1: the journal was written with --first-cutoff 1s, an option that was removed; begin a new journal (\`mulligan analyze\` still reads this one)\n`,
  );
  expect(readFileSync(state, "utf8")).toBe(text);
  // One try is too few for a verdict.
  expect((await mulligan(["analyze", state, "--json"])).code).toBe(3);
  // The service, and with it the page.
  expect(openRunFile(state, "run")?.summary()).toBeDefined();
});

test("LOW.. and ..HIGH bound one end, and another --timeout resumes a journal", async () => {
  const state = join(newFolder(), "state");
  const words = ["--json", "--policy", "km-ts", "--cutoffs", "40ms..", "--retries", "3", "--state", state];
  const program = ["--", "sh", "-c", "sleep 9; echo $0", "{}", ":::", "a"];
  await run([...words, "--timeout", "100ms", ...program]);
  const cutoffs = trialsOf(state).map(({ cutoff }) => cutoff);
  expect(Math.min(...cutoffs)).toBeGreaterThanOrEqual(40);
  expect(cutoffs.filter((cutoff) => cutoff === 100)).toHaveLength(3);
  // Cuts at another HIGH are no failures.
  const { code, lines } = await run([...words, "--timeout", "120ms", ...program]);
  expect(code).toBe(1);
  expect(lines.at(-1).tries).toBeGreaterThan(cutoffs.length);
});

test("--retries 2 counts failures and cuts at --timeout, and no other cuts", async () => {
  // Luby's sequence comes to 400 at the seventh try.
  const cuts = ["--json", "--policy", "fixed:cutoff=100ms", "--retries", "2"];
  const long = await run([...cuts, "--", "sleep", "0.3"]);
  expect(long.lines[0]).toMatchObject({ solved: true });
  expect(long.lines[0].tries).toBeGreaterThan(2);
  const words = ["--json", "--policy", "fixed:cutoff=50ms", "--retries", "2", "--timeout", "100ms"];
  const fixed = await run([...words, "--", "sleep", "9"]);
  // 50, 50, 100, 50, 50, 100
  expect(fixed.lines[0]).toMatchObject({ solved: false, givenUp: "tries", tries: 6, cutoff: 100 });
  const failing = await run(["--json", "--policy", "never", "--retries", "2", "--", "false", ":::", "a"]);
  expect(failing.lines[0]).toMatchObject({ solved: false, tries: 2, givenUp: "tries" });
  expect(failing.code).toBe(1);
});

test("--explore leaves that share uncut, and the journal marks them; another run of it may explore or not", async () => {
  const state = join(newFolder(), "state");
  const inputs = Array.from({ length: 40 }, (_, i) => String(i));
  const words = ["--policy", "fixed:cutoff=5s", "--state", state];
  const program = ["--", "true", "{input}", ":::"];
  await run([...words, "--explore", "25%", ...program, ...inputs]);
  const explored = trialsOf(state).filter((trial) => trial.explored === true);
  // Binomial: 10 ± 2.7.
  expect(explored.length).toBeGreaterThan(1);
  expect(explored.length).toBeLessThan(20);
  expect(explored.every(({ cutoff }) => cutoff === "inf")).toBe(true);
  expect(trialsOf(state).every(({ cutoff, explored }) => explored === true || cutoff === 5_000)).toBe(true);
  expect((await run([...words, ...program, ...inputs, "new"])).code).toBe(0);
});

test("LOW..HIGH bounds the cutoffs of the default policy", async () => {
  const state = join(newFolder(), "state");
  const words = ["--mode", "abandon", "--policy", "km-ts", "--cutoffs", "10ms..40ms", "--state", state];
  await run([...words, "--", "sleep", "0.0{input}", ":::", ..."123456789"]);
  // The cutoff of a program that ended before it could be cut is its time, which may be longer.
  const cutoffs: number[] = trialsOf(state).map(({ cutoff, startCutoff = cutoff }) => startCutoff);
  expect(cutoffs).toHaveLength(9);
  expect(Math.min(...cutoffs)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...cutoffs)).toBeLessThanOrEqual(40);
});

test("--retries counts what beyond-longest cuts, since that hangs as far as it can tell", async () => {
  const ends = Array.from({ length: 30 }, (_, i) => String(i));
  const { code, lines } = await run([
    ...["--json", "--policy", "beyond-longest", "--retries", "2", "--cutoffs", "300ms..1s", "--"],
    ...["sh", "-c", 'if [ "$0" = hangs ]; then exec sleep 100; fi', "{}", ":::", ...ends, "hangs"],
  ]);
  expect(code).toBe(1);
  const hangs = lines.find(({ input }: { input?: string }) => input === "hangs");
  expect(hangs).toMatchObject({ solved: false, tries: 2, givenUp: "tries", exit: "cut" });
});
