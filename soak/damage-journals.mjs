// Journals with a byte changed, or cut at any place: nothing that differs from what was written is taken for a trial, a
// cut loses the line it fell into and nothing else, and who resumes after a cut writes what can be read again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { parseLog } from "../packages/cli/dist/analysis/parse-log.js";
import { openJournal } from "../packages/cli/dist/journal/journal.js";
import { UsageError } from "../packages/cli/dist/shell/usage-error.js";

const HEADER = {
  unit: /** @type {const} */ ("ms"),
  arms: [
    { name: "a", command: ["true"] },
    { name: "b", command: ["false", "{seed}"] },
  ],
  policy: "km-ts",
  mode: "retry",
  schedule: "luby",
  cutoffs: "auto",
  success: [0],
  reward: "exit",
};

/**
 * @param {number} seed
 * @param {number} flips
 */
export async function damageJournals(seed, flips = 3_000) {
  const cuts = Math.ceil(flips / 3);
  const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  const path = join(folder, "state");
  const random = stream(seed, "damage");
  /** @type {string[]} */
  const problems = [];
  let [refused, torn] = [0, 0];
  try {
    const trials = Array.from({ length: 12 }, () => trialOf(random));
    const whole = await written(path, trials);
    for (let i = 0; i < flips; i++) {
      const at = Math.floor(whole.length * random.uniform());
      const bytes = Buffer.from(whole);
      bytes[at] ^= 1 + Math.floor(255 * random.uniform());
      const { held, reason } = await heldIn(path, bytes);
      if (held === undefined) refused += 1;
      // A last line without its newline is one that a crash tore: it was never told of.
      else if (at === whole.length - 1 && held === JSON.stringify(trials.slice(0, -1))) torn += 1;
      else problems.push(`lost: byte ${at} changed from ${whole[at]} to ${bytes[at]} was taken`);
      if (reason !== undefined)
        problems.push(`crash: byte ${at} from ${whole[at]} to ${bytes[at]}: ${reason}`);
    }
    for (let i = 0; i < cuts; i++) {
      const length = Math.floor((whole.length + 1) * random.uniform());
      problems.push(...(await cutTo(path, whole, length, trials)));
    }
    return { flips, refused, torn, cuts, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} path
 * @param {Buffer} whole
 * @param {number} length
 * @param {any[]} trials
 */
async function cutTo(path, whole, length, trials) {
  const bytes = whole.subarray(0, length);
  const lines = bytes.toString("latin1").split("\n").length - 1;
  const headerLength = whole.indexOf(10);
  const { held, reason } = await heldIn(path, bytes);
  if (reason !== undefined) return [`crash: cut at ${length}: ${reason}`];
  if (held === undefined)
    return length === 0 || length >= headerLength ? [`lost: cut at ${length} is refused`] : [];
  const expected = trials.slice(0, Math.max(0, lines - 1));
  if (held !== JSON.stringify(expected)) return [`lost: cut at ${length}: ${held.length} letters of trials`];
  writeFileSync(path, bytes);
  await append(path, [trials[0]]);
  const again = await heldIn(path, readFileSync(path));
  return again.held === JSON.stringify([...expected, trials[0]])
    ? []
    : [`lost: after a cut at ${length}: ${again.held}`];
}

/**
 * The trials of a journal with these bytes, or undefined if it is refused; `reason` if that was not in order.
 * @param {string} path
 * @param {Buffer} bytes
 * @returns {Promise<{ held?: string, reason?: string }>}
 */
async function heldIn(path, bytes) {
  writeFileSync(path, bytes);
  /** @type {string | undefined} */
  let analysed;
  try {
    parseLog(path, bytes);
  } catch (error) {
    analysed = String(error);
    if (!(error instanceof UsageError)) return { reason: analysed };
  }
  try {
    const journal = await openJournal(path, HEADER);
    await journal.close();
    // Of no trials there is nothing to analyse.
    if (analysed !== undefined && journal.trials.length > 0)
      return { reason: `resumed, but not analysed: ${analysed}` };
    return { held: JSON.stringify(journal.trials) };
  } catch (error) {
    return error instanceof UsageError ? {} : { reason: String(error) };
  }
}

/** @param {string} path @param {any[]} trials */
async function append(path, trials) {
  const journal = await openJournal(path, HEADER);
  await Promise.all(trials.map((trial) => journal.append(trial)));
  await journal.close();
}

/** @param {string} path @param {any[]} trials */
async function written(path, trials) {
  await append(path, trials);
  return readFileSync(path);
}

/** @param {{ uniform(): number }} random */
function trialOf(random) {
  const time = Math.round(1e6 * random.uniform()) / 1e3;
  const won = random.uniform() < 0.5;
  return {
    input: random.uniform() < 0.2 ? null : `task "${Math.floor(100 * random.uniform())}" é\n`,
    occurrence: 1 + Math.floor(3 * random.uniform()),
    arm: Math.floor(2 * random.uniform()),
    cutoff: random.uniform() < 0.2 ? Infinity : time + 1,
    attempt: 1 + Math.floor(9 * random.uniform()),
    seed: Math.floor(1e9 * random.uniform()),
    outcome: won
      ? { kind: /** @type {const} */ ("completed"), time, reward: 1 }
      : { kind: /** @type {const} */ ("censored"), time, resetting: 0.5 },
  };
}
