// npm run soak -- [NAME…] [--rounds N] [--seconds S] [--seed N] [--state FILE]
//
// Long trials of what `npm test` tries a few times. Each program plays rounds, round r with the seed N + r, until
// N rounds are played or S seconds are over (30 minutes if neither is given), and says what went wrong: then the
// exit code is 1, and its name with `--seed` of that round and `--rounds 1` plays it again. With a file for the
// state, rounds that it holds are not played again, so that a soak that was broken off goes on where it was.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { killLongPrograms } from "./kill-long-programs.mjs";
import { killRun } from "./kill-run.mjs";
import { killSat } from "./kill-sat.mjs";

const programs = {
  "kill-run": killRun,
  "kill-sat": killSat,
  "kill-long-programs": killLongPrograms,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string", default: "1" },
    state: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(programs, name));
const seed = Number(values.seed);
const rounds = Number(values.rounds ?? Infinity);
const seconds = Number(values.seconds ?? (values.rounds === undefined ? 1_800 : Infinity));
if (unknown.length > 0 || !(rounds > 0) || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(
    `soak: names must be some of ${Object.keys(programs).join(", ")}, --rounds and --seconds above 0, --seed whole`,
  );
  process.exit(2);
}

const wanted = Object.keys(programs).filter((name) => positionals.length === 0 || positionals.includes(name));
const before =
  values.state !== undefined && existsSync(values.state) ? readFileSync(values.state, "utf8") : "";
const played = before
  .split("\n")
  .slice(0, -1)
  .map((line) => JSON.parse(line))
  .filter(({ name }) => wanted.includes(name));
const ends = performance.now() + 1_000 * seconds;
for (let round = 0; round < rounds && performance.now() < ends; round++) {
  for (const name of wanted) await play(name, seed + round);
}
console.log(`\nsoak: ${played.length} rounds`);
for (const name of wanted) console.log(`${name}: ${totals(played.filter((result) => result.name === name))}`);
const wrong = played.filter(({ problems }) => problems.length > 0);
console.log(wrong.length === 0 ? "nothing was lost" : `${wrong.length} rounds went wrong`);
if (wrong.length > 0) process.exitCode = 1;

async function play(name, roundSeed) {
  if (played.some((result) => result.name === name && result.seed === roundSeed)) return;
  const result = { name, seed: roundSeed, ...(await programs[name](roundSeed)) };
  played.push(result);
  if (values.state !== undefined) appendFileSync(values.state, `${JSON.stringify(result)}\n`);
  console.log(`${name} --seed ${roundSeed}: ${totals([result])}`);
  for (const problem of result.problems) console.log(`  ${problem}`);
}

/** Numbers are added up, of the longest times the longest is taken. */
function totals(results) {
  const sums = {};
  for (const { name: _name, seed: _seed, problems, ...numbers } of results) {
    for (const [key, value] of Object.entries({ ...numbers, problems: problems.length })) {
      const longest = key.startsWith("longest");
      sums[key] = longest ? Math.max(sums[key] ?? 0, value) : (sums[key] ?? 0) + value;
    }
  }
  return Object.entries(sums)
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");
}
