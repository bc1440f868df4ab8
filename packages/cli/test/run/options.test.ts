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
  // On a busy machine it takes a while to start a program.
  const words = ["--json", "--policy", "fixed:cutoff=3s", "--schedule", "constant", "--budget", "60s"];
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
