import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How every crew learns here. */
export const learning = {
  policy: "km-ts",
  options: {},
  arms: ["solver"],
  cutoffs: { kind: "auto", resolution: 2 },
  schedule: "luby",
  resets: "none",
};

/** So many workers, each a process of its own with so many jobs. */
export async function startCrew(url, count, jobs) {
  const workers = await Promise.all(Array.from({ length: count }, () => startOne(url, jobs)));
  return {
    /** What was measured so far does not count. */
    forget: () => workers.forEach((worker) => void worker.send("forget")),
    /** They go, and say what their decisions took and what processor time they used. */
    end: () => Promise.all(workers.map(endOne)),
  };
}

async function startOne(url, jobs) {
  const child = fork(fileURLToPath(new URL("./worker.mjs", import.meta.url)), [url, String(jobs)]);
  await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("a worker ended")));
  });
  return child;
}

async function endOne(child) {
  const said = new Promise((resolve) => child.once("message", resolve));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const answer = await said;
  await exited;
  return answer;
}
