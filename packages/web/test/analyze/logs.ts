import { formatHeader, formatTrial } from "mulligan/journal";

/** Every third run hangs, so that restarting pays; no two take the same time. */
const seconds = (run: number) => (run % 3 === 0 ? 50 : 1) + run / 100;

/** GNU parallel's: 60 jobs, of which the last was killed. */
export const joblog = [
  "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand",
  ...Array.from(
    { length: 60 },
    (_, run) =>
      `${run + 1}\t:\t1700000000\t${seconds(run)}\t0\t0\t${run === 59 ? "-1\t15" : "0\t0"}\tjob ${run}`,
  ),
  "",
].join("\n");

/** hyperfine's: two commands. */
export const hyperfine = JSON.stringify({
  results: [
    { command: "solve --fast", times: Array.from({ length: 40 }, (_, run) => seconds(run)) },
    { command: "solve --sure", times: Array.from({ length: 40 }, (_, run) => 3 + run / 50) },
  ],
});

const header = formatHeader({
  unit: "flips",
  arms: [{ name: "novelty" }, { name: "walksat" }],
  policy: "km-ts",
  mode: "retry",
  schedule: "luby",
  cutoffs: "auto",
});

/** Of `mulligan sat`: 80 trials on 4 formulas. */
export const journal =
  header +
  Array.from({ length: 80 }, (_, run) =>
    formatTrial(
      {
        input: `uf100-${run % 4}.cnf`,
        occurrence: 1,
        arm: run % 2,
        cutoff: Infinity,
        seed: run,
        outcome: { kind: "completed", time: Math.round(1_000 * seconds(run)), reward: 1 },
      },
      ["novelty", "walksat"],
    ),
  ).join("");

/** A table whose columns have names that say nothing. */
export const oddTable = [
  "server;x;y;z",
  ...Array.from({ length: 60 }, (_, run) => `${run % 2 ? "east" : "west"};${seconds(run)};yes;f${run % 12}`),
  "",
].join("\n");
