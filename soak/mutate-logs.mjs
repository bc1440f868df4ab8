// Mutants of a log of each format, as bytes: each is read or refused as the command refuses it, in a moment and in a
// short line, and what is read are runs with times.
import { analyse, groupRuns } from "@mulligan/core/analysis";
import { parseResetting } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { joinLogs } from "../packages/cli/dist/analysis/join-logs.js";
import { parseLog } from "../packages/cli/dist/analysis/parse-log.js";
import { UsageError } from "../packages/cli/dist/shell/usage-error.js";
import { LOG_SAMPLES } from "./log-samples.mjs";
import { mutate } from "./mutate.mjs";

/** @typedef {{ uniform(): number }} Random */

const bytesOf = (/** @type {string} */ text) => Buffer.from(text);

/** Whole lines that are dropped, doubled, exchanged or joined. */
function mutateLines(/** @type {string} */ text, /** @type {Random} */ random) {
  const lines = text.split("\n");
  const at = Math.floor(lines.length * random.uniform());
  const to = Math.floor(lines.length * random.uniform());
  const kind = Math.floor(4 * random.uniform());
  if (kind === 0) lines.splice(at, 1 + Math.floor(3 * random.uniform()));
  else if (kind === 1) lines.splice(at, 0, lines[to]);
  else if (kind === 2) [lines[at], lines[to]] = [lines[to], lines[at]];
  else return lines.join(random.uniform() < 0.5 ? "" : "\r");
  return lines.join("\n");
}

/** What is written in a place: numbers, brackets, quotes and lines that are too long, too deep or too large. */
const LARGE = [
  "9".repeat(400),
  "1e400",
  "-1",
  `${"[".repeat(5_000)}`,
  `${'{"a":'.repeat(2_000)}`,
  "<a>".repeat(2_000),
  `<!DOCTYPE x [${'<!ENTITY a "&a;&a;&a;">'.repeat(50)}]>`,
  "&a;&#99999999;&#x110000;",
  "a".repeat(30_000),
  `"${" ".repeat(20_000)}`,
  '\\"'.repeat(5_000),
  ";,|\t".repeat(2_000),
  "1:".repeat(5_000),
  "\n".repeat(3_000),
];

function insertLarge(/** @type {string} */ text, /** @type {Random} */ random) {
  const at = Math.floor((text.length + 1) * random.uniform());
  return text.slice(0, at) + LARGE[Math.floor(LARGE.length * random.uniform())] + text.slice(at);
}

/** @type {readonly ((text: string, random: Random) => Uint8Array)[]} */
const MUTATIONS = [
  (text, random) => bytesOf(mutate(text, random)),
  (text, random) => bytesOf(mutateLines(text, random)),
  (text, random) => bytesOf(mutateLines(mutate(text, random), random)),
  (text, random) => bytesOf(insertLarge(text, random)),
  // Torn.
  (text, random) => bytesOf(text).subarray(0, Math.floor(text.length * random.uniform())),
  // Bytes that are flipped, so that some are no UTF-8.
  (text, random) => {
    const bytes = bytesOf(text);
    for (let left = 1 + Math.floor(4 * random.uniform()); left > 0; left--) {
      bytes[Math.floor(bytes.length * random.uniform())] ^= 1 << Math.floor(8 * random.uniform());
    }
    return bytes;
  },
  // Other encodings.
  (text, random) => Buffer.from(text, random.uniform() < 0.5 ? "latin1" : "utf16le"),
  // Two logs in one file.
  (text, random) => bytesOf(text + LOG_SAMPLES[Math.floor(LOG_SAMPLES.length * random.uniform())].text),
];

/** A verdict takes ten times as long as the reading: one in so many logs gets one. */
const JUDGED = 10;
const LONGEST_MS = 2_000;
const MAX_PROBLEMS = 20;

/**
 * What is wrong with what was read, or with the verdict on it; undefined if it is right.
 * @param {ReturnType<typeof parseLog>} log
 * @param {boolean} isJudged
 */
function faultIn(log, isJudged) {
  const { rows } = joinLogs([{ ...log, file: "log" }], {}, log.unit === "s" ? "ms" : undefined);
  const wrong = rows.find(({ time, reward }) => !(time >= 0 && time < Infinity && reward >= 0));
  if (wrong !== undefined) return `a run ${JSON.stringify(wrong)}`;
  for (const [name, runs] of isJudged ? groupRuns(rows, "arm") : []) {
    const { restart, gain } = analyse(name, runs, { seed: 1, resetting: parseResetting("none") });
    if (Number.isNaN(gain.estimate + gain.low) || !/^(yes|no|unclear)$/.test(restart)) {
      return `a verdict ${restart} with ${JSON.stringify(gain)}`;
    }
  }
  return (log.notice ?? "").length > 3_000 ? `a notice of ${log.notice?.length} characters` : undefined;
}

/**
 * @param {number} seed
 * @param {number} mutants
 */
export async function mutateLogs(seed, mutants = 20_000) {
  const random = stream(seed, "logs");
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, { read: number, refused: number }>} */
  const counts = new Map(LOG_SAMPLES.map(({ name }) => [name, { read: 0, refused: 0 }]));
  let longestMs = 0;
  for (let i = 0; i < mutants && problems.length < MAX_PROBLEMS; i++) {
    const { name, text } = LOG_SAMPLES[i % LOG_SAMPLES.length];
    const mutation = Math.floor(MUTATIONS.length * random.uniform());
    const bytes = MUTATIONS[mutation](text, random);
    const count = counts.get(name);
    const report = (/** @type {string} */ fault) =>
      problems.push(
        `${fault}: ${name} ${mutation} ${JSON.stringify(Buffer.from(bytes).toString().slice(0, 500))}`,
      );
    const began = performance.now();
    try {
      const fault = faultIn(parseLog("log", bytes), i % JUDGED === 0);
      if (fault !== undefined) report(fault);
      if (count !== undefined) count.read += 1;
    } catch (error) {
      if (!(error instanceof UsageError)) report(`crash ${error instanceof Error ? error.stack : error}`);
      else if (error.message.length > 1_000) report(`a refusal of ${error.message.length} characters`);
      if (count !== undefined) count.refused += 1;
    }
    const took = performance.now() - began;
    longestMs = Math.max(longestMs, Math.ceil(took));
    if (took > LONGEST_MS) report(`hang of ${Math.round(took)} ms`);
  }
  // A mutation that never reads, or never refuses, a format would show nothing of it.
  for (const [name, { read, refused }] of mutants >= 1_000 ? counts : []) {
    if (read === 0 || refused === 0) problems.push(`${name}: ${read} read, ${refused} refused`);
  }
  const sum = (/** @type {"read" | "refused"} */ what) =>
    [...counts.values()].reduce((total, count) => total + count[what], 0);
  return { mutants, read: sum("read"), refused: sum("refused"), longestMs, problems };
}
