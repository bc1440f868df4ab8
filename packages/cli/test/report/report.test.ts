import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { drawSvg } from "../../src/figures/write-figure.ts";
import type { Archive } from "../../src/journal/archive.ts";
import { barsFigure, leftOut, reportPage, writeRunReport } from "../../src/report/run-report.ts";
import {
  armRows,
  causeRows,
  reportedTry,
  taskRows,
  withHistory,
  workerRows,
} from "../../src/report/tries.ts";
import { newFolder } from "../new-folder.ts";

const arms = ["fast", "slow"];
const kind = { repeats: false, abandons: false };

function trial(
  input: string | null,
  arm: number,
  outcome: Trial["outcome"],
  more: Partial<Trial> = {},
): Trial {
  return { input, occurrence: 1, arm, cutoff: 100, seed: 1, outcome, ...more };
}

const cut = (time: number, resetting = 0) => ({ kind: "censored", time, resetting }) as const;
const ended = (time: number, reward = 1) => ({ kind: "completed", time, reward }) as const;

/** Three tasks: one cut twice and solved, one that failed, one that was stopped. */
const trials: readonly Trial[] = [
  trial("a", 0, cut(100, 20)),
  trial("b", 1, ended(40, 0)),
  trial("a", 0, cut(100)),
  trial("a", 1, ended(60)),
  trial("c<i>", 0, cut(30), { stopped: true }),
];
const tries = trials.map((one) => reportedTry(one, arms));

test("a trial's end is what became of it, and its time has the reset after a cut", () => {
  expect(tries.map(({ task, end, spent }) => [task, end, spent])).toEqual([
    ["a", "cut", 120],
    ["b", "failed", 40],
    ["a", "cut", 100],
    ["a", "solved", 60],
    ["c<i>", "stopped", 30],
  ]);
  expect(reportedTry(trial(null, 0, ended(1), { occurrence: 7 }), arms).task).toBe("#7");
  expect(reportedTry(trial("a", 0, ended(1), { occurrence: 2 }), arms).task).toBe("a (2)");
  expect(reportedTry(trial("a", 0, ended(1, 0), { exit: 3 }), arms).cause).toBe("failed: exit code 3");
});

test("tasks, arms and causes, counted by hand", () => {
  expect(taskRows(tries).slice(1)).toEqual([
    ["a", "✓ solved", "3", "280 ms", "slow"],
    ["b", "✗ not solved", "1", "40 ms", "slow"],
    ["c<i>", "✗ not solved", "1", "30 ms", "fast"],
  ]);
  // `slow` solved one task at its first try, after 60 ms.
  expect(armRows(tries, kind).slice(1)).toEqual([
    ["fast", "3", "0", "0", "2", "1", "250 ms", "unknown"],
    ["slow", "2", "1", "1", "0", "0", "100 ms", "60 ms"],
  ]);
  expect(causeRows(tries).slice(1)).toEqual([
    ["cut at its cutoff", "2", "220 ms"],
    ["ended by itself, without success", "1", "40 ms"],
    ["stopped: the run was over", "1", "30 ms"],
  ]);
});

test("bars of one task stand one after the other; how a try ended is seen without colours too", async () => {
  const figure = barsFigure(tries, "ms");
  const { values } = (figure as unknown as { data: { values: { task: string; from: number; to: number }[] } })
    .data;
  expect(values.filter(({ task }) => task === "a").map(({ from, to }) => [from, to])).toEqual([
    [0, 120],
    [120, 220],
    [220, 280],
  ]);
  const svg = await drawSvg(figure);
  for (const mark of ["✓", "✗", "■"]) expect(svg).toContain(mark);
  expect(leftOut(tries)).toBeUndefined();
  const many = Array.from({ length: 61 }, (_, i) => reportedTry(trial(String(i), 0, ended(1)), arms));
  expect(leftOut(many)).toBe("The first 60 of 61 tasks.");
});

test("the page has tasks, tries, arms, curve, what was saved and why tries failed, and no name is read as HTML", async () => {
  const file = join(newFolder(), "report.html");
  await writeRunReport(file, { tries, kind, wallMs: 500 });
  const page = readFileSync(file, "utf8");
  expect(page).toContain("1 of 3 tasks solved in 5 tries and 350 ms of work, 500 ms on the clock.");
  // The one success is of `slow`, without a cut; the tries of `fast` may be the price of the choice.
  expect(page).toContain(
    "What a run without cutoffs would have cost is unknown: too many of the slow tries were cut, or the choice among the arms took longer",
  );
  for (const heading of ["Arms", "Tries", "What was learned", "Why tries failed", "Tasks"]) {
    expect(page).toContain(`<h2>${heading}</h2>`);
  }
  expect(page.match(/<svg/g)).toHaveLength(2);
  expect(page).not.toContain("c<i>");
  expect(page).toContain("prefers-color-scheme: dark");
  expect(page).not.toMatch(/src=|href="http/);
});

test("time saved: nine of ten end after 1 ms, one in ten would take 1 s: five of them are left to their end, five cut", async () => {
  const runs = Array.from({ length: 100 }, (_, i) => {
    const input = String(i);
    if (i % 10 !== 9) return [trial(input, 0, ended(1))];
    return i < 50 ? [trial(input, 0, ended(1_000))] : [trial(input, 0, cut(2)), trial(input, 0, ended(1))];
  });
  const page = await reportPage({ tries: runs.flat().map((one) => reportedTry(one, arms)), kind });
  // 90·1 + 10·1,000; spent: 90 + 5,000 + 5·3.
  expect(page).toContain("would have cost 10 s (8.8 s to 12 s): 5.0 s were saved.");
});

test("an archive that remembers keeps what it kept before and after, and hands it on", () => {
  const kept: Trial[] = [];
  const archive: Archive = {
    trials: trials.slice(0, 2),
    notices: [],
    keep: (given) => void kept.push(...given),
    close: async () => {},
  };
  const { history, keep } = withHistory(archive);
  keep(trials.slice(2), []);
  expect(history).toEqual(trials);
  expect(kept).toEqual(trials.slice(2));
});

test("the workers of a cluster have a table of their own; without a cluster there is none", async () => {
  const remote = trials.map((one, place) => reportedTry({ ...one, worker: place < 3 ? "w1" : "w2" }, arms));
  expect(workerRows(remote)).toEqual([
    ["worker", "tries", "solved", "cut", "time"],
    ["w1", "3", "0", "2", "260 ms"],
    ["w2", "2", "1", "0", "90 ms"],
  ]);
  expect(await reportPage({ tries: remote, kind })).toContain("Workers");
  expect(await reportPage({ tries, kind })).not.toContain("Workers");
});
