import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sealed } from "../../../src/journal/checksum.ts";
import { formatHeader } from "../../../src/journal/header.ts";
import { formatTrial, type Trial } from "../../../src/journal/trial-line.ts";
import { openRuns } from "../../../src/serve/runs/runs.ts";
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
  return sealed(formatTrial(trial, ["a", "b"]));
}

/** Looks at any time: the clock moves on with each look. */
function runsIn(folder: string) {
  const told: number[] = [];
  let now = 0;
  const changes: string[] = [];
  const runs = openRuns(folder, () => (now += 1_000), {
    tried: (_, { outcome }, sequence) => void told.push(sequence, outcome.time),
    changed: (name) => void changes.push(name),
    gone: (name) => void changes.push(`${name} is gone`),
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
  expect(runs.all().map(({ name }) => name)).toEqual(["deeper/uf.journal"]);
  appendFileSync(join(folder, "begun"), "\n");
  expect(
    runs
      .all()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["begun", "deeper/uf.journal"]);
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

test("a damaged line ends what is shown, and nothing is written", () => {
  const path = join(newFolder(), "run");
  writeFileSync(
    path,
    `${header}${trialLine(1)}${trialLine(2).replace('"time":2', '"time":7')}${trialLine(3)}`,
  );
  const { runs } = runsIn(join(path, ".."));
  expect(runs.find("run")!.summary().observations).toBe(1);
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
