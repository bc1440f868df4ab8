import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { row, title } from "../report.mjs";
import { fakeSolver, mulliganRun } from "./command.mjs";

const inputs = Array.from({ length: 200 }, (_, i) => `task ${i + 1}`);
const seeds = 3;
const fixed = [50, 70, 100, 140];
const learned = "learned";
const without = "no cutoff";
const nameOf = (ms) => `fixed ${ms} ms`;
const contestants = [
  [learned, []],
  ...fixed.map((ms) => [nameOf(ms), ["--policy", `fixed:cutoff=${ms}ms`, "--schedule", "constant"]]),
  [without, ["--policy", "never"]],
];

/**
 * `npm run bench run`: `mulligan run` over a fake solver with a heavy tail
 * (Pareto, scale 20 ms, shape 0.6, at most 5 s), knowing nothing, against no cutoff and against fixed
 * cutoffs, of which the best is known only afterwards. Every contestant gets the same seeds for the same
 * tries, and one follows the other, seed by seed, so that they meet the same noise. Wall time with two jobs,
 * so start-up, kills and the learning itself are in it. Three seeds say little; `npm run bench virtual` has a hundred.
 */
export async function benchHeavyTail() {
  const runs = new Map(contestants.map(([name]) => [name, []]));
  for (let seed = 1; seed <= seeds; seed++) {
    for (const [name, options] of contestants) {
      // Without a cutoff it takes so long that one seed must do.
      if (name === without && seed > 1) continue;
      const args = [...options, "--jobs", "2", "--seed", String(seed)];
      const program = ["sh", "-c", `exec sh '${fakeSolver}' $0`, "{seed}"];
      runs.get(name).push(await mulliganRun([...args, "--", ...program, ":::", ...inputs]));
    }
  }
  title(`run: ${inputs.length} tasks of a heavy tail, ${seeds} seeds`, [
    "contestant",
    "seconds",
    "by seed",
    "tries",
    "solved",
  ]);
  const mean = (name, of) => runs.get(name).reduce((sum, run) => sum + of(run), 0) / runs.get(name).length;
  const seconds = (name) => mean(name, (run) => run.seconds);
  for (const [name] of contestants) {
    row([
      name,
      seconds(name).toFixed(2),
      runs
        .get(name)
        .map((run) => run.seconds.toFixed(1))
        .join(", "),
      mean(name, ({ summary }) => summary.tries).toFixed(0),
      mean(name, ({ summary }) => summary.solved).toFixed(0),
    ]);
  }
  const best = fixed.map(nameOf).sort((a, b) => seconds(a) - seconds(b))[0];
  const bySeed = runs.get(learned).map((run, i) => (run.seconds / runs.get(best)[i].seconds).toFixed(2));
  const ratioTo = (name) => (seconds(learned) / seconds(name)).toFixed(2);
  console.log(`\nlearned / no cutoff: ${ratioTo(without)} (at most 0.5)`);
  console.log(`learned / best fixed: ${ratioTo(best)} (at most 1.15), by seed ${bySeed.join(", ")}`);
  await benchTwoArms(seconds(learned));
}

async function benchTwoArms(goodAlone) {
  title("run: two arms, one of them useless", ["arm", "tries", "solved", "tries in the last half"]);
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  try {
    const state = join(folder, "state");
    const arms = [
      "--arm",
      "useless=sh -c 'exec sleep 60'",
      "--arm",
      `good=sh -c "exec sh '${fakeSolver}' $0" {seed}`,
    ];
    const two = await mulliganRun(["--jobs", "2", "--state", state, ...arms, ":::", ...inputs]);
    const trials = readFileSync(state, "utf8").trim().split("\n").slice(1);
    const late = trials.slice(trials.length / 2).map((line) => JSON.parse(line).arm);
    for (const { name, tries, solved } of two.summary.arms) {
      row([name, tries, solved, late.filter((arm) => arm === name).length]);
    }
    console.log(
      `\n${two.seconds.toFixed(2)} s in all, ${(two.seconds / goodAlone).toFixed(2)} of the good arm alone`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
