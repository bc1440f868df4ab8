// The real command with mutated words and mutated files: it ends with a code of the contract, says no stack, leaves
// nobody behind, and where it found something to do for long, hears Ctrl-C.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { endOf, faultsOf } from "./contract.mjs";
import { LOG_SAMPLES } from "./log-samples.mjs";
import { mutate } from "./mutate.mjs";
import * as samples from "./samples.mjs";

const LOGS = LOG_SAMPLES.map(({ text }) => text);

/** A word that is to be mutated, or a file with a mutated text, named in a word. */
const TEMPLATES = /** @type {const} */ ([
  ["analyze", "{table}"],
  ["analyze", "-", "--by", "{word:arm}", "--unit", "{word:ms}"],
  ["analyze", "{table}", "--resetting", "{resetting}", "--json", "--seed", "{word:7}"],
  ["analyze", "{table}", "--svg", "rate.svg", "--survival", "survival.html"],
  ["theory", "--law", "{law}"],
  ["theory", "--law", "{law}", "--law", "{law}", "--cutoffs", "{cutoffs}", "--json"],
  [
    "theory",
    "--law",
    "{law}",
    "--reward",
    "{reward}",
    "--resetting",
    "{resetting}",
    "--horizon",
    "{word:1e4}",
  ],
  ["theory", "--law", "empirical({table})"],
  ["simulate", "--law", "{law}", "--horizon", "{word:100}", "--runs", "{word:3}", "--jobs", "{word:2}"],
  [
    "simulate",
    "--law",
    "{law}",
    "--policy",
    "{policy}",
    "--cutoffs",
    "{cutoffs}",
    "--horizon",
    "50",
    "--runs",
    "2",
    "--json",
  ],
  [
    "simulate",
    "--law",
    "{law}",
    "--mode",
    "{word:retry}",
    "--schedule",
    "{word:luby}",
    "--horizon",
    "50",
    "--runs",
    "2",
  ],
  ["sat", "{formula}", "--budget", "{word:20000}"],
  ["sat", "-", "--budget", "300ms", "--arm", "{word:probsat:noise=0.5}", "--json"],
  [
    "sat",
    "{formula}",
    "{formula}",
    "--policy",
    "{policy}",
    "--cutoffs",
    "{cutoffs}",
    "--budget",
    "1e5",
    "--solutions",
    "models",
  ],
  ["sat", "{formula}", "--state", "{journal}", "--budget", "500ms"],
  [
    "run",
    "--budget",
    "{duration}",
    "--cutoffs",
    "{runCutoffs}",
    "--policy",
    "{runPolicy}",
    "--",
    "sleep",
    "0.01",
  ],
  [
    "run",
    "--retries",
    "3",
    "--success",
    "{word:0,1}",
    "--reward",
    "{outcome}",
    "--json",
    "--",
    "echo",
    "score 1",
  ],
  ["run", "--inputs", "{table}", "--retries", "2", "--grace", "{duration}", "--", "true", "{input}"],
  [
    "run",
    "--state",
    "{journal}",
    "--until",
    "{word:2}",
    "--budget",
    "1s",
    "--results",
    "found",
    "--",
    "true",
  ],
  [
    "run",
    "--timeout",
    "{duration}",
    "--halt",
    "{word:soon,fail=1}",
    "--joblog",
    "log",
    "--",
    "echo",
    "{word:{1}}",
    ":::",
    "{word:a}",
    ":::",
    "b",
  ],
  ["run", "--arm", "{word:a=true {seed}}", "--arm", "b=false", "--until", "2", "--budget", "1s"],
  [
    "reproduce",
    "--tiny",
    "{word:pareto-correlation}",
    "--out",
    "out",
    "--seed",
    "{word:1}",
    "--jobs",
    "{word:1}",
  ],
  ["completion", "{word:bash}"],
  ["{word:help}", "{word:run}"],
]);

const LISTS = /** @type {const} */ ({
  law: samples.LAWS,
  cutoffs: samples.CUTOFFS,
  policy: samples.POLICIES,
  runCutoffs: samples.RUN_CUTOFFS,
  runPolicy: samples.RUN_POLICIES,
  reward: samples.REWARDS,
  resetting: samples.RESETTINGS,
  duration: ["250ms", "0.3s"],
  outcome: samples.OUTCOMES,
});

const JOURNAL =
  '{"type":"header","format":"mulligan-journal","version":2,"unit":"ms","arms":[{"name":"true","command":["true"]}],"policy":"km-ts","mode":"retry","schedule":"luby","cutoffs":"auto","success":[0],"reward":"exit","sum":"aafb9048"}\n{"type":"trial","instance":null,"arm":"true","cutoff":2,"completed":0,"time":3.996,"resetting":13.7,"occurrence":1,"attempt":1,"seed":27,"sum":"5e7fac56"}\n';

const AT_ONCE = 2;
/** What works for longer is asked to end: it may have been told to. */
const LONG_MS = 6_000;

/**
 * @param {number} seed
 * @param {number} commands
 */
export async function mutateCommand(seed, commands = 1_000) {
  /** @type {string[]} */
  const problems = [];
  /** @type {Record<string, number>} */
  const codes = {};
  let [next, long, longestMs] = [0, 0, 0];
  async function worker() {
    while (next < commands) {
      // Each has numbers of its own, so that the same seed gives the same commands whoever is faster.
      const [place, random] = [next, stream(seed, "command", next)];
      next += 1;
      const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
      try {
        const { words, stdin } = fillIn(
          TEMPLATES[Math.floor(TEMPLATES.length * random.uniform())],
          folder,
          random,
        );
        const end = await endOf(words, { cwd: folder, stdin, askAfterMs: LONG_MS, signal: "SIGINT" });
        problems.push(...(await faultsOf(end, `${place}: ${JSON.stringify({ words, stdin })}`)));
        const how = end.code === null ? "by signal" : `code ${end.code}`;
        codes[how] = (codes[how] ?? 0) + 1;
        if (end.asked) long += 1;
        longestMs = Math.max(longestMs, Math.ceil(end.lateMs));
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { commands, ...codes, long, longestMs, problems };
}

/**
 * @param {readonly string[]} template
 * @param {string} folder
 * @param {{ uniform(): number }} random
 */
function fillIn(template, folder, random) {
  const pick = (/** @type {readonly string[]} */ list) => list[Math.floor(list.length * random.uniform())];
  // Now and then one is left as it is, so that another is looked at.
  const changed = (/** @type {string} */ text) => (random.uniform() < 0.6 ? text : mutate(text, random));
  let files = 0;
  const file = (/** @type {string} */ ending, /** @type {string} */ text) => {
    const name = `${++files}.${ending}`;
    writeFileSync(join(folder, name), changed(text));
    return name;
  };
  const value = (/** @type {string} */ place) => {
    if (place.startsWith("word:")) return changed(place.slice("word:".length));
    if (place === "table") return file("csv", pick(LOGS));
    if (place === "formula") return file("cnf", pick(samples.FORMULAS));
    if (place === "journal") return file("journal", JOURNAL);
    return changed(pick(LISTS[/** @type {keyof typeof LISTS} */ (place)]));
  };
  const words = template.map((word) =>
    // No system takes a word with a zero in it.
    word
      .replace(/\{(word:.*|\w+)\}$|\{(table)\}/, (all, place, inside) =>
        all === "{input}" ? all : value(place ?? inside),
      )
      .replaceAll("\0", "0"),
  );
  return {
    words,
    stdin: template.includes("-") ? changed(pick([...LOGS, ...samples.FORMULAS])) : "",
  };
}
