import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { PROC, programsOf } from "../../../../soak/marked.mjs";
import { newFolder } from "../new-folder.ts";
import { hasProc, startRun, trialsIn } from "./command.ts";

/** True if the test can look for what is left. */
const canLook = existsSync(PROC);

const restartsInside = fileURLToPath(new URL("../../../../bench/run/restarts-inside.mjs", import.meta.url));

test.skipIf(!canLook)(
  "a reader that goes away interrupts the run, which prints nothing and leaves no process",
  async () => {
    const state = join(newFolder(), "state");
    const args = ["--json", "--state", state, "--until", "1000000", "--", "sh", "-c", "sleep 0.01"];
    const { child, ended } = startRun(args);
    child.stdout.once("data", () => child.stdout.destroy());
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, ""]);
    await vi.waitFor(() => expect(programsOf(child.pid!)).toEqual([]), { timeout: 30_000 });
    expect(trialsIn(state).length).toBeGreaterThan(0);
    expect(existsSync(`${state}.lock`)).toBe(false);
  },
);

test.skipIf(!hasProc)("100 restarts leave no process, no descriptor and no memory behind", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", restartsInside, "100"]);
  const { before, samples, left } = JSON.parse(stdout);
  const [, half, end] = samples;
  // What V8 compiles meanwhile is some 0.2 MiB; `npm run bench restarts` has 10,000.
  expect(end.heap - half.heap).toBeLessThan(2 ** 20);
  for (const { descriptors } of samples) expect(descriptors).toBeLessThan(before.descriptors + 90);
  expect(left.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  expect(left).toMatchObject({ children: 0, programs: 0 });
});
