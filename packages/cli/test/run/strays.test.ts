import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { stillRuns } from "../../src/journal/running-process.ts";
import { cgroupNamed } from "../../src/processes/cgroup.ts";
import { newFolder } from "../new-folder.ts";
import { hasProc, run, startRun } from "./command.ts";

/** Whether this machine lets us have a cgroup of our own. */
const cgroups = (() => {
  const path = cgroupNamed(`mulligan-probe-${process.pid}`);
  try {
    mkdirSync(path!);
    rmdirSync(path!);
    return true;
  } catch {
    return false;
  }
})();

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
    // In this process there is no cgroup.
    expect(stderr).toMatch(
      /^mulligan: a program starts processes that leave its process group; without a cgroup/m,
    );
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

const describeEnd: [string, string[], string][] = [
  ["that is cut", ["--policy", "never", "--timeout", "400ms", "--retries", "1"], "sleep 65"],
  ["that ends", ["--policy", "never"], "true"],
];

test.skipIf(!cgroups).for(describeEnd)(
  "in a cgroup a daemon of a try %s is ended with it",
  async ([, words, last]) => {
    const file = join(newFolder(), "pid");
    const { ended } = startRun(["--json", ...words, "--", "sh", "-c", `${daemon(file)}; ${last}`]);
    const pid = await written(file);
    const { stderr } = await ended;
    expect(alive(pid)).toBe(false);
    expect(stderr).toBe("");
  },
);

test.skipIf(!cgroups)(
  "in a cgroup a daemon goes when no try is left that may have started it, and not before",
  async () => {
    const folder = newFolder();
    // The first ends at once, the second has a daemon and goes on; a third keeps the run going.
    const script = `case $0 in a) sleep 0.3;; b) ${daemon(join(folder, "pid"))}; sleep 1.2; kill -0 $(cat ${folder}/pid) && touch ${folder}/was-there;; c) sleep 3;; esac`;
    const { ended, child: command } = startRun([
      "--policy",
      "never",
      "--jobs",
      "3",
      "--",
      "bash",
      "-c",
      script,
      "{}",
      ":::",
      "a",
      "b",
      "c",
    ]);
    const pid = await written(join(folder, "pid"));
    const before = () => command.exitCode === null;
    while (!existsSync(join(folder, "was-there")) && before()) await sleep(20);
    expect(existsSync(join(folder, "was-there"))).toBe(true);
    await ended;
    expect(alive(pid)).toBe(false);
  },
);

test.skipIf(!cgroups)(
  "in a cgroup kill -9 of the run takes its daemons, and leaves no cgroup behind",
  async () => {
    const file = join(newFolder(), "pid");
    const { child: command, ended } = startRun([
      "--policy",
      "never",
      "--",
      "sh",
      "-c",
      `${daemon(file)}; sleep 66`,
    ]);
    const pid = await written(file);
    command.kill("SIGKILL");
    await ended;
    expect(await gone(pid)).toBe(true);
    const own = join(cgroupNamed("x")!, "..");
    const left = () => readdirSync(own).filter((name) => name.startsWith(`mulligan-${command.pid}-`));
    for (let waited = 0; left().length > 0 && waited < 2_000; waited += 50) await sleep(50);
    expect(left()).toEqual([]);
  },
);
