import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { killLongPrograms } from "../../../../soak/kill-long-programs.mjs";
import { killRun } from "../../../../soak/kill-run.mjs";
import { goneAfter, PROC } from "../../../../soak/marked.mjs";
import { stillRuns } from "../../src/journal/running-process.ts";
import { newFolder } from "../new-folder.ts";
import { hasProc, startRun } from "./command.ts";

/** True if the test can look for what is left. */
const canLook = existsSync(PROC);

/** `npm run soak` has them by the hundred. */
const KILLS = 3;
const restartsInside = fileURLToPath(new URL("../../../../bench/run/restarts-inside.mjs", import.meta.url));

test.skipIf(!hasProc)(
  `kill -9 at ${KILLS} random moments: nothing reported is lost, nothing counted twice, no child survives by a second`,
  async () => {
    const { running, longestMs, problems } = await killRun(1, KILLS);
    expect(problems).toEqual([]);
    // The second kill waits for a program.
    expect(running).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(1_000);
  },
);

test.skipIf(!hasProc)(
  "programs that would run for a minute are gone within a second of their killed parent",
  async () => {
    const { longestMs, problems } = await killLongPrograms(2, 2);
    expect(problems).toEqual([]);
    expect(longestMs).toBeLessThan(1_000);
  },
);

test("a program that has begun is gone within a second of its run, which is killed with -9", async () => {
  const file = join(newFolder(), "pid");
  const { child } = startRun([
    "--policy",
    "never",
    "--",
    "sh",
    "-c",
    "echo $$ > $0; sleep 60; sleep 60",
    file,
  ]);
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await pause(20);
  await pause(300);
  child.kill("SIGKILL");
  const [program, killed] = [Number(readFileSync(file, "utf8")), performance.now()];
  while (stillRuns(program, () => true)) await pause(20);
  expect(performance.now() - killed).toBeLessThan(1_000);
});

test.skipIf(!hasProc)("a program that leaves its group, and its parent, is killed with the run", async () => {
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

test.skipIf(!canLook)(
  "a reader that goes away interrupts the run, which prints nothing and leaves no process",
  async () => {
    const state = join(newFolder(), "state");
    const args = ["--json", "--state", state, "--until", "1000000", "--", "sh", "-c", "sleep 0.01"];
    const { child, ended } = startRun(args);
    child.stdout.once("data", () => child.stdout.destroy());
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toBe("");
    expect(await goneAfter(child.pid!, 3_000)).toBeLessThan(1_000);
    expect(trialsIn(readFileSync(state, "utf8")).length).toBeGreaterThan(0);
    expect(existsSync(`${state}.lock`)).toBe(false);
  },
);

test.skipIf(!hasProc)("200 restarts leave no process, no descriptor and no memory behind", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", restartsInside, "200"]);
  const { before, samples, left } = JSON.parse(stdout);
  const [, half, end] = samples;
  // What V8 compiles meanwhile is some 0.2 MiB; `npm run bench restarts` has 10,000.
  expect(end.heap - half.heap).toBeLessThan(2 ** 20);
  for (const { descriptors } of samples) expect(descriptors).toBeLessThan(before.descriptors + 90);
  expect(left.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  expect(left).toMatchObject({ children: 0, programs: 0 });
});

/** The journal's lines after its header. */
const trialsIn = (text: string) => text.slice(0, text.lastIndexOf("\n")).split("\n").slice(1);
