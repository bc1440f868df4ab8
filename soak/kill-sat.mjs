// `mulligan sat --state` is killed with -9 at random moments and started again, then left to end: nothing reported is
// lost, and every file is solved once.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { printDimacs, xoshiro } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";
import { pause, startCommand, wholeLines } from "./started.mjs";

/**
 * @param {number} seed
 * @param {number} kills
 */
export async function killSat(seed, kills = 12) {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  const files = 125 * kills;
  const state = join(folder, "journal");
  const words = ["sat", writeFormulas(join(folder, "formulas"), files), "--state", state, "--json"];
  const random = stream(seed, "kill");
  const problems = [];
  /** @type {string[]} */
  const reported = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const { child, ended } = startCommand(words);
      // Every third while it starts, the others when it has begun to report.
      if (kill % 3 > 0) await Promise.race([new Promise((begun) => child.stdout.once("data", begun)), ended]);
      await pause((kill % 3 > 0 ? 60 : 400) * random.uniform());
      child.kill("SIGKILL");
      reported.push(...solvedOf((await ended).lines));
    }
    const text = existsSync(state) ? readFileSync(state, "utf8") : "";
    const known = new Set(solvedIn(text));
    const missing = reported.filter((input) => !known.has(input));
    if (missing.length > 0) problems.push(`lost: reported, but not in the journal: ${missing}`);
    const { code, lines } = await startCommand(words).ended;
    const { tasks, solved } = lines.at(-1) ?? {};
    if (code !== 0 || tasks !== files || solved !== files) {
      problems.push(`lost: the last run ended with code ${code}, ${solved} of ${tasks} solved`);
    }
    const all = solvedIn(readFileSync(state, "utf8"));
    if (all.length !== files || new Set(all).size !== files) {
      problems.push(
        `lost: ${all.length} solved in the journal, ${new Set(all).size} of them different, of ${files}`,
      );
    }
    return { kills, early: known.size, reported: reported.length, files, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Formulas of 100 variables, each with a model. */
function writeFormulas(/** @type {string} */ folder, /** @type {number} */ count) {
  mkdirSync(folder);
  for (let i = 1; i <= count; i++) {
    const { formula } = plantedFormula({ variables: 100, clauses: 400 }, xoshiro(i));
    writeFileSync(join(folder, `f${i}.cnf`), printDimacs(formula));
  }
  return folder;
}

/** @param {any[]} lines @returns {string[]} */
const solvedOf = (lines) =>
  lines.filter(({ type, solved }) => type === "task" && solved).map(({ input }) => input);

/** @param {string} text @returns {string[]} */
const solvedIn = (text) =>
  wholeLines(text)
    .filter(({ type, completed }) => type === "trial" && completed === 1)
    .map(({ instance }) => instance);
