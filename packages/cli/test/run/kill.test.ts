import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { fakeSolver, run, startRun } from "./command.ts";
import { goneAfter, programsOf } from "./marked.ts";

const KILLS = 50;
const restartsInside = fileURLToPath(new URL("../../../../bench/run/restarts-inside.mjs", import.meta.url));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test(`kill -9 at ${KILLS} random moments: nothing reported is lost, nothing counted twice, no child survives by a second`, async () => {
  const random = stream(1, "kill");
  const state = join(newFolder(), "state");
  const inputs = Array.from({ length: 800 }, (_, i) => `task ${i}`);
  const program = ["--", "sh", fakeSolver, "{seed}", "5", "0.6", "2000"];
  const args = ["--json", "--state", state, "--jobs", "2", ...program, ":::", ...inputs];
  const reported: string[] = [];
  const folders: string[] = [];
  let before = "";
  let longest = 0;
  let running = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended } = startRun(args);
    // A fifth of them while it starts or replays, the others at work, however slow the machine is today.
    while (kill % 5 > 0 && child.exitCode === null && programsOf(child.pid!).length === 0) await pause(5);
    await pause(200 * random.uniform());
    running += programsOf(child.pid!).length;
    child.kill("SIGKILL");
    const { lines } = await ended;
    reported.push(...lines.filter(({ type }) => type === "task").map(({ input }) => input));
    longest = Math.max(longest, await goneAfter(child.pid!, 3_000));
    folders.push(`mulligan-${child.pid}-`);
    // Append-only: what was there stays, byte for byte, but for a line that was torn.
    const now = existsSync(state) ? readFileSync(state, "utf8") : "";
    expect(now.startsWith(before)).toBe(true);
    before = now.slice(0, now.lastIndexOf("\n") + 1);
  }
  expect(running).toBeGreaterThan(KILLS / 2);
  expect(longest).toBeLessThan(1_000);
  const early = solvedIn(before);
  expect(new Set(early).size).toBe(early.length);
  for (const input of reported) expect(early).toContain(input);

  const last = await run(args);
  expect(last.code).toBe(0);
  expect(last.lines.at(-1)).toMatchObject({ tasks: inputs.length, solved: inputs.length });
  reported.push(...last.lines.slice(0, -1).map(({ input }) => input));
  expect(new Set(reported).size).toBe(reported.length);
  const text = readFileSync(state, "utf8");
  expect([...solvedIn(text)].sort()).toEqual([...inputs].sort());
  const trials = trialsIn(text);
  expect(new Set(trials.map(({ instance, seed }) => `${seed} ${instance}`)).size).toBe(trials.length);
  expect(last.lines.at(-1).tries).toBe(trials.length);
  const found = readdirSync(tmpdir());
  expect(found.filter((name) => folders.some((folder) => name.startsWith(folder)))).toEqual([]);
});

test("programs that would run for a minute are gone within a second of their killed parent", async () => {
  const random = stream(2, "kill");
  for (let kill = 0; kill < 12; kill++) {
    const { child, ended } = startRun([
      "--policy",
      "never",
      "--jobs",
      "4",
      "--until",
      "9",
      "--",
      "sleep",
      "60",
    ]);
    // Some in the middle of the starts, some after.
    while (programsOf(child.pid!).length === 0) await pause(1);
    await pause(kill % 2 === 0 ? 10 * random.uniform() : 100);
    child.kill("SIGKILL");
    await ended;
    expect(await goneAfter(child.pid!, 3_000)).toBeLessThan(1_000);
  }
});

test("a program that leaves its group, and its parent, is killed with the run", async () => {
  const { child, ended } = startRun([
    "--policy",
    "never",
    "--",
    "setsid",
    "--fork",
    "sh",
    "-c",
    "sleep 60; sleep 60",
  ]);
  // setsid ends at once, and leaves the shell behind.
  await ended;
  expect(await goneAfter(child.pid!, 3_000)).toBeLessThan(1_000);
});

test("a reader that goes away ends the run quietly, and leaves nobody behind", async () => {
  const state = join(newFolder(), "state");
  const args = ["--json", "--state", state, "--until", "1000000", "--", "sh", "-c", "sleep 0.01"];
  const { child, ended } = startRun(args);
  child.stdout.once("data", () => child.stdout.destroy());
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(await goneAfter(child.pid!, 3_000)).toBeLessThan(1_000);
  expect(trialsIn(readFileSync(state, "utf8")).length).toBeGreaterThan(0);
  expect(existsSync(`${state}.lock`)).toBe(false);
});

test("1,000 restarts leave no process, no descriptor and no memory behind", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", restartsInside, "1000"]);
  const { before, samples, left } = JSON.parse(stdout);
  const [, half, end] = samples;
  // What V8 compiles meanwhile is some 0.2 MiB; `npm run bench restarts` has 10,000.
  expect(end.heap - half.heap).toBeLessThan(2 ** 20);
  for (const { descriptors } of samples) expect(descriptors).toBeLessThan(before.descriptors + 90);
  expect(left.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  expect(left).toMatchObject({ children: 0, programs: 0 });
});

interface Line {
  readonly type: string;
  readonly instance: string;
  readonly seed: number;
  readonly completed: number;
  readonly reward: number;
}

function trialsIn(text: string): Line[] {
  const lines = text.slice(0, text.lastIndexOf("\n")).split("\n").slice(1);
  return lines.map((line) => JSON.parse(line));
}

function solvedIn(text: string): string[] {
  return trialsIn(text)
    .filter(({ completed, reward }) => completed === 1 && reward > 0)
    .map(({ instance }) => instance);
}
