import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { formatHeader, formatTrial } from "../../../src/journal/journal-format.ts";
import { lockFile } from "../../../src/journal/lock.ts";
import { MAX_TRIES } from "../../../src/serve/problem/recent-trials.ts";
import { openRunFile } from "../../../src/serve/runs/run-file.ts";
import { openRunFolder } from "../../../src/serve/runs/run-folder.ts";
import { mulligan } from "../../call-command.ts";
import { newFolder } from "../../new-folder.ts";
import { listening } from "../listening.ts";
import { newProblem, served } from "../served.ts";

const header = formatHeader({
  unit: "ms",
  arms: [{ name: "a" }, { name: "b" }],
  policy: "km-ts",
  mode: "retry",
  schedule: "luby",
  cutoffs: "auto",
});

function trialLine(time: number, arm = 0): string {
  const outcome = { kind: "completed", time, reward: 1 } as const;
  const trial: Trial = { input: "x", occurrence: 1, arm, cutoff: 10, attempt: 1, seed: 1, outcome };
  return formatTrial(trial, ["a", "b"]);
}

/** Looks at any time: the clock moves on with each look. */
function runsIn(folder: string) {
  const told: number[] = [];
  let now = 0;
  const changes: string[] = [];
  const runs = openRunFolder(folder, () => (now += 1_000), {
    onTrial: (_, { outcome }, sequence) => void told.push(sequence, outcome.time),
    onChange: (name) => void changes.push(name),
    onRemove: (name) => void changes.push(`${name} is gone`),
  });
  return { runs, told, changes };
}

test("a journal is found where it lies, other files are not, and links are not followed", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "deeper"));
  writeFileSync(join(folder, "deeper", "uf.journal"), header + trialLine(3));
  writeFileSync(join(folder, "notes.txt"), "hello\n");
  writeFileSync(join(folder, "begun"), header.slice(0, -1));
  symlinkSync(join(folder, "deeper", "uf.journal"), join(folder, "link"));
  const { runs } = runsIn(folder);
  // A look ends after some time, and the next goes on where it ended.
  for (let looks = 0; looks < 10; looks++) runs.all();
  expect(runs.all().map(({ name }) => name)).toEqual(["deeper/uf.journal"]);
  appendFileSync(join(folder, "begun"), "\n");
  for (let looks = 0; looks < 10; looks++) runs.all();
  expect(new Set(runs.all().map(({ name }) => name))).toEqual(new Set(["begun", "deeper/uf.journal"]));
});

test("what is added is told in order, once it is whole; what was there before is not", () => {
  const path = join(newFolder(), "run");
  writeFileSync(path, header + trialLine(1));
  const { runs, told } = runsIn(join(path, ".."));
  expect(runs.find("run")!.summary()).toMatchObject({ readOnly: true, observations: 1, unit: "ms" });
  const next = trialLine(3);
  appendFileSync(path, trialLine(2, 1) + next.slice(0, 30));
  runs.all();
  expect(told).toEqual([2, 2]);
  appendFileSync(path, next.slice(30));
  runs.all();
  expect(told).toEqual([2, 2, 3, 3]);
  expect(runs.find("run")!.summary().arms).toMatchObject([
    { completed: 2, time: 4 },
    { completed: 1, time: 2 },
  ]);
});

test("a torn line that was cut off and written anew is read as it is then; another file begins anew", () => {
  const path = join(newFolder(), "run");
  writeFileSync(path, header + trialLine(1));
  const { runs } = runsIn(join(path, ".."));
  appendFileSync(path, '{"torn');
  runs.all();
  truncateSync(path, Buffer.byteLength(header + trialLine(1)));
  appendFileSync(path, trialLine(5));
  expect(runs.find("run")!.summary().observations).toBe(2);
  writeFileSync(`${path}.new`, header);
  renameSync(`${path}.new`, path);
  runs.all();
  expect(runs.find("run")!.summary().observations).toBe(0);
});

test("that a run appears, is gone, and whether its command still runs is told", () => {
  const folder = newFolder();
  const path = join(folder, "run");
  const { runs, changes } = runsIn(folder);
  runs.all();
  const lock = lockFile(path);
  writeFileSync(path, header + trialLine(1));
  expect(runs.find("run")!.summary()).toMatchObject({
    live: true,
    lastActive: expect.closeTo(Date.now(), -4.5),
  });
  runs.all();
  expect(changes).toEqual(["run"]);
  lock.release();
  expect(runs.find("run")!.state).toBe("finished");
  expect(changes).toEqual(["run", "run"]);
  // A lock that its owner left behind says that it was killed.
  writeFileSync(`${path}.lock`, `${JSON.stringify({ pid: 2 ** 22 + 1, start: "x", host: hostname() })}\n`);
  expect(runs.find("run")!.state).toBe("gone");
  rmSync(path);
  runs.all();
  expect(changes).toEqual(["run", "run", "run", "run is gone"]);
});

test("the session is told from the lock until the first trial, and from the journal when the lock is gone", () => {
  const path = join(newFolder(), "run");
  const { runs } = runsIn(join(path, ".."));
  const known = () => runs.find("run")!.summary().run;
  const trial = { input: "y", occurrence: 1, arm: 0, cutoff: 10, attempt: 1, seed: 1 };
  const solved = { ...trial, outcome: { kind: "completed", time: 2, reward: 1 } } as const;
  const stopped = { ...trial, outcome: { kind: "censored", time: 2 }, stopped: true } as const;
  writeFileSync(path, header + trialLine(1));
  const session = { began: 5_000, command: "mulligan run --until 3 -- a", tasks: 3 };
  const lock = lockFile(path, session);
  expect(known()).toEqual({ ...session, state: "running", done: 1, doneBefore: 1 });
  appendFileSync(path, formatTrial(solved, ["a", "b"], session) + trialLine(1));
  expect(known()).toMatchObject({ state: "running", done: 3, doneBefore: 1 });
  lock.release();
  // A try that ran beside the last task was stopped with it.
  appendFileSync(path, formatTrial(stopped, ["a", "b"]));
  expect(known()).toEqual({ ...session, state: "finished", done: 3, doneBefore: 1 });
  const more = { ...session, began: 6_000, tasks: 9 };
  appendFileSync(path, formatTrial(stopped, ["a", "b"], more));
  expect(known()).toEqual({ ...more, state: "stopped", done: 3, doneBefore: 3 });
  // Between two tries nothing is stopped. A command without inputs is repeated until all its tasks are done.
  const repeated = { ...solved, input: null };
  appendFileSync(path, formatTrial(solved, ["a", "b"]));
  expect(known()).toMatchObject({ state: "finished", done: 4 });
  appendFileSync(path, formatTrial(repeated, ["a", "b"]));
  expect(known()).toMatchObject({ state: "stopped", done: 5 });
});

test("a long journal is read in parts, of which each tells how much was read, and to its end without more requests", async () => {
  const path = join(newFolder(), "run");
  const lines = Array.from({ length: 12_000 }, (_, i) => trialLine(i + 1, i % 2));
  writeFileSync(path, header + lines.join(""));
  const run = openRunFile(path, "run")!;
  const shares: (number | undefined)[] = [];
  for (run.more(); !run.whole; run.more()) shares.push(run.summary().readShare);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual(shares.toSorted((a, b) => a! - b!));
  run.more();
  const { observations, readShare } = run.summary();
  expect([observations, readShare]).toEqual([12_000, undefined]);
  expect(run.recentTrials.after(0).map(({ number }) => number)).toEqual(
    Array.from({ length: MAX_TRIES }, (_, place) => 12_001 - MAX_TRIES + place),
  );
  expect(run.recentTrials.after(11_999)).toMatchObject([
    { number: 12_000, at: null, arm: 1, cutoff: 10, task: "x", outcome: { time: 12_000 } },
  ]);

  const { runs, changes } = runsIn(join(path, ".."));
  const [again] = runs.all();
  await expect.poll(() => again.whole, { timeout: 60_000 }).toBe(true);
  expect(again.summary().observations).toBe(12_000);
  expect(changes.length).toBeGreaterThan(1);
  runs.close();
});

test("a damaged line ends what is shown, and nothing is written", () => {
  const path = join(newFolder(), "run");
  const text = header + trialLine(1) + trialLine(2).replace('"time":2', '"time":7') + trialLine(3);
  writeFileSync(path, text);
  const { runs } = runsIn(join(path, ".."));
  expect(runs.find("run")!.summary().observations).toBe(1);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a run of the command in the served folder appears, moves live, and can be read only", async () => {
  const state = newFolder();
  const { ask, url } = await served({ state });
  const { until } = await listening(`${url}/v1/events`);
  const words = ["run", "--state", join(state, "sleep.journal"), "--until", "3", "--", "true"];
  expect((await mulligan(words)).code).toBe(0);
  // The folder is looked at every quarter of a second.
  await expect
    .poll(async () => (await ask("GET", "/v1/problems/sleep.journal")).body, { timeout: 60_000 })
    .toMatchObject({ readOnly: true, unit: "ms", arms: [{ name: "true", completed: 3 }] });
  expect((await ask("GET", "/v1/problems")).body.problems).toMatchObject([{ name: "sleep.journal" }]);
  expect((await mulligan(words.map((word) => (word === "3" ? "5" : word)))).code).toBe(0);
  const heard = await until((all) => all.filter(({ event }) => event === "outcome").length >= 2);
  expect(heard.filter(({ event }) => event === "outcome").at(-1)!.data).toMatchObject({
    problem: "sleep.journal",
    kind: "completed",
    arm: "true",
  });
  const place = "/v1/problems/sleep.journal";
  const observations = [{ id: "x", kind: "censored", time: 1 }];
  const refused = await Promise.all([
    ask("POST", `${place}/decisions`),
    ask("POST", `${place}/observations`, { observations }),
    ask("DELETE", place),
    ask("POST", "/v1/problems", newProblem("sleep.journal")),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
});

test("the service and the summary of the command say the same about the cost without a cutoff", async () => {
  const state = newFolder();
  const { ask } = await served({ state });
  const hangs = "if [ $(({seed} % 3)) = 0 ]; then sleep 0.3; fi";
  const words = ["run", "--state", join(state, "hangs"), "--until", "40", "--explore", "0.5", "--json"];
  const { stdout } = await mulligan([...words, "--", "sh", "-c", hangs]);
  const said = JSON.parse(stdout.trim().split("\n").at(-1)!).arms[0].withoutCutoff;
  const near = Object.entries(said ?? {}).map(([field, value]) => [
    field,
    typeof value === "number" ? expect.closeTo(value, 0) : value,
  ]);
  const expected = said === null ? null : Object.fromEntries(near);
  await expect
    .poll(async () => (await ask("GET", "/v1/problems/hangs")).body, { timeout: 60_000 })
    .toMatchObject({ run: { state: "finished", done: 40, tasks: 40 }, withoutCutoff: expected });
  // Some ten tries hang to their end, so that a run that does not know has a chance of less than 1 in 100.
  expect(said).not.toBeNull();
});
