import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { stillRuns } from "../../src/journal/running-process.ts";
import { newFolder } from "../new-folder.ts";
import { hasProc, run } from "./command.ts";

const alive = (pid: number) => stillRuns(pid, () => true);

async function gone(pid: number): Promise<boolean> {
  for (let waited = 0; alive(pid) && waited < 30_000; waited += 20) await sleep(20);
  return !alive(pid);
}

const pidIn = (file: string) => Number(readFileSync(file, "utf8"));
async function written(file: string): Promise<number> {
  while (!existsSync(file) || pidIn(file) === 0) await sleep(10);
  return pidIn(file);
}

/** A daemon as they are written: another session, no environment, and its parent goes at once. */
const daemon = (file: string) =>
  `env -i setsid sh -c '(echo $PPID > /dev/null; sleep 61 & echo $! > ${file})'`;
/** One whose parent stays. */
const child = (file: string) => `env -i setsid sh -c 'echo $$ > ${file}; exec sleep 62' &`;

test.skipIf(!hasProc)(
  "who left the group and the environment is ended with a try that is cut, if its parent lives",
  async () => {
    const file = join(newFolder(), "pid");
    const words = ["--json", "--policy", "never", "--timeout", "400ms", "--retries", "1"];
    const { stderr } = await run([...words, "--", "sh", "-c", `${child(file)} sleep 63`]);
    expect(await gone(pidIn(file))).toBe(true);
    expect(stderr).toMatch(/^mulligan: a program starts processes that leave its process group; /m);
  },
);

test.skipIf(!hasProc)(
  "who left the group with its environment is ended after the try, not only after the run",
  async () => {
    const [pid, gone] = ["pid", "gone"].map((name) => join(newFolder(), name));
    // The second try waits for that.
    const script = `test -e ${pid} && { until test -e ${gone}; do sleep 0.05; done; exit 0; }; setsid sh -c '(sleep 64 & echo $! > ${pid})'; exit 1`;
    const ended = run(["--json", "--policy", "never", "--", "sh", "-c", script]);
    const left = await written(pid);
    while (alive(left)) await sleep(20);
    writeFileSync(gone, "");
    expect((await ended).code).toBe(0);
  },
);

test.skipIf(!hasProc)(
  "a daemon that dropped its environment and outlives its parent goes on when the run is over",
  async () => {
    const file = join(newFolder(), "pid");
    const { code } = await run(["--policy", "never", "--", "sh", "-c", daemon(file)]);
    const pid = pidIn(file);
    expect([code, alive(pid)]).toEqual([0, true]);
    process.kill(pid);
  },
);
