import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const HEADING = "time,completed,instance,reward";
const numbers = Array.from({ length: 90 }, (_, i) => i + 1);

/** 90 rows, each by the number of its run. */
const rowsOf = (row: (i: number) => string) => `${HEADING}\n${numbers.map(row).join("\n")}\n`;

function table(law: string, runs: number, seed: number): string {
  const random = stream(seed, "analyze");
  const { sample } = parseLaw(law);
  const rows = Array.from({ length: runs }, () => `${sample(random)},1`);
  return `time,completed\n${rows.join("\n")}\n`;
}

/** 60 inputs, three runs each; in one of ten a run takes thirty times as long, or not. */
function repeated(hangs: boolean): string {
  const random = stream(4, "repeated");
  const rows = Array.from({ length: 180 }, (_, run) => {
    const time = (1 + Math.floor(run / 3) / 60) * (hangs && random.uniform() < 0.1 ? 30 : 1);
    return `i${Math.floor(run / 3)},${time},1\n`;
  });
  return `instance,time,completed\n${rows.join("")}`;
}

const said = async (text: string, ...options: string[]) =>
  (await mulligan(["analyze", "-", ...options], text)).stdout;
const document = async (text: string, ...options: string[]) =>
  JSON.parse(await said(text, "--json", ...options));

const lognormal = table("lognormal(median=300,sigma=1.5)", 500, 1);
/** 80 of 100 end by 10, every fifth is cut at 20: waiting for all of them may bring a little more. */
const tooLate = `time,completed\n${Array.from({ length: 100 }, (_, i) => (i % 5 < 4 ? `${9 + (i % 9) / 8},1` : "20,0")).join("\n")}\n`;

test.each([
  [/^restart after [\d.]+ s: that gets [\d.]+ times \([\d.]+–[\d.∞]+\) as much done per second/, lognormal],
  [/^cut after 10 s: that gets 1\.\d+ times .* per second as with the timeout of 20 s\.\n/, tooLate],
  [/^restart after 1\.99 s, up to 2 times, with the same input: that gets /, repeated(true)],
  [/^do not restart: another try at the same input .* \(gain at most 1\.00×; 0% of the /, repeated(false)],
  [/^do not restart: restarting does not help here \(gain at most 1\.00×\)\.\n/, rowsOf(() => "7,1,,1")],
  [/^the timeout of 60.5 s is good: no shorter /, rowsOf((i) => (i > 60 ? "60.5,0,,1" : `${i},1,,1`))],
  [/^cannot tell: there are only 3 inputs, .* \(--by instance\)\.\n/, rowsOf((i) => `${i},1,${i % 3},1`)],
  [/^cannot tell: each of the 90 inputs was run once, .* run --explore 1` /, rowsOf((i) => `${i},1,i${i},1`)],
  [/^unclear: no run succeeded/, rowsOf((i) => `${i},1,,0`)],
  [/^unclear: 100% of the runs took no time by this clock/, rowsOf(() => "0,1,,1")],
  [
    /^too few runs to tell \(1 completed, .*: let more of them run/,
    rowsOf((i) => `50,${i === 1 ? 1 : 0},,1`),
  ],
  [/^too few runs to tell \(3 completed, .*: about \d+ more runs .*\n(?!.*\d×)/s, "1\n2\n814000\n"],
  [
    /\n.*: 67% of the runs were cut.*\nA longer cutoff, or none, would get at most [\d.]+ times .* --explore 0\.05`/,
    rowsOf((i) => (i > 30 ? "30.5,0,,1" : `${i},1,,1`)),
  ],
  [/that gets over 1000 times \(over 1000–/, `${"1\n".repeat(15)}${"1e9\n".repeat(15)}`],
  [/\nThe log does not name different inputs, so each run counts as a try at the same thing\.\n/, "1\n2\n"],
])("what is said tells what to do, or what would help: %s", async (words, text) => {
  expect(await said(text, "--unit", "s")).toMatch(words);
});

test("a timeout that is a little too long, where longer ones might be better still: no unclear", async () => {
  // By hand: 80 of 100 by 10, nothing until 20; r(10) = 0.8/10, r(20) = 0.8/12, and at most 1/12 beyond: 1.04 × 0.8/10.
  const [arm] = (await document(tooLate)).arms;
  expect(arm.restart).toBe("yes");
  expect(arm.timeout).toMatchObject({ at: 20, shorter: "yes", bestCutoff: 10 });
  let mean = 0;
  for (let i = 0; i < 100; i++) if (i % 5 < 4) mean += (9 + (i % 9) / 8) / 80;
  const [short, long] = [0.8 * mean + 0.2 * 10, 0.8 * mean + 0.2 * 20];
  expect(arm.timeout.atMost).toBeCloseTo(1 / long / (0.8 / short), 9);
});

test("no completion early enough to choose, some cut: the rate at the longest time watched, by hand", async () => {
  // At risk 2 of 21: done at 2. S = 1 until 2, then ½ until 3: one half done in 2 + ½.
  const [arm] = (await document(`time,completed\n${"1,0\n".repeat(19)}2,1\n3,0\n`)).arms;
  expect(arm).toMatchObject({ bestCutoff: 3, rateWithoutCutoff: null });
  expect(arm.bestRate).toBeCloseTo(0.5 / 2.5, 12);
});

test("the JSON document has the curve only if it is asked for: product-limit estimates, by hand", async () => {
  // At risk 4: done at 1. At risk 3: done at 2. Cut at 3 of 2. At risk 1: done at 10.
  const text = "time,completed\n1,1\n2,1\n3,0\n10,1\n";
  const [short] = (await document(text)).arms;
  const [{ rateWithoutCutoff, curve, censored }] = (await document(text, "--curve")).arms;
  expect([short.curve, short.line, censored]).toEqual([undefined, undefined, 1]);
  // S = 1, 3/4, 1/2, 1/2 until 10: E[X] = 1 + 3/4 + 1/2·8 = 5.75, all done in the end.
  expect(rateWithoutCutoff).toBeCloseTo(1 / 5.75, 9);
  expect(curve.map(({ survival }: { survival: number }) => survival)).toEqual([0.75, 0.5, 0]);
  expect(curve[1].rate).toBeCloseTo(0.5 / 1.75, 9);
  const [again] = (await document(repeated(true))).arms;
  expect(again).toMatchObject({ restart: "yes", instances: 60, retries: { repeated: 60, restarts: 2 } });
});

test("runs that failed are shown apart from those that completed and those that were cut", async () => {
  const log = [
    "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand",
    ...[0, 0, 1, 2].map((code, i) => `${i}\t:\t1\t2.5\t0\t0\t${code}\t0\tx`),
    "5\t:\t1\t9\t0\t0\t-1\t15\tx",
  ].join("\n");
  expect(await said(log)).toMatch(/^arm +runs +completed +failed +cut .*\nall +5 +2 +2 +1 /m);
});

test("a journal that `run --state` wrote: its tries are the runs, in milliseconds", async () => {
  const journal = join(newFolder(), "journal");
  const inputs = Array.from({ length: 24 }, (_, i) => `${i % 12 === 3 ? "hangs" : "quick"}-${i}`);
  const script = 'case "$0" in hangs*) sleep 30;; esac';
  const command = [
    "--policy",
    "fixed:cutoff=500ms",
    "--mode",
    "abandon",
    "--",
    "sh",
    "-c",
    script,
    "{input}",
  ];
  const { code } = await mulligan(["run", "--jobs", "4", "--state", journal, ...command, ":::", ...inputs]);
  expect(code).toBe(1);
  // All but the hanging ones, unless the machine is so busy that `sh` takes half a second.
  const completed = readFileSync(journal, "utf8").split('"completed":1').length - 1;
  const { unit, arms } = JSON.parse((await mulligan(["analyze", journal, "--json"])).stdout);
  expect([unit, arms]).toMatchObject(["ms", [{ name: "sh", runs: 24, completed, instances: 24 }]]);
});

test("--by: one verdict for each arm or instance; an error where no instances are named", async () => {
  const rows = numbers.map((i) => `${i % 3},${i},1,${i % 2 ? "a" : "b"}`);
  const text = `instance,time,completed,arm\n${rows.join("\n")}\n`;
  const names = async (by: string) =>
    (await document(text, "--by", by)).arms.map(({ name, runs }: { name: string; runs: number }) => [
      name,
      runs,
    ]);
  expect((await names("arm")).sort()).toEqual([
    ["a", 45],
    ["b", 45],
  ]);
  expect((await names("instance")).sort()).toEqual([
    ["0", 30],
    ["1", 30],
    ["2", 30],
  ]);
  expect(await said(text, "--by", "instance")).toMatch(/^instance +runs/m);
  const { code, stderr } = await mulligan(["analyze", "-", "--by", "instance"], "time,completed\n1,1\n");
  expect(code).toBe(2);
  expect(stderr).toMatch(/^mulligan: -: must name the input of each run, .* got none .*\n$/);
  const again = () => said(text, "--json", "--seed", "9");
  expect(await again()).toBe(await again());
});

test("figures are SVG, or a page that needs nothing else, also of times that differ by rounding only", async () => {
  const folder = newFolder();
  const log = join(folder, "log.csv");
  const [svg, html] = ["rate.svg", "survival.html"].map((name) => join(folder, name));
  writeFileSync(log, table("pareto(scale=1,shape=1.2)", 100, 5));
  expect((await mulligan(["analyze", log, "--svg", svg, "--survival", html])).code).toBe(0);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg/);
  expect(readFileSync(html, "utf8")).toMatch(/<svg[\s\S]*vega-lite/);
  expect(readFileSync(html, "utf8")).not.toMatch(/src=|href="http/);
  expect((await mulligan(["analyze", log, "--svg", svg, "--survival", svg])).code).toBe(2);
  writeFileSync(log, `time\n${"0.3\n0.30000000000000004\n".repeat(20)}`);
  expect((await mulligan(["analyze", log, "--svg", svg])).code).toBe(1);
  expect(readFileSync(svg, "utf8")).toContain("</svg>");
});

test("the exit code is the answer; with --quiet it is all there is", async () => {
  const answers = [
    [repeated(true), 0],
    [repeated(false), 1],
    ["1\n2\n3\n", 3],
    ["time\nx\n", 2],
  ] as const;
  for (const [text, code] of answers) {
    expect((await mulligan(["analyze", "-"], text)).code).toBe(code);
    expect((await mulligan(["analyze", "-", "--json"], text)).code).toBe(code);
    const quiet = await mulligan(["analyze", "-", "--quiet"], text);
    expect([quiet.code, quiet.stdout]).toEqual([code, ""]);
    expect(quiet.stderr === "").toBe(code !== 2);
  }
  // A table that does not say which runs were cut: no notice of that either.
  expect((await mulligan(["analyze", "-", "--quiet"], "time,x\n1,2\n")).stderr).toBe("");
  for (const options of [["--quiet", "--json"], ["--curve"]]) {
    expect((await mulligan(["analyze", "-", ...options], "1\n2\n")).code).toBe(2);
  }
});

test("of several arms one that should be restarted is enough; an unclear one leaves it unclear", async () => {
  const arm = (name: string, law: string, runs: number) =>
    table(law, runs, 1)
      .split("\n")
      .slice(1, -1)
      .map((row) => `${name},${row}`);
  const logOf = (...arms: string[][]) => `arm,time,completed\n${arms.flat().join("\n")}\n`;
  const answer = async (...arms: string[][]) => {
    const { stdout, code } = await mulligan(["analyze", "-", "--json"], logOf(...arms));
    return [JSON.parse(stdout).restart, code];
  };
  const [yes, no, unclear] = [
    arm("a", "lognormal(median=300,sigma=1.5)", 200),
    arm("b", "uniform(low=0,high=1)", 200),
    arm("c", "uniform(low=0,high=1)", 5),
  ];
  expect(await answer(yes, no, unclear)).toEqual(["yes", 0]);
  expect(await answer(no, unclear)).toEqual(["unclear", 3]);
  expect(await answer(no)).toEqual(["no", 1]);
  // The arm that gains most comes first, in the sentences and in the table.
  const lines = (await said(logOf(no, unclear, yes))).split("\n");
  const begins = [
    /^Restarting pays for 1 of the 3 arms, mos/,
    /^$/,
    /^a: restart after /,
    /^c: too few runs/,
    /^b: do not/,
  ];
  for (const [i, begin] of [...begins, /^$/, /^arm /, /^a /, /^c /, /^b /].entries())
    expect(lines[i]).toMatch(begin);
});
