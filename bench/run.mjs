// npm run bench [NAME…]: all benchmarks but those that take an hour, or those named. One process, one after the other,
// nothing in parallel but the workers of virtual. Options go to the one benchmark that is named, if it has any; it says
// which: npm run bench random-tracks -- --folder=DIR
import { execFileSync, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { benchFairness } from "./cluster/fairness.mjs";
import { benchMemory } from "./cluster/memory.mjs";
import { benchMixed } from "./cluster/mixed.mjs";
import { benchSlowLink } from "./cluster/slow-link.mjs";
import { benchThroughput } from "./cluster/throughput.mjs";
import { benchFleet } from "./core/fleet.mjs";
import { benchLaws } from "./core/laws.mjs";
import { benchLimits, benchPolicies, benchSimulator } from "./core/policies.mjs";
import { benchRegret } from "./core/regret-growth.mjs";
import { benchCiStep } from "./run/ci-step.mjs";
import { benchFirstMinute } from "./run/first-minute.mjs";
import { benchHeavyTail } from "./run/heavy-tail.mjs";
import { benchRestarts } from "./run/restarts.mjs";
import { benchSolvers } from "./run/solvers.mjs";
import { benchVirtual } from "./run/virtual.mjs";
import { benchBases } from "./sat/bases.mjs";
import { benchServe } from "./serve/load.mjs";

const benchmarks = {
  policies: () => benchPolicies(options),
  simulator: benchSimulator,
  limits: benchLimits,
  fleet: benchFleet,
  laws: () => benchLaws(options),
  regret: benchRegret,
  "first-minute": () => benchFirstMinute(options),
  run: benchHeavyTail,
  restarts: benchRestarts,
  solvers: benchSolvers,
  bases: benchBases,
  // A process of its own, so that the engines start with a fresh heap.
  sat: () => execFileSync(process.execPath, ["bench/sat/flips.mjs"], { stdio: "inherit" }),
  overhead: () =>
    execFileSync(process.execPath, ["--expose-gc", "bench/runtime/overhead.mjs"], { stdio: "inherit" }),
  "fetch-overhead": () => execFileSync(process.execPath, ["bench/fetch/overhead.mjs"], { stdio: "inherit" }),
  serve: benchServe,
  replay: () => execFileSync(process.execPath, ["bench/runtime/replay.mjs"], { stdio: "inherit" }),
  replicas: () => execFileSync(process.execPath, ["bench/runtime/replicas.mjs"], { stdio: "inherit" }),
};
/** Only when named. */
const long = {
  virtual: () => benchVirtual(options),
  "ci-step": () => benchCiStep(options),
  // These need a redis-server.
  "cluster-mixed": () => benchMixed(options),
  "cluster-slow-link": () => benchSlowLink(options),
  "cluster-throughput": () => benchThroughput(options),
  "cluster-memory": () => benchMemory(options),
  "cluster-fairness": () => benchFairness(options),
  "random-tracks": () => {
    const { status } = spawnSync(process.execPath, ["bench/sat/random-tracks.mjs", ...options], {
      stdio: "inherit",
    });
    process.exitCode = status ?? 1;
  },
};
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const all = { ...benchmarks, ...long };
const ofCluster = Object.keys(long).filter((name) => name.startsWith("cluster-"));
const withOptions = ["policies", "laws", "virtual", "ci-step", "first-minute", "random-tracks", ...ofCluster];
const unknown = wanted.filter((name) => !Object.hasOwn(all, name));
if (options.length > 0 && !(wanted.length === 1 && withOptions.includes(wanted[0]))) {
  console.error(`bench: ${options[0]}: must go to one of ${withOptions.join(", ")}, alone`);
  process.exit(2);
}
if (unknown.length > 0) {
  console.error(
    `bench: unknown benchmark ${unknown.join(", ")}: expected some of ${Object.keys(all).join(", ")}`,
  );
  process.exit(2);
}

console.log(`machine: ${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}`);
console.log(
  `commit: ${execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim()}`,
);
for (const [name, run] of Object.entries(wanted.length === 0 ? benchmarks : all)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
