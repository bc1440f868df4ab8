// Every command is asked to end at a random moment of its work, by each signal that asks so: it is gone within two
// seconds with code 130, leaves nobody and nothing half written behind, and what it kept can be read.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { printDimacs, xoshiro } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";
import { parseLog } from "../packages/cli/dist/analysis/parse-log.js";
import { endOf, faultsOf } from "./contract.mjs";

/** Longer than any of them takes to be at work, on a machine that does something else besides. */
const LATEST_MS = 1_500;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const LAW = ["--law", "mixture(0.6*lognormal(median=1,sigma=2),0.4*pareto(scale=1,shape=1.1))"];

/** @type {readonly { words: readonly string[], stdin?: "open" }[]} */
const WORK = [
  { words: ["sat", "formulas", "--state", "state", "--solutions", "kept", "--json"] },
  { words: ["sat", "formulas", "--jobs", "1024"] },
  { words: ["sat", "-"], stdin: "open" },
  {
    words: [
      "run",
      "--state",
      "state",
      "--results",
      "kept",
      "--jobs",
      "4",
      "--until",
      "1000",
      "--",
      "sleep",
      "0.05",
    ],
  },
  {
    words: [
      "run",
      "--policy",
      "never",
      "--jobs",
      "3",
      "--until",
      "9",
      "--",
      "sh",
      "-c",
      "trap '' TERM; sleep 60 & wait",
    ],
  },
  { words: ["run", "--", "echo", "{input}"], stdin: "open" },
  { words: ["analyze", "table.csv", "--svg", "rate.svg"] },
  { words: ["analyze", "-"], stdin: "open" },
  { words: ["theory", ...LAW, "--cutoffs", "log:0.01:1000:400"] },
  { words: ["theory", "--law", "empirical(-)"], stdin: "open" },
  { words: ["simulate", ...LAW, "--horizon", "1e6", "--runs", "1000", "--jobs", "64"] },
  { words: ["reproduce", "--out", "out", "--jobs", "32"] },
  { words: ["completion", "zsh"] },
];

/**
 * @param {number} seed
 * @param {number} signals
 */
export async function signalCommands(seed, signals = 13 * 12) {
  const random = stream(seed, "signals");
  const prepared = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  prepare(prepared);
  /** @type {string[]} */
  const problems = [];
  let [longestMs, interrupted, early, done] = [0, 0, 0, 0];
  try {
    for (let i = 0; i < signals; i++) {
      const { words, stdin = "" } = WORK[i % WORK.length];
      const signal = SIGNALS[Math.floor(SIGNALS.length * random.uniform())];
      const askAfterMs = LATEST_MS * random.uniform();
      const parts = readdirSync(prepared).filter((name) => name.endsWith(".part"));
      for (const name of ["state", "state.lock", "kept", "out", ...parts]) {
        rmSync(join(prepared, name), { recursive: true, force: true });
      }
      const end = await endOf(words, { cwd: prepared, stdin, askAfterMs, signal });
      const what = `${signal} after ${Math.round(askAfterMs)} ms of ${words.join(" ")}`;
      problems.push(...(await faultsOf(end, what)), ...(await leftIn(prepared, end.code === 130, what)));
      longestMs = Math.max(longestMs, Math.ceil(end.lateMs));
      if (end.code === 130) interrupted += 1;
      else if (end.by !== null) early += 1;
      else {
        done += 1;
        if (end.asked && end.lateMs > 500) problems.push(`code: ${what}: ended with ${end.code}, not 130`);
      }
    }
    return { signals, interrupted, early, done, longestMs, problems };
  } finally {
    rmSync(prepared, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} folder */
function prepare(folder) {
  mkdirSync(join(folder, "formulas"));
  for (let i = 1; i <= 60; i++) {
    const { formula } = plantedFormula({ variables: 100, clauses: 400 }, xoshiro(i));
    writeFileSync(join(folder, "formulas", `f${i}.cnf`), printDimacs(formula));
    const never = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    writeFileSync(join(folder, "formulas", `never${i}.cnf`), never);
  }
  const rows = Array.from(
    { length: 500_000 },
    (_, i) => `${(i * 7919) % 1_000_003},${i % 5 === 0 ? 0 : 1}\n`,
  );
  writeFileSync(join(folder, "table.csv"), `time,completed\n${rows.join("")}`);
}

/**
 * What should not be in the folder after a command that ended in order, or by a signal before it listened.
 * @param {string} folder
 * @param {boolean} inOrder
 * @param {string} what
 */
async function leftIn(folder, inOrder, what) {
  const problems = [];
  if (inOrder && existsSync(join(folder, "state.lock")))
    problems.push(`left: ${what}: the lock of the journal`);
  const kept = existsSync(join(folder, "kept")) ? readdirSync(join(folder, "kept")) : [];
  const parts = [...kept, ...readdirSync(folder)].filter((name) => name.endsWith(".part"));
  if (inOrder && parts.length > 0) problems.push(`left: ${what}: ${parts}`);
  if (existsSync(join(folder, "state"))) {
    try {
      parseLog("state", readFileSync(join(folder, "state")));
    } catch (error) {
      if (!String(error).includes("at least one run")) problems.push(`lost: ${what}: ${error}`);
    }
  }
  return problems;
}
