// npm run soak -- [NAME…] [--rounds N] [--seconds S] [--scale X] [--seed N] [--state FILE]
//
// Long trials of what `npm test` tries a few times. Each program plays rounds, round r with the seed N + r; in full, which
// takes two or three hours, as many as stand beside its name below. What was played is kept in FILE (soak.jsonl), and not
// played again: a soak that was broken off goes on where it was, with the same words. What went wrong is said at once and
// in the end, and makes the exit code 1; the program's name with `--seed` of that round, `--rounds 1` and another FILE
// plays it again. `--scale 0.05` makes rounds that much smaller, to see whether all is well before a long one.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  cutNetwork,
  delayNetwork,
  freezeWorker,
  killCoordinator,
  killWorker,
  restartRedis,
  soakFault,
  stopRedis,
} from "./cluster/faults.mjs";
import { mutateCluster } from "./cluster/mutate-cluster.mjs";
import { damageJournals } from "./damage-journals.mjs";
import { endThreads } from "./end-threads.mjs";
import { extremeServe } from "./extreme-serve.mjs";
import { killLongPrograms } from "./kill-long-programs.mjs";
import { killRun } from "./kill-run.mjs";
import { killSat } from "./kill-sat.mjs";
import { killServe } from "./kill-serve.mjs";
import { listenServe } from "./listen-serve.mjs";
import { playMutants } from "./mutants.mjs";
import { mutateCommand } from "./mutate-command.mjs";
import { mutateInputs } from "./mutate-inputs.mjs";
import { mutateLogs } from "./mutate-logs.mjs";
import { mutateServe } from "./mutate-serve.mjs";
import { soakRuntime } from "./runtime/play.mjs";
import { signalCommands } from "./signal-commands.mjs";
import { testThoroughly, testWithoutProc } from "./thorough.mjs";

/** Rounds in full, and how many kills, bytes, inputs, requests, problems, commands, signals, executions or faults a round has. */
const programs = {
  "kill-run": { play: killRun, rounds: 10, size: 50 },
  "kill-sat": { play: killSat, rounds: 10, size: 12 },
  "kill-serve": { play: killServe, rounds: 10, size: 50 },
  "kill-long-programs": { play: killLongPrograms, rounds: 10, size: 20 },
  "damage-journals": { play: damageJournals, rounds: 10, size: 3_000 },
  "mutate-inputs": { play: mutateInputs, rounds: 10, size: 100_000 },
  "mutate-logs": { play: mutateLogs, rounds: 10, size: 20_000 },
  "mutate-command": { play: mutateCommand, rounds: 10, size: 1_000 },
  "mutate-serve": { play: mutateServe, rounds: 10, size: 100_000 },
  "extreme-serve": { play: extremeServe, rounds: 10, size: 10_000 },
  // Its listeners are all that one service allows.
  "listen-serve": { play: listenServe, rounds: 1, size: 200 },
  "signal-commands": { play: signalCommands, rounds: 10, size: 156 },
  "end-threads": { play: endThreads, rounds: 10, size: 50 },
  // Their seeds are fixed.
  thorough: { play: testThoroughly, rounds: 1, size: 1 },
  "without-proc": { play: testWithoutProc, rounds: 1, size: 1 },
  // These need a redis-server on PATH.
  "cluster-kill-worker": { play: soakFault(killWorker), rounds: 10, size: 10 },
  "cluster-kill-coordinator": { play: soakFault(killCoordinator), rounds: 10, size: 10 },
  "cluster-restart-redis": { play: soakFault(restartRedis), rounds: 10, size: 10 },
  "cluster-stop-redis": { play: soakFault(stopRedis()), rounds: 10, size: 10 },
  "cluster-freeze-worker": { play: soakFault(freezeWorker), rounds: 10, size: 10 },
  "cluster-delay-40": { play: soakFault(delayNetwork(40)), rounds: 10, size: 10 },
  "cluster-delay-100": { play: soakFault(delayNetwork(100)), rounds: 10, size: 10 },
  "cluster-cut": { play: soakFault(cutNetwork()), rounds: 10, size: 10 },
  "mutate-cluster": { play: mutateCluster, rounds: 10, size: 2_000 },
  // One, since the heap tells of a leak only in the long run.
  runtime: { play: soakRuntime, rounds: 1, size: 1_000_000 },
  // Faults that were put into the sources by hand: the numbers say how many of them the tests find, `mutants.jsonl` which.
  mutants: { play: playMutants, rounds: 1, size: 60 },
};

/** What a soak is to show, and the kinds of problems that say otherwise. */
const CLAIMS = [
  ["nothing lost", "lost"],
  ["no crash", "crash"],
  ["no hang above 10 s", "hang"],
  ["nobody asked to end took more than 2 s", "late"],
  ["no exit code or status outside the contract", "code"],
  ["no answer of a service later than 1 s", "slow"],
  ["no service above 512 MiB", "memory"],
  ["every execution settles once, its attempts add up, and no trial counts twice", "count"],
  ["every large sample, and every test without /proc, shows what it should", "sample"],
  ["no process, file, timer, listener or memory left", "left"],
  ["every fault of the list can be put into the sources", "fault"],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seconds: { type: "string", default: "Infinity" },
    scale: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    state: { type: "string", default: "soak.jsonl" },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(programs, name));
const [seed, seconds, scale] = [Number(values.seed), Number(values.seconds), Number(values.scale)];
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (unknown.length > 0 || !((rounds ?? 1) > 0) || !(seconds > 0) || !(scale > 0) || !Number.isInteger(seed)) {
  console.error(
    `soak: names must be some of ${Object.keys(programs).join(", ")}; --rounds, --seconds and --scale above 0, --seed whole`,
  );
  process.exit(2);
}

const wanted = Object.keys(programs).filter((name) => positionals.length === 0 || positionals.includes(name));
const before = existsSync(values.state) ? readFileSync(values.state, "utf8") : "";
const played = before
  .split("\n")
  .slice(0, -1)
  .map((line) => JSON.parse(line))
  .filter((result) => wanted.includes(result.name) && result.scale === scale);
const list = wanted
  .flatMap((name) => Array.from({ length: rounds ?? programs[name].rounds }, (_, round) => ({ name, round })))
  .sort((a, b) => a.round - b.round);
const began = performance.now();
if (played.length > 0) console.log(`${values.state} has ${played.length} rounds; they are not played again`);
for (const [place, { name, round }] of list.entries()) {
  if (performance.now() - began > 1_000 * seconds) break;
  await play(name, seed + round, `${place + 1}/${list.length}`);
}
conclude();

async function play(name, roundSeed, place) {
  if (played.some((result) => result.name === name && result.seed === roundSeed)) return;
  const started = performance.now();
  const found = await programs[name].play(roundSeed, Math.max(1, Math.ceil(scale * programs[name].size)));
  const took = Math.round((performance.now() - started) / 1_000);
  const result = { name, seed: roundSeed, scale, seconds: took, ...found };
  played.push(result);
  appendFileSync(values.state, `${JSON.stringify(result)}\n`);
  console.log(`${place} ${name} --seed ${roundSeed}: ${totals([result])}`);
  for (const problem of result.problems) console.log(`  ${problem}`);
}

function conclude() {
  console.log(`\nsoak: ${played.length} rounds of ${list.length}`);
  for (const name of wanted) {
    console.log(`${name}: ${totals(played.filter((result) => result.name === name))}`);
  }
  const problems = played.flatMap((result) => result.problems);
  const missing = played.length < list.length ? " so far" : "";
  for (const [claim, kind] of CLAIMS) {
    const against = problems.filter((problem) => problem.startsWith(`${kind}: `)).length;
    console.log(against === 0 ? `${claim}${missing}` : `NOT ${claim}: ${against} times`);
  }
  if (problems.length > 0) process.exitCode = 1;
}

/** Numbers are added up, of the longest times the longest is taken. */
function totals(results) {
  const sums = {};
  for (const { name: _name, seed: _seed, scale: _scale, problems, ...numbers } of results) {
    for (const [key, value] of Object.entries({ ...numbers, problems: problems.length })) {
      const longest = key.startsWith("longest");
      sums[key] = longest ? Math.max(sums[key] ?? 0, value) : (sums[key] ?? 0) + value;
    }
  }
  return Object.entries(sums)
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");
}
