// Every situation by every strategy, in virtual time, the mean over some seeds; then what the situations ask of the
// learner, and the worst that it gave. A name may be that of a group, such as `whyNotP95`.
// node bench/runtime/all-situations.mjs [--seeds 5] [--table FILE] [--asked FILE] [--csv FILE] [SITUATION…]
// --table and --asked write the two tables as CSV. --csv writes what became of the calls of each second of the outages,
// for a figure.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mulligan } from "@mulligan/core";
import { cockatiel } from "../../packages/core/test/situations/cockatiel.mjs";
import { comparedWith, figuresOf } from "../../packages/core/test/situations/judge.mjs";
import { play } from "../../packages/core/test/situations/play.mjs";
import { groups, situations } from "../../packages/core/test/situations/situations.mjs";
import {
  fixedP95,
  learned,
  leastOutstanding,
  roundRobin,
} from "../../packages/core/test/situations/strategies.mjs";
import { row, title, writeCsv } from "../report.mjs";

const strategies = [learned(mulligan), roundRobin, leastOutstanding, fixedP95, cockatiel];
const { values: given, positionals } = parseArgs({
  options: {
    seeds: { type: "string", default: "5" },
    table: { type: "string" },
    asked: { type: "string" },
    csv: { type: "string" },
  },
  allowPositionals: true,
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, place) => place + 1);
const named = positionals.length > 0 ? positionals : Object.keys(groups);
const names = named.flatMap((name) => (situations[name] || !groups[name] ? name : Object.keys(groups[name])));
for (const name of names) {
  if (situations[name] !== undefined && seeds.length > 0) continue;
  console.error(
    `all-situations: SITUATION must be one of ${[...Object.keys(groups), ...Object.keys(situations)].join(", ")} and --seeds at least 1`,
  );
  process.exit(2);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const count = (value) => value.toLocaleString("en-US", { maximumFractionDigits: 1 });
const table = [["situation", "calls", "strategy", "mean_ms", "p99_ms", "failed", "requests_per_call"]];
const asked = [];
const seconds = ["situation,strategy,second,calls,failed,requests"];

title(`Situations in virtual time, means over seeds 1 to ${seeds.length}`, [
  "situation",
  "strategy",
  "mean, ms",
  "p99, ms",
  "failed",
  "requests a call",
]);
for (const name of names) {
  const situation = situations[name];
  /** By strategy, what was played with each seed. */
  const played = {};
  const others = [...(situation.needs ?? []), ...(situation.beside ?? [])];
  const needed = comparedWith.filter((each) => others.includes(each.name));
  for (const strategy of new Set([...strategies, ...needed])) {
    played[strategy.name] = [];
    for (const seed of seeds) played[strategy.name].push(await play(situation, strategy, seed));
  }
  tell(situation, played);
  if (situation.bySecond) seconds.push(...secondsOf(name, situation, played));
}

title("What the situations ask of the learner, and the worst of the seeds", [
  "situation",
  "figure",
  "at most",
  "worst",
  "",
]);
for (const cells of asked) row(cells);
if (given.csv !== undefined) writeFileSync(given.csv, `${seconds.join("\n")}\n`);
writeCsv(given.table, table);
writeCsv(given.asked, [["situation", "figure", "at_most", "worst", "verdict"], ...asked]);

function tell(situation, played) {
  Object.entries(played).forEach(([strategy, plays], place) => {
    const [{ calls }] = plays;
    const meanMs = mean(plays.map((each) => each.mean)).toFixed(1);
    const p99 = mean(plays.map((each) => each.p99)).toFixed(0);
    const failed = mean(plays.map((each) => each.failed));
    const requests = mean(plays.map(({ requestsPerCall }) => requestsPerCall)).toFixed(2);
    row([
      place === 0 ? `${situation.name}; ${count(calls)} calls` : "",
      strategy === "learned" ? "**learned**" : strategy,
      meanMs,
      p99,
      count(failed),
      requests,
    ]);
    table.push([situation.name, calls, strategy, meanMs, p99, Number(failed.toFixed(1)), requests]);
  });
  const figures = seeds.map((_, place) => {
    const ofSeed = Object.fromEntries(Object.entries(played).map(([name, plays]) => [name, plays[place]]));
    return figuresOf(situation, ofSeed.learned, ofSeed);
  });
  situation.asks.forEach(({ what, most }, place) => {
    const worst = Math.max(...figures.map((each) => each[place].value));
    asked.push([situation.name, what, most, Number(worst.toFixed(3)), worst <= most ? "holds" : "does not"]);
  });
}

/** Summed over the seeds, a line for each strategy and second. */
function secondsOf(name, situation, played) {
  return Object.entries(played).flatMap(([strategy, plays]) => {
    const bySeed = plays.map((each) => situation.bySecond(each));
    return bySeed[0].map(({ second }) => {
      const sum = (column) => bySeed.reduce((total, each) => total + each[second][column], 0);
      return [name, strategy, second, sum("calls"), sum("failed"), sum("requests")].join(",");
    });
  });
}
