import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { killRun } from "../../../../../soak/kill-run.mjs";
import { stillRuns } from "../../../src/journal/running-process.ts";
import { newFolder } from "../../new-folder.ts";
import { hasProc, startRun } from "../../run/command.ts";

/** `npm run soak` has them by the hundred, and kills in the middle of starts. */
const KILLS = 3;

test.skipIf(!hasProc)(
  `kill -9 at ${KILLS} random moments: nothing reported is lost, nothing counted twice, no child survives by a second`,
  async () => {
    const { running, problems } = await killRun(1, KILLS);
    expect(problems).toEqual([]);
    // The second kill waits for a program.
    expect(running).toBeGreaterThan(0);
  },
);

test("a program that has begun is gone within a second of its run, which is killed with -9", async () => {
  const file = join(newFolder(), "pid");
  const program = ["sh", "-c", "echo $$ > $0; sleep 60; sleep 60", file];
  const { child } = startRun(["--policy", "never", "--", ...program]);
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await pause(20);
  child.kill("SIGKILL");
  const [pid, killed] = [Number(readFileSync(file, "utf8")), performance.now()];
  while (stillRuns(pid, () => true)) await pause(20);
  expect(performance.now() - killed).toBeLessThan(1_000);
});
