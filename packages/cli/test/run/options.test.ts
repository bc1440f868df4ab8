import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  const words = ["--json", "--policy", "fixed:cutoff=500", "--schedule", "constant", "--budget", "30s"];
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
  const words = [
    "--policy",
    "fixed:cutoff=60",
    "--schedule",
    "constant",
    "--max-restarts",
    "7",
    "--state",
    state,
  ];
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

test("--first-cutoff is where the first try is cut while nothing is known, in mode abandon too", async () => {
  for (const mode of ["retry", "abandon"]) {
    const state = join(newFolder(), mode);
    const words = ["--mode", mode, "--policy", "km-ts", "--first-cutoff", "0.1s", "--state", state];
    const { code } = await run([...words, "--budget", "30s", "--until", "1", "--", "sleep", "0.3"]);
    expect(code).toBe(0);
    const cutoffs = trialsOf(state).map(({ cutoff }) => cutoff);
    expect(cutoffs.slice(0, 7)).toEqual([100, 100, 200, 100, 100, 200, 400]);
    const [header] = readFileSync(state, "utf8").split("\n");
    expect(JSON.parse(header)).toMatchObject({ firstCutoff: "0.1s" });
    const again = await run([
      "--mode",
      mode,
      "--policy",
      "km-ts",
      "--state",
      state,
      "--until",
      "2",
      "--",
      "sleep",
      "0.3",
    ]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("the journal is of firstCutoff 0.1s, this run has (none)");
  }
});

test("--min-cutoff: nobody is cut sooner", async () => {
  const state = join(newFolder(), "state");
  const words = ["--policy", "km-ts", "--min-cutoff", "40ms", "--max-restarts", "5", "--state", state];
  await run([...words, "--", "sleep", "9", ":::", "a"]);
  const cutoffs = trialsOf(state).map(({ cutoff }) => cutoff);
  expect(cutoffs).toHaveLength(6);
  expect(Math.min(...cutoffs)).toBe(40);
});

test("--retries 2 counts failures and no cuts; --timeout ends a task that is only cut", async () => {
  // Luby's sequence comes to 400 at the seventh try.
  const cuts = ["--json", "--policy", "fixed:cutoff=100", "--retries", "2"];
  const long = await run([...cuts, "--", "sleep", "0.3", ":::", "a"]);
  expect(long.lines[0]).toMatchObject({ solved: true });
  expect(long.lines[0].tries).toBeGreaterThan(2);
  const words = ["--json", "--policy", "fixed:cutoff=50", "--retries", "2", "--timeout", "400ms"];
  const fixed = await run([...words, "--", "sleep", "9", ":::", "a"]);
  expect(fixed.lines[0]).toMatchObject({ solved: false, givenUp: "time" });
  expect(fixed.lines[0].tries).toBeGreaterThan(2);
  expect(fixed.lines[0].time).toBeLessThan(2_000);
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
  const cutoffs: number[] = trialsOf(state).map(({ cutoff }) => cutoff);
  expect(cutoffs).toHaveLength(9);
  expect(Math.min(...cutoffs)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...cutoffs)).toBeLessThanOrEqual(40);
});
