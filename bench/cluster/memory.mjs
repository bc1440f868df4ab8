// Memory of the process that decides, with a million inputs: after its start, and while results come in.
// npm run bench cluster-memory -- [--inputs=1000000] [--results=30000] [--heap=MB]
// The peak contains garbage: V8 collects an old generation of some hundred MB only when it has grown by half. --heap limits it,
// to see whether the run does with so much.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installed, pause, startCommand } from "../../soak/started.mjs";
import { row, title } from "../report.mjs";
import { startCluster } from "./start-cluster.mjs";

const options = {
  inputs: { type: "string", default: "1000000" },
  results: { type: "string", default: "30000" },
  heap: { type: "string" },
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
  const limit = values.heap === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${values.heap}` };
  const { child, ended, pid } = startCommand([...words, "--", "true", "{}"], installed, {
    ...process.env,
    ...limit,
  });
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
    let peak = 0;
    for (let step = 0; step <= STEPS; step++) {
      const target = Math.max(1, Math.round((results * step) / STEPS));
      while (done < target && child.exitCode === null && child.signalCode === null) await pause(20);
      if (done < target) throw new Error(`run ended: ${(await ended).stderr.slice(-500)}`);
      peak = memoryMb(pid, "VmHWM");
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      row([done, seconds, memoryMb(pid, "VmRSS").toFixed(0), peak.toFixed(0)]);
    }
    console.log(`\nat most 300 MB: ${peak.toFixed(0)}`);
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
