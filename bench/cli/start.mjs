// What a start of the command costs: real time and processor time beside another version of the command, and beside Node
// itself. They take turns, so that what else the machine does hits all alike. OLD is `bin/mulligan.js` or the like of a clone in
// which `npm run build` was done.
//   node bench/cli/start.mjs [OLD] [--rounds 30]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "30" } },
});
const rounds = Number(values.rounds);
const main = fileURLToPath(new URL("../../packages/cli/bin/mulligan.cjs", import.meta.url));
const [old] = positionals;
const LINES = ["run -- true", "run --dry-run -- true", "--version"];

/** Starts a program; returns its real time and its processor time in seconds, with that of the children it waited for. */
function start(words) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@" < /dev/null > /dev/null 2>&1';
  const { stderr } = spawnSync("bash", ["-c", script, ...words], { encoding: "utf8" });
  const [real, user, system] = stderr.trim().split(" ").map(Number);
  return { real, processor: user + system };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const programs = { "node -e 0": [process.execPath, "-e", "0"] };
for (const line of LINES) {
  programs[line] = [process.execPath, main, ...line.split(" ")];
  if (old !== undefined) programs[`${line}, old`] = [process.execPath, old, ...line.split(" ")];
}
const starts = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, words] of Object.entries(programs)) starts[name].push(start(words));
}

console.log(
  "| start | real s | processor s | real of old | processor of old | real of node | processor of node |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
const cost = (name, what) => (name in starts ? median(starts[name].map((one) => one[what])) : Number.NaN);
for (const name of Object.keys(programs)) {
  const costs = ["real", "processor"].map((what) => cost(name, what));
  const ratios = [`${name}, old`, "node -e 0"].flatMap((other) =>
    ["real", "processor"].map((what, i) => (costs[i] / cost(other, what)).toFixed(2)),
  );
  const cells = [
    ...costs.map((seconds) => seconds.toFixed(3)),
    ...ratios.map((ratio) => ratio.replace("NaN", "–")),
  ];
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
