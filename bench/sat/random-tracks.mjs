// The default of `sat` against `--arm probsat` without restarts, on random formulas as in the competitions:
//   npm run bench random-tracks -- --folder=DIR [--limit=60] [--only=TEXT] [--seed=1] [--also="WORDS"] [--make]
// Makes the files that the folder lacks (0.4 GB in all) and, unless --make, solves each with one job within so many
// seconds of processor time, reading and all: a busy machine slows the wall clock, not this one. --only takes the
// formulas whose name contains the text, --also runs `sat` with those words too. All forty take up to half an hour.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { row, title } from "../report.mjs";
import { randomTracks, writeTrackFile } from "./random-tracks-set.mjs";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const command = join(repository, "packages/cli/dist/bundle/main.js");

/** The shell ends the program after its share of processor time, and then says how much it took. */
const METERED = 'ulimit -t "$0"; "$@"; code=$?; times; exit $code';

/** Whether `mulligan sat` solved the file, with how many flips, and the seconds of processor time it took. */
function solve(path, words, { limit, seed }) {
  const sat = [command, "sat", path, "--jobs", "1", "--seed", `${seed}`, "--json", ...words];
  return new Promise((done, fail) => {
    const child = spawn("sh", ["-c", METERED, `${limit}`, process.execPath, ...sat], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [chunks, complaints] = [[], []];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => complaints.push(chunk));
    child.on("error", fail);
    child.on("close", (code) => {
      // The shell reports each program that it ended; only what the command itself cannot do is worth telling.
      if (code === 2 || code === 70) fail(new Error(Buffer.concat(complaints).toString().trim()));
      const lines = Buffer.concat(chunks).toString().trimEnd().split("\n");
      const seconds = processorSeconds(lines.at(-1));
      const task = lines.find((line) => line.startsWith('{"type":"task"'));
      const { solved = false, time: flips = 0, arm = "" } = task === undefined ? {} : JSON.parse(task);
      done({ solved: solved && seconds <= limit, seconds: Math.min(seconds, limit), flips, arm });
    });
  });
}

/** From the second line of `times`: user and system time of the children, `0m1.25s 0m0.03s`. */
function processorSeconds(line) {
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds), 0);
}

function shown({ solved, seconds, flips, arm }) {
  if (!solved) return "–";
  return `${seconds.toFixed(1)} s, ${(flips / 1e6).toPrecision(3)} M flips${arm ? `, ${arm}` : ""}`;
}

function total(results, limit) {
  const solved = results.filter((result) => result.solved);
  const seconds = results.reduce((sum, result) => sum + (result.solved ? result.seconds : limit), 0);
  return `${solved.length} of ${results.length}, ${seconds.toFixed(0)} s`;
}

async function compare(formulas, folder, options, also) {
  const contestants = [
    { name: "default", words: [] },
    { name: "probsat, no restarts", words: ["--arm", "probsat", "--policy", "never"] },
    ...(also === undefined ? [] : [{ name: also, words: also.split(/\s+/) }]),
  ];
  const results = contestants.map(() => []);
  title(`random tracks, at most ${options.limit} s of processor time each`, [
    "formula",
    ...contestants.map(({ name }) => name),
  ]);
  for (const { name } of formulas) {
    for (const [i, { words }] of contestants.entries()) {
      results[i].push(await solve(join(folder, `${name}.cnf`), words, options));
    }
    row([name, ...results.map((one) => shown(one.at(-1)))]);
  }
  row(["solved, and time with the limit for the rest", ...results.map((one) => total(one, options.limit))]);
}

function readArguments() {
  const text = { type: "string" };
  const { values } = parseArgs({
    options: { folder: text, limit: text, only: text, seed: text, also: text, make: { type: "boolean" } },
  });
  const { limit = "60", seed = "1", only = "", also, make = false } = values;
  if (values.folder === undefined) throw new Error("--folder: say where the formulas go");
  const folder = resolve(values.folder);
  if (!relative(repository, folder).startsWith("..")) {
    throw new Error("--folder: must lie outside the repository");
  }
  if (!/^[1-9]\d*$/.test(limit)) throw new Error(`--limit: must be whole seconds, got ${limit}`);
  const formulas = randomTracks.filter(({ name }) => name.includes(only));
  if (formulas.length === 0) throw new Error(`--only: no formula's name contains ${only}`);
  return { folder, formulas, also, make, options: { limit: Number(limit), seed } };
}

async function run({ folder, formulas, also, make, options }) {
  mkdirSync(folder, { recursive: true });
  for (const formula of formulas) {
    if (!existsSync(join(folder, `${formula.name}.cnf`))) await writeTrackFile(folder, formula);
  }
  if (!make) await compare(formulas, folder, options, also);
}

try {
  await run(readArguments());
} catch (error) {
  console.error(`random-tracks: ${error.message}`);
  process.exitCode = 2;
}
