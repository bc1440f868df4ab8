// Memory of the process that decides, with a million inputs: after its start, and while results come in.
// npm run bench cluster-memory -- [--inputs=1000000] [--results=30000]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pause, startCommand } from "../../soak/started.mjs";
import { row, title } from "../report.mjs";
import { startCluster } from "./start-cluster.mjs";

const options = {
  inputs: { type: "string", default: "1000000" },
  results: { type: "string", default: "30000" },
};
const STEPS = 6;

export async function benchMemory(args = []) {
  const { values } = parseArgs({ args, options });
  const [inputs, results] = [Number(values.inputs), Number(values.results)];
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  const list = join(folder, "inputs");
  writeFileSync(list, Array.from({ length: inputs }, (_, place) => `instance-${place}.cnf\n`).join(""));
  const cluster = await startCluster({ workers: 2, jobs: 2, allow: ["true"] });
  const words = [
    "run",
    "--redis",
    cluster.url,
    "--json",
    "--state",
    join(folder, "journal"),
    "--inputs",
    list,
  ];
  const { child, ended, pid } = startCommand([...words, "--", "true", "{}"]);
  let done = 0;
  child.stdout.on("data", (part) => {
    for (const byte of part) if (byte === 10) done += 1;
  });
  const began = performance.now();
  try {
    title(`the process that decides, ${inputs} inputs`, [
      "results",
      "seconds",
      "MB now",
      "MB at most so far",
    ]);
    const points = [];
    for (let step = 0; step <= STEPS; step++) {
      const target = Math.max(1, Math.round((results * step) / STEPS));
      while (done < target && child.exitCode === null) await pause(20);
      if (child.exitCode !== null) throw new Error(`run ended: ${(await ended).stderr}`);
      const point = { done, now: memoryMb(pid, "VmRSS"), peak: memoryMb(pid, "VmHWM") };
      points.push(point);
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      row([done, seconds, point.now.toFixed(0), point.peak.toFixed(0)]);
    }
    // The first half fills caches and the heap of the young.
    const [half, last] = [points[STEPS / 2], points[STEPS]];
    const slope = Math.max(0, (last.peak - half.peak) / (last.done - half.done));
    const all = last.peak + slope * (inputs - last.done);
    console.log(
      `\nat most 300 MB: ${last.peak.toFixed(0)} so far; ${all.toFixed(0)} after all results, if the peak grows on as in the last half`,
    );
  } finally {
    child.kill("SIGKILL");
    await ended;
    await cluster.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function memoryMb(pid, name) {
  const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(kilobytes) / 1_024;
}
