/** The rows of `npm run bench first-minute` that are compared with `xargs -P`, in virtual and in real time. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePolicy } from "@mulligan/core";
import { autoCutoffs, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playInParallel } from "@mulligan/core/simulate";
import { row, title } from "../report.mjs";
import { mulliganRun } from "./command.mjs";

const JOBS = [1, 2, 4, 8];
/** As in `virtual-situation.mjs`: a start, an end after SIGTERM, the resolution and the grace of `run`, in ms. */
const [START, RESET, RESOLUTION, GRACE] = [6, 2, 2, 10_000];
const mixed = [...Array(16).fill(0.3), ...Array(4).fill(6)];
const alone = [1, 3, 6, 15, 40];
const HANGS = "if [ $((RANDOM % 5)) -eq 0 ]; then sleep 12; else sleep 0.3; fi";
const HANGS_FOR_EVER = "if [ $((RANDOM % 2)) -eq 0 ]; then sleep 1000; else sleep 0.1; fi";
const READS = 'sleep 0.2; cat "$0" > /dev/null';

/** Twenty seeds in virtual time. A law says how long the a-th try at a task takes, in s. Returns the rows of the CSV file. */
export function virtualRows() {
  title("first-minute: makespan in virtual time ÷ that of xargs -P, mean of 20 seeds (the largest)", [
    "what",
    ...JOBS.map((jobs) => `-j${jobs}`),
    "at most",
  ]);
  const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
  const rows = [];
  const play = (name, atMost, times, repeats, jobs = JOBS) => {
    const found = jobs.map((count) => [count, ...compared(seeds, times, count, repeats)]);
    rows.push(...found.map(([count, mean, largest]) => [name, count, "virtual", mean, largest, atMost]));
    const cells = found.map(([, mean, largest]) => `${mean} (${largest})`);
    row([name, ...JOBS.map((_, i) => cells[i] ?? "–"), atMost]);
  };
  const ofList = (list) => ({ tasks: list.length, law: (task) => list[task] });
  const hanging = (seed) => ({
    tasks: 20,
    law: (task, attempt) => (draw(seed, task, attempt) < 0.2 ? 12 : 0.3),
  });
  play("16 × 0.3 s and 4 × 6 s, shuffled", 1.3, (seed) => ofList(shuffled(mixed, seed)), "yes");
  play("16 × 0.3 s and 4 × 6 s, shuffled, {seed}", 1.3, (seed) => ofList(shuffled(mixed, seed)), "no");
  play("16 × 0.3 s, then 4 × 6 s", 1.3, () => ofList(mixed), "yes");
  play("4 × 6 s, then 16 × 0.3 s", 1.3, () => ofList([...mixed].reverse()), "yes");
  for (const time of alone) play(`one sleep ${time}`, 1.8, () => ofList([time]), "yes", [1]);
  play("20 tasks, 20% of the tries hang for 12 s", 0.5, hanging, "yes");
  play("20 tasks, 20% of the tries hang for 12 s, {seed}", 0.5, hanging, "no");
  title("first-minute: 20 tasks, one job, half of the tries hang for ever, else 0.1 s; virtual, 100 seeds", [
    "command",
    "seconds more than with a cutoff of 0.2 s, mean",
    "the longest run, s",
  ]);
  for (const repeats of ["yes", "no"])
    row([repeats === "yes" ? "without {seed}" : "with {seed}", ...halfHang(repeats)]);
  return rows;
}

function compared(seeds, times, jobs, repeats) {
  let [ours, theirs, largest] = [0, 0, 0];
  for (const seed of seeds) {
    const { tasks, law } = times(seed);
    const played = playInParallel({
      ...{ tasks, jobs, resetting: RESET, policy: policyFor(seed, repeats) },
      draw: (task, attempt) => ({ time: START + 1_000 * law(task, attempt), reward: 1 }),
    });
    const known = xargsTime(
      Array.from({ length: tasks }, (_, task) => START + 1_000 * law(task, 1)),
      jobs,
    );
    ours += played.makespan;
    theirs += known;
    largest = Math.max(largest, played.makespan / known);
  }
  return [(ours / theirs).toFixed(2), largest.toFixed(2)];
}

function halfHang(repeats) {
  let [more, longest] = [0, 0];
  for (let seed = 1; seed <= 100; seed++) {
    const time = (task, attempt) => (draw(seed, task, attempt) < 0.5 ? Infinity : START + 100);
    const { makespan } = playInParallel({
      ...{ tasks: 20, jobs: 1, resetting: RESET, policy: policyFor(seed, repeats) },
      draw: (task, attempt) => ({ time: time(task, attempt), reward: 1 }),
    });
    let known = 0;
    for (let task = 0; task < 20; task++) {
      for (let attempt = 1; ; attempt++) {
        const ends = time(task, attempt);
        known += Math.min(ends, 200 + RESET);
        if (ends <= 200) break;
      }
    }
    more += (makespan - known) / 100;
    longest = Math.max(longest, makespan);
  }
  return [(more / 1_000).toFixed(1), (longest / 1_000).toFixed(1)];
}

/** As `mulligan run` makes it. */
function policyFor(seed, repeats) {
  return makePolicy("hidden-types", {
    arms: [{ name: "program", resetting: measuredResetting }],
    cutoffs: autoCutoffs(RESOLUTION),
    firstCutoff: GRACE,
    options: { repeats },
    seed,
    mode: "retry",
  });
}

/** Each job takes the next task when it is free. */
function xargsTime(times, jobs) {
  const free = Array(jobs).fill(0);
  for (const time of times) {
    free.sort((a, b) => a - b);
    free[0] += time;
  }
  return Math.max(...free);
}

function draw(seed, task, attempt) {
  return stream(seed, "try", task, attempt).uniform();
}

function shuffled(list, seed) {
  const random = stream(seed, "order");
  const own = [...list];
  for (let i = own.length - 1; i > 0; i--) {
    const j = Math.floor(random.uniform() * (i + 1));
    [own[i], own[j]] = [own[j], own[i]];
  }
  return own;
}

/**
 * The same with real processes, three runs each. These sleep, so one run of ours and one of xargs go at the same time.
 * `without cutoff` is what the summary says of the time of all programs, beside the truth, in s. Returns the rows
 * of the CSV file.
 */
export async function realRows() {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  const files = Array.from({ length: 13 }, (_, i) => join(folder, `${i + 1}.txt`));
  for (const file of files) if (!file.endsWith("/7.txt")) writeFileSync(file, "x\n");
  title("first-minute: wall time ÷ that of xargs -P, real processes, three runs", [
    "what",
    "jobs",
    "ours, s",
    "xargs, s",
    "ratio",
    "at most",
    "without cutoff, said",
    "truth",
  ]);
  const rows = [];
  const play = async (name, atMost, jobs, ...rest) => {
    rows.push([name, jobs, "real", await realRow(name, atMost, jobs, ...rest), "", atMost]);
  };
  const sum = (list) => list.reduce((total, value) => total + value, 0);
  for (const jobs of JOBS) {
    const lists = [1, 2, 3].map((seed) => shuffled(mixed, seed).map(String));
    await play("16 × 0.3 s and 4 × 6 s, shuffled", 1.3, jobs, ["sleep", "{}"], lists, sum(mixed));
    const reads = ["sh", "-c", READS, "{}"];
    await play("13 files, one is missing", 3, jobs, reads, [files, files, files], 13 * 0.2);
    const inputs = Array.from({ length: 20 }, (_, i) => String(i + 1));
    const hangs = ["bash", "-c", HANGS, "{}"];
    await play("20 tasks, 20% of the tries hang for 12 s", 0.5, jobs, hangs, [inputs, inputs, inputs], 52.8);
  }
  for (const time of alone) {
    await play(`one sleep ${time}`, 1.8, 1, ["sleep", "{}"], [[String(time)]], time);
  }
  rmSync(folder, { recursive: true });
  title("first-minute: 20 tasks, one job, half of the tries hang for ever, real processes", [
    "run",
    "wall s",
    "with 0.2 s",
  ]);
  const tasks = [":::", ...Array.from({ length: 20 }, (_, i) => String(i + 1))];
  for (const run of [1, 2, 3]) {
    const words = ["--jobs", "1", "--", "bash", "-c", HANGS_FOR_EVER, "{}", ...tasks];
    const known = ["--policy", "fixed:cutoff=200ms", "--schedule", "constant", ...words];
    const [own, fixed] = await Promise.all([mulliganRun(words), mulliganRun(known)]);
    row([run, own.seconds.toFixed(1), fixed.seconds.toFixed(1)]);
  }
  return rows;
}

async function realRow(name, atMost, jobs, command, lists, truth) {
  const runs = await Promise.all(
    lists.map(async (inputs) => {
      const words = ["--jobs", String(jobs), "--", ...command, ":::", ...inputs];
      const [own, xargs] = await Promise.all([mulliganRun(words), xargsSeconds(jobs, command, inputs)]);
      return { ours: own.seconds, xargs, said: own.summary.arms[0].withoutCutoff };
    }),
  );
  const total = (of) => runs.reduce((sum, run) => sum + run[of], 0);
  const list = (of) => runs.map((run) => run[of].toFixed(1)).join(", ");
  const ratio = total("ours") / total("xargs");
  const said = runs.map(({ said }) => (said == null ? "unknown" : (said.time / 1_000).toFixed(1)));
  row([name, jobs, list("ours"), list("xargs"), ratio.toFixed(2), atMost, said.join(", "), truth.toFixed(1)]);
  return ratio.toFixed(2);
}

function xargsSeconds(jobs, command, inputs) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const args = ["-P", String(jobs), "-I", "{}", ...command];
    const child = spawn("xargs", args, { stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", reject);
    child.on("close", () => resolve((performance.now() - began) / 1_000));
    child.stdin.end(`${inputs.join("\n")}\n`);
  });
}
