import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLaw, stream } from "@mulligan/core";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { mulligan } from "../start-command.ts";

function table(law: string, runs: number, seed: number): string {
  const random = stream(seed, "analyze");
  const { sample } = parseLaw(law);
  const rows = Array.from({ length: runs }, () => `${sample(random)},1`);
  return `time,completed\n${rows.join("\n")}\n`;
}

const verdict = (text: string) => JSON.parse(mulligan(["analyze", "-", "--json"], text).stdout).arms[0];

test.each([
  ["exponential(mean=3)", 1_000, "no"],
  ["uniform(low=0,high=10)", 300, "no"],
  ["lognormal(median=5,sigma=0.2)", 300, "no"],
  ["lognormal(median=300,sigma=1.5)", 500, "yes"],
  ["pareto(scale=1,shape=1.2)", 500, "yes"],
  ["mixture(0.5*exponential(mean=0.3),0.5*exponential(mean=20))", 500, "yes"],
  ["lognormal(median=300,sigma=1.5)", 15, "unclear"],
  ["exponential(mean=3)", 15, "unclear"],
])("%s, %i runs: %s", (law, runs, restart) => {
  expect(verdict(table(law, runs, 3))).toMatchObject({ restart, runs, completed: runs, censored: 0 });
});

test("the rates are the product-limit estimates, by hand, with a cut run", () => {
  // At risk 4: done at 1. At risk 3: done at 2. Cut at 3 of 2. At risk 1: done at 10.
  const { rateWithoutCutoff, curve, censored } = verdict("time,completed\n1,1\n2,1\n3,0\n10,1\n");
  expect(censored).toBe(1);
  // S = 1, 3/4, 1/2, 1/2 until 10: E[X] = 1 + 3/4 + 1/2·8 = 5.75, all done in the end.
  expect(rateWithoutCutoff).toBeCloseTo(1 / 5.75, 9);
  expect(curve.map(({ survival }: { survival: number }) => survival)).toEqual([0.75, 0.5, 0]);
  expect(curve[1].rate).toBeCloseTo(0.5 / 1.75, 9);
});

test("the sentence says after how long, how much more, per what", () => {
  const { stdout } = mulligan(
    ["analyze", "-", "--unit", "ms"],
    table("lognormal(median=300,sigma=1.5)", 500, 1),
  );
  expect(stdout).toMatch(/restart after \d+ ms: that is [\d.]+× \([\d.]+–[\d.∞]+×\) more done per second/);
  const few = mulligan(["analyze", "-"], table("exponential(mean=1)", 15, 1)).stdout;
  expect(few).toMatch(/unclear: only 15 completed runs; some \d+ runs more would probably tell/);
});

test("arms and instances are told apart; the same seed gives the same interval", () => {
  const rows = table("pareto(scale=1,shape=1.2)", 90, 5).split("\n").slice(1, -1);
  const text = `instance,time,completed,arm\n${rows.map((row, i) => `${i % 3},${row},${i % 2 ? "a" : "b"}`).join("\n")}\n`;
  const names = (by: string) =>
    JSON.parse(mulligan(["analyze", "-", "--json", "--by", by], text).stdout).arms.map(
      ({ name, runs }: { name: string; runs: number }) => [name, runs],
    );
  expect(names("arm")).toEqual([
    ["b", 45],
    ["a", 45],
  ]);
  expect(names("instance")).toEqual([
    ["0", 30],
    ["1", 30],
    ["2", 30],
  ]);
  const again = () => mulligan(["analyze", "-", "--json", "--seed", "9"], text).stdout;
  expect(again()).toBe(again());
});

test("GNU parallel's joblog: killed jobs were cut, failed ones earn nothing", () => {
  const log = [
    "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand",
    "1\t:\t1700000000.1\t     2.500\t0\t0\t0\t0\tjob a",
    "2\t:\t1700000000.2\t     5.000\t0\t0\t-1\t15\tjob b",
    "3\t:\t1700000000.3\t     1.000\t0\t0\t1\t0\tjob c",
    "",
  ].join("\n");
  expect(verdict(log)).toMatchObject({ runs: 3, completed: 2, censored: 1 });
});

test("hyperfine's export: a command is an arm", () => {
  const text = JSON.stringify({
    results: [
      { command: "sleep 1", mean: 1, times: [1.01, 1.02], exit_codes: [0, 0] },
      { command: "b", times: [2] },
    ],
  });
  const { arms } = JSON.parse(mulligan(["analyze", "-", "--json"], text).stdout);
  expect(arms.map(({ name, runs }: { name: string; runs: number }) => [name, runs])).toEqual([
    ["sleep 1", 2],
    ["b", 1],
  ]);
});

test("figures are SVG, or a page that needs nothing else", () => {
  const folder = newFolder();
  const log = join(folder, "log.csv");
  writeFileSync(log, table("pareto(scale=1,shape=1.2)", 100, 5));
  const [svg, html] = ["rate.svg", "survival.html"].map((name) => join(folder, name));
  expect(mulligan(["analyze", log, "--svg", svg, "--survival", html]).code).toBe(0);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg/);
  expect(readFileSync(html, "utf8")).toMatch(/<svg[\s\S]*vega-lite/);
  expect(readFileSync(html, "utf8")).not.toMatch(/src=|href="http/);
});
