import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, trialsIn } from "./command.ts";

test("while nothing is solved all inputs have a first try, and then turns go by time: the least so far is next", async () => {
  const state = join(newFolder(), "state");
  const words = ["--policy", "never", "--timeout", "60ms", "--retries", "4", "--state", state];
  await run([...words, "--", "sh", "-c", "sleep $0; exit 1", "{input}", ":::", "9", "0.02", "0.001"]);
  const trials = trialsIn(state);
  expect(trials).toHaveLength(12);
  expect(trials.slice(0, 3).map(({ instance }) => instance)).toEqual(["9", "0.02", "0.001"]);
  const had = new Map(["9", "0.02", "0.001"].map((input) => [input, { time: 0, tries: 0 }]));
  for (const { instance, time, resetting = 0 } of trials) {
    const task = had.get(instance)!;
    const open = [...had.values()].filter(({ tries }) => tries < 4);
    const fresh = open.some(({ tries }) => tries === 0);
    if (!fresh) expect(task.time).toBe(Math.min(...open.map((other) => other.time)));
    task.time += time + resetting;
    task.tries += 1;
  }
});

test("a try shorter than the start of its program is recorded with the time that it took, cut or not", async () => {
  const state = join(newFolder(), "state");
  const words = ["--cutoffs", "0.001ms,0.002ms", "--until", "1", "--budget", "60s"];
  await run([...words, "--state", state, "--", "true"]);
  const trials = trialsIn(state);
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
  const cutoffs = trialsIn(state).map(({ cutoff }) => cutoff);
  expect(Math.min(...cutoffs)).toBeGreaterThanOrEqual(40);
  expect(cutoffs.filter((cutoff) => cutoff === 100)).toHaveLength(3);
  // Cuts at another HIGH are no failures.
  const { code, lines } = await run([...words, "--timeout", "120ms", ...program]);
  expect(code).toBe(1);
  expect(lines.at(-1).tries).toBeGreaterThan(cutoffs.length);
});

test("--retries 2 counts cuts at --timeout, and no other cuts", async () => {
  const words = ["--json", "--policy", "fixed:cutoff=50ms", "--retries", "2", "--timeout", "100ms"];
  const { lines } = await run([...words, "--", "sleep", "9"]);
  // 50, 50, 100, 50, 50, 100
  expect(lines[0]).toMatchObject({ solved: false, givenUp: "tries", tries: 6, cutoff: 100 });
});

test("--explore leaves that share uncut, and the journal marks them; another run of it may explore or not", async () => {
  const state = join(newFolder(), "state");
  const words = ["--policy", "fixed:cutoff=60s", "--state", state, "--explore"];
  const program = ["--", "true", "{input}", ":::", "a", "b"];
  await run([...words, "100%", ...program]);
  expect((await run([...words, "0%", ...program, "new"])).code).toBe(0);
  const explored = { explored: true, cutoff: "inf" };
  expect(trialsIn(state)).toMatchObject([explored, explored, { cutoff: 60_000 }]);
  expect(trialsIn(state)[2]).not.toHaveProperty("explored");
});
