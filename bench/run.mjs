// npm run bench [NAME…]: all benchmarks, or those named. One process, one after the other, nothing in parallel.
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { benchLaws } from "./core/laws.mjs";
import { benchLimits, benchPolicies, benchSimulator } from "./core/policies.mjs";
import { benchRegret } from "./core/regret-growth.mjs";
import { benchHeavyTail } from "./run/heavy-tail.mjs";
import { benchRestarts } from "./run/restarts.mjs";
import { benchSolvers } from "./run/solvers.mjs";
import { benchVirtual } from "./run/virtual.mjs";
import { benchBases } from "./sat/bases.mjs";

const benchmarks = {
  policies: benchPolicies,
  simulator: benchSimulator,
  limits: benchLimits,
  laws: benchLaws,
  regret: benchRegret,
  virtual: benchVirtual,
  run: benchHeavyTail,
  restarts: benchRestarts,
  solvers: benchSolvers,
  bases: benchBases,
  // A process of its own, so that the engines start with a fresh heap.
  sat: () => execFileSync(process.execPath, ["bench/sat/flips.mjs"], { stdio: "inherit" }),
  overhead: () =>
    execFileSync(process.execPath, ["--expose-gc", "bench/runtime/overhead.mjs"], { stdio: "inherit" }),
  replay: () => execFileSync(process.execPath, ["bench/runtime/replay.mjs"], { stdio: "inherit" }),
  replicas: () => execFileSync(process.execPath, ["bench/runtime/replicas.mjs"], { stdio: "inherit" }),
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `bench: unknown benchmark ${unknown.join(", ")}: expected some of ${Object.keys(benchmarks).join(", ")}`,
  );
  process.exit(2);
}

console.log(`machine: ${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}`);
console.log(
  `commit: ${execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim()}`,
);
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
