import { readdirSync, readFileSync } from "node:fs";
import { row, title } from "../report.mjs";
import { mulliganRun } from "./command.mjs";

const restarts = 10_000;

/**
 * `npm run bench restarts`: what 10,000 restarts leave behind: processes, descriptors of the
 * command, its memory and its guardian's. Early is after a tenth of them, late shortly before the end.
 */
export async function benchRestarts() {
  const samples = [];
  let timer;
  let pid;
  const began = performance.now();
  const { summary } = await mulliganRun(
    [
      ...["--max-restarts", String(restarts / 2 - 1), "--jobs", "2", "--grace", "100ms"],
      ...["--policy", "fixed:cutoff=4", "--schedule", "constant", "--", "sleep", "60", ":::", "a", "b"],
    ],
    {
      onStart(started) {
        pid = started;
        timer = setInterval(() => sample(pid, samples), 250);
      },
    },
  );
  clearInterval(timer);
  await new Promise((resolve) => setTimeout(resolve, 1_000));

  const early = samples[Math.floor(samples.length / 10)];
  const late = samples.at(-2);
  title(`run: ${summary.tries} restarts in ${((performance.now() - began) / 1_000).toFixed(0)} s`, [
    "",
    "early",
    "late",
  ]);
  row(["descriptors", early.descriptors, late.descriptors]);
  row(["memory of the command, MiB", early.memory, late.memory]);
  row(["memory of its guardian, MiB", early.guardian, late.guardian]);
  console.log(
    `\nprocesses left: ${processes(`MULLIGAN_RUN=${pid}-`, "environ").length} programs, ${guardians(pid).length} guardians`,
  );
}

function sample(pid, samples) {
  try {
    samples.push({
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      memory: memoryOf(pid),
      guardian: memoryOf(guardians(pid)[0]),
    });
  } catch {
    // between start and end
  }
}

function memoryOf(process) {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, "latin1"))[1]) / 1_024,
  );
}

function guardians(pid) {
  return processes(`MULLIGAN_RUN=${pid}-`, "cmdline");
}

function processes(text, file) {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/${file}`, "latin1").includes(text);
    } catch {
      return false;
    }
  });
}
