import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

function table(law: string, runs: number, seed: number): string {
  const random = stream(seed, "analyze");
  const { sample } = parseLaw(law);
  const rows = Array.from({ length: runs }, () => `${sample(random)},1`);
  return `time,completed\n${rows.join("\n")}\n`;
}

const verdict = async (text: string) =>
  JSON.parse((await mulligan(["analyze", "-", "--json", "--curve"], text)).stdout).arms[0];

test.each([
  ["exponential(mean=3)", 1_000, "no"],
  ["uniform(low=0,high=10)", 300, "no"],
  ["lognormal(median=5,sigma=0.2)", 300, "no"],
  ["lognormal(median=300,sigma=1.5)", 500, "yes"],
  ["pareto(scale=1,shape=1.2)", 500, "yes"],
  ["mixture(0.5*exponential(mean=0.3),0.5*exponential(mean=20))", 500, "yes"],
  ["lognormal(median=300,sigma=1.5)", 15, "unclear"],
  ["exponential(mean=3)", 15, "unclear"],
])("%s, %i runs: %s", async (law, runs, restart) => {
  expect(await verdict(table(law, runs, 3))).toMatchObject({ restart, runs, completed: runs, censored: 0 });
});

test("the rates are the product-limit estimates, by hand, with a cut run", async () => {
  // At risk 4: done at 1. At risk 3: done at 2. Cut at 3 of 2. At risk 1: done at 10.
  const { rateWithoutCutoff, curve, censored } = await verdict("time,completed\n1,1\n2,1\n3,0\n10,1\n");
  expect(censored).toBe(1);
  // S = 1, 3/4, 1/2, 1/2 until 10: E[X] = 1 + 3/4 + 1/2·8 = 5.75, all done in the end.
  expect(rateWithoutCutoff).toBeCloseTo(1 / 5.75, 9);
  expect(curve.map(({ survival }: { survival: number }) => survival)).toEqual([0.75, 0.5, 0]);
  expect(curve[1].rate).toBeCloseTo(0.5 / 1.75, 9);
});

test("where most runs were cut, nobody knows the rate without a cutoff, and the best is one that was watched", async () => {
  const { sample } = parseLaw("exponential(mean=1)");
  const random = stream(11, "analyze");
  const times = Array.from({ length: 300 }, () => sample(random));
  const text = `time,completed\n${times.map((time) => (time <= 0.5 ? `${time},1` : "0.5,0")).join("\n")}\n`;
  const arm = await verdict(text);
  // Judged against the timeout, which is what is done today.
  expect(arm).toMatchObject({ rateWithoutCutoff: null, restart: "no", gain: arm.timeout.gain });
  // So it is at every cutoff, so that no shorter one is better.
  expect(arm.timeout).toMatchObject({ at: 0.5, common: true, shorter: "no", bestCutoff: 0.5 });
  expect(arm.bestCutoff).toBeLessThanOrEqual(0.5);
  // The truth is 1 at every cutoff, and some 120 completions know it to ±9%; three of these to each side.
  expect(arm.bestRate).toBeGreaterThan(0.73);
  expect(arm.bestRate).toBeLessThan(1.27);
  const said = (await mulligan(["analyze", "-"], text)).stdout;
  expect(said).toMatch(/ unknown /);
  expect(said).toMatch(
    /It is unknown how much waiting for every run would get done: 6\d% of the runs were cut/,
  );
  expect(said).toMatch(/A longer cutoff, or none, would get at most 2\.\d\d times as much done\. /);
  expect(said).toContain("`mulligan run --explore 0.05`");
});

test("times that differ by rounding only get a verdict, and figures", async () => {
  const times = (rounds: number) => `time\n${"0.3\n0.30000000000000004\n".repeat(rounds)}`;
  const few = await mulligan(["analyze", "-"], times(2));
  expect(few).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^too few runs to tell \(4 completed/),
  });
  const svg = join(newFolder(), "rate.svg");
  const many = await mulligan(["analyze", "-", "--svg", svg], times(20));
  expect(many).toMatchObject({ code: 1, stdout: expect.stringMatching(/^do not restart: /) });
  expect(readFileSync(svg, "utf8")).toContain("</svg>");
});

test("no completion early enough to choose, some cut: the rate at the longest time watched, by hand", async () => {
  // At risk 2 of 21: done at 2. S = 1 until 2, then ½ until 3: one half done in 2 + ½.
  const arm = await verdict(`time,completed\n${"1,0\n".repeat(19)}2,1\n3,0\n`);
  expect(arm).toMatchObject({ bestCutoff: 3, rateWithoutCutoff: null });
  expect(arm.bestRate).toBeCloseTo(0.5 / 2.5, 12);
});

test("the sentence says after how long, how much more, per what", async () => {
  const { stdout } = await mulligan(
    ["analyze", "-", "--unit", "ms"],
    table("lognormal(median=300,sigma=1.5)", 500, 1),
  );
  expect(stdout).toMatch(
    /restart after [\d.]+ ms: that gets [\d.]+ times \([\d.]+–[\d.∞]+\) as much done per second/,
  );
  const few = (await mulligan(["analyze", "-"], table("exponential(mean=1)", 15, 1))).stdout;
  expect(few).toMatch(
    /^too few runs to tell \(15 completed, at least 20 are needed\): about \d+ more runs would probably tell\.\n/,
  );
});

test("the sentence says what is not known, and what would help", async () => {
  const said = async (rows: readonly string[]) =>
    (await mulligan(["analyze", "-"], `time,completed,instance,reward\n${rows.join("\n")}\n`)).stdout;
  const numbers = Array.from({ length: 90 }, (_, i) => i + 1);
  expect(await said(numbers.map((i) => (i > 60 ? "60.5,0,,1" : `${i},1,,1`)))).toMatch(
    /^the timeout of 60.5 is good: no shorter one is better \(gain at most [\d.]+×\)\.\n/,
  );
  expect(await said(numbers.map((i) => `${i},1,${i % 3},1`))).toMatch(
    /^cannot tell: there are only 3 inputs, and at least 10 are needed\. Ask for a verdict on each input \(--by instance\)\.\n/,
  );
  expect(await said(numbers.map((i) => `${i},1,,0`))).toMatch(/^unclear: no run succeeded/);
  expect(await said(numbers.map(() => "0,1,,1"))).toMatch(
    /^unclear: 100% of the runs took no time by this clock/,
  );
  expect(await said(numbers.map((i) => `50,${i === 1 ? 1 : 0},,1`))).toMatch(
    /^too few runs to tell \(1 completed, at least 20 are needed\): let more of them run to their end\.\n/,
  );
  expect(await said(numbers.map((i) => `${i % 30 < 15 ? 1 : 900},1,${i % 30},1`))).toMatch(
    // Half of the inputs always take 900: another try at one of these is no faster.
    /^do not restart: another try at the same input does not help \(gain at most 1\.00×; 0% of the differences /,
  );
  expect(await said(numbers.map(() => "7,1,,1"))).toMatch(
    /^do not restart: restarting does not help here \(gain at most 1\.00×\)\.\n/,
  );
});

test("runs cut at a timeout that is too long: the shorter one, and how much better it is than that timeout", async () => {
  // By hand: two in three end within 1, the others are cut at 90. Cut at 1: r = (2/3)/1; at 90: (2/3)/(2/3 + 30).
  const rows = Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? "90,0" : "1,1"));
  const arm = await verdict(`time,completed\n${rows.join("\n")}\n`);
  // Waiting longer can bring at most all of them by 90.
  expect(arm.timeout).toMatchObject({ at: 90, shorter: "yes", bestCutoff: 1 });
  expect(arm.timeout.gain.low).toBeLessThan(92 / 3);
  expect(arm.timeout.gain.high).toBeGreaterThan(92 / 3);
  expect(arm.timeout.rate).toBeCloseTo(2 / 3 / (2 / 3 + 30), 9);
});

test("a timeout that is a little too long, where longer ones might be better still: no unclear", async () => {
  // By hand: 80 of 100 by 10, nothing until 20; r(10) = 0.8/10, r(20) = 0.8/12, and at most 1/12 beyond: 1.04 × 0.8/10.
  const rows = Array.from({ length: 100 }, (_, i) => (i < 80 ? `${9 + (i % 9) / 8},1` : "20,0"));
  const text = `time,completed\n${rows.join("\n")}\n`;
  const arm = await verdict(text);
  expect(arm.restart).toBe("yes");
  expect(arm.timeout).toMatchObject({ at: 20, shorter: "yes", bestCutoff: 10 });
  const mean = rows.slice(0, 80).reduce((sum, row) => sum + Number(row.split(",")[0]), 0) / 80;
  const [short, long] = [0.8 * mean + 0.2 * 10, 0.8 * mean + 0.2 * 20];
  expect(arm.timeout.atMost).toBeCloseTo(1 / long / (0.8 / short), 9);
  expect((await mulligan(["analyze", "-", "--unit", "s"], text)).stdout).toMatch(
    /^cut after 10 s: that gets 1\.\d+ times \(1\.\d+–1\.\d+\) as much done per second as with the timeout of 20 s\.\n/,
  );
});

test.each([
  ["a bare list of numbers", "1\n2\n3\n", []],
  ["a lone column `time`", "time\n1\n2\n3\n", []],
  ["a lone column of another name", "x\n1\n2\n3\n", []],
  ["durations, in whatever unit", "1ms\n0.002 s\n3000us\n", []],
  ["--time by name", "id,x\na,1\nb,2\nc,3\n", ["--time", "X"]],
  ["--time by number, without a heading", "a;1\nb;2\nc;3\n", ["--time", "2"]],
])(
  "%s: three runs that ended; a table that could say otherwise and does not is told of",
  async (_, text, args) => {
    const { stdout, stderr } = await mulligan(["analyze", "-", "--json", ...args], text);
    const [arm] = JSON.parse(stdout).arms;
    expect(arm).toMatchObject({ name: "all", runs: 3, completed: 3, failed: 0, censored: 0 });
    expect(arm.rateWithoutCutoff).toBeCloseTo(0.5, 12);
    const notice =
      "mulligan: -: read 3 runs: no column says which were cut, so all count as ended by themselves\n";
    expect(stderr).toBe(/[,;]/.test(text) ? notice : "");
  },
);

test("runs that failed are counted and shown apart from those that completed and those that were cut", async () => {
  const log = [
    "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand",
    ...[0, 0, 1, 2].map((code, i) => `${i}\t:\t1\t2.5\t0\t0\t${code}\t0\tx`),
    "5\t:\t1\t9\t0\t0\t-1\t15\tx",
  ].join("\n");
  expect(await verdict(log)).toMatchObject({ runs: 5, completed: 4, failed: 2, censored: 1 });
  const { stdout } = await mulligan(["analyze", "-"], log);
  expect(stdout).toMatch(/^arm +runs +completed +failed +cut /m);
  expect(stdout).toMatch(/^all +5 +2 +2 +1 /m);
});

test("times of 10¹⁵⁵ give what times of 1 give, on their own scale", async () => {
  const times = table("lognormal(median=300,sigma=1.5)", 200, 1);
  const long = times.replaceAll(/^[\d.]+/gm, (time) => String(Number(time) * 2 ** 515));
  const [plain, scaled] = [await verdict(times), await verdict(long)];
  expect(scaled.gain).toEqual(plain.gain);
  expect(scaled.bestCutoff / 2 ** 515).toBe(plain.bestCutoff);
  expect((await mulligan(["analyze", "-"], long)).stdout).not.toMatch(/NaN|–×/);
});

test("a journal that `run --state` wrote: its tries are the runs, in milliseconds", async () => {
  const journal = join(newFolder(), "journal");
  const inputs = Array.from({ length: 48 }, (_, i) => `${i % 4 === 3 ? "hangs" : "quick"}-${i}`);
  const script = 'case "$0" in hangs*) sleep 30;; esac';
  const command = ["--policy", "fixed:cutoff=1s", "--mode", "abandon", "--", "sh", "-c", script, "{input}"];
  const { code } = await mulligan(["run", "--jobs", "4", "--state", journal, ...command, ":::", ...inputs]);
  expect(code).toBe(1);
  // All but the hanging ones, unless the machine is so busy that `sh` takes a second.
  const completed = readFileSync(journal, "utf8").split('"completed":1').length - 1;
  const [arm, ...others] = JSON.parse((await mulligan(["analyze", journal, "--json"])).stdout).arms;
  expect(others).toEqual([]);
  expect(arm).toMatchObject({ name: "sh", runs: 48, completed, censored: 48 - completed });
  // That the slow ones are other inputs is no reason to try them again.
  expect(arm).toMatchObject({ restart: "unclear", reason: "run-once", instances: 48 });
  expect((await mulligan(["analyze", journal])).stdout).toMatch(
    /^sh: cannot tell: each of the 48 inputs was run once, .* \(`mulligan run --explore 1` does so if each is named twice\)\.\n/,
  );
  const byInstance = JSON.parse(
    (await mulligan(["analyze", journal, "--json", "--by", "instance"])).stdout,
  ).arms;
  expect(byInstance.map(({ name }: { name: string }) => name).sort()).toEqual(inputs.toSorted());
}, 60_000);

test("--by instance: a table of instances, and an error where there are none", async () => {
  const table = (
    await mulligan(["analyze", "-", "--by", "instance"], "instance,time,completed\na,1,1\nb,2,1\n")
  ).stdout;
  expect(table).toMatch(/^instance +runs/m);
  const { code, stderr } = await mulligan(["analyze", "-", "--by", "instance"], "time,completed\n1,1\n");
  expect(code).toBe(2);
  expect(stderr).toBe(
    "mulligan: -: must name the input of each run, in a column such as `instance`, got none (--instance names the column)\n",
  );
});

test("arms and instances are told apart; the same seed gives the same interval", async () => {
  const rows = table("pareto(scale=1,shape=1.2)", 90, 5).split("\n").slice(1, -1);
  const text = `instance,time,completed,arm\n${rows.map((row, i) => `${i % 3},${row},${i % 2 ? "a" : "b"}`).join("\n")}\n`;
  const names = async (by: string) =>
    JSON.parse((await mulligan(["analyze", "-", "--json", "--by", by], text)).stdout).arms.map(
      ({ name, runs }: { name: string; runs: number }) => [name, runs],
    );
  expect(await names("arm")).toEqual([
    ["b", 45],
    ["a", 45],
  ]);
  expect(await names("instance")).toEqual([
    ["0", 30],
    ["1", 30],
    ["2", 30],
  ]);
  const again = async () => (await mulligan(["analyze", "-", "--json", "--seed", "9"], text)).stdout;
  expect(await again()).toBe(await again());
});

test("a figure replaces a figure, and no other file", async () => {
  const log = join(newFolder(), "log.csv");
  const text = table("pareto(scale=1,shape=1.2)", 50, 5);
  writeFileSync(log, text);
  const { code, stderr } = await mulligan(["analyze", log, "--svg", log]);
  expect([code, stderr]).toEqual([
    2,
    `mulligan: ${log}: must be a new file or a figure of Mulligan, got another file\n`,
  ]);
  expect(readFileSync(log, "utf8")).toBe(text);
  const figure = `${log}.svg`;
  for (const _ of [1, 2]) expect((await mulligan(["analyze", log, "--svg", figure])).code).toBe(3);
  expect((await mulligan(["analyze", log, "--svg", figure, "--survival", figure])).code).toBe(2);
}, 30_000);

test("figures are SVG, or a page that needs nothing else", async () => {
  const folder = newFolder();
  const log = join(folder, "log.csv");
  writeFileSync(log, table("pareto(scale=1,shape=1.2)", 100, 5));
  const [svg, html] = ["rate.svg", "survival.html"].map((name) => join(folder, name));
  expect((await mulligan(["analyze", log, "--svg", svg, "--survival", html])).code).toBe(0);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg/);
  expect(readFileSync(html, "utf8")).toMatch(/<svg[\s\S]*vega-lite/);
  expect(readFileSync(html, "utf8")).not.toMatch(/src=|href="http/);
});

/** 60 inputs, three runs each; in one of ten a run takes thirty times as long, or not. */
function repeated(hangs: boolean): string {
  const random = stream(4, "repeated");
  const rows = Array.from({ length: 180 }, (_, run) => {
    const time = (1 + Math.floor(run / 3) / 60) * (hangs && random.uniform() < 0.1 ? 30 : 1);
    return `i${Math.floor(run / 3)},${time},1\n`;
  });
  return `instance,time,completed\n${rows.join("")}`;
}

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
  expect((await mulligan(["analyze", "-", "--quiet", "--json"], "1\n2\n")).stderr).toBe(
    "mulligan: --quiet: must not be used with --json, which prints, got both\n",
  );
  expect((await mulligan(["analyze", "-", "--curve"], "1\n2\n")).code).toBe(2);
});

test("of several arms one that should be restarted is enough; an unclear one leaves it unclear", async () => {
  const arm = (name: string, law: string, runs: number) =>
    table(law, runs, 1)
      .split("\n")
      .slice(1, -1)
      .map((row) => `${name},${row}`);
  const answer = async (...arms: string[][]) => {
    const { stdout, code } = await mulligan(
      ["analyze", "-", "--json"],
      `arm,time,completed\n${arms.flat().join("\n")}\n`,
    );
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
  const said = (
    await mulligan(["analyze", "-"], `arm,time,completed\n${[no, unclear, yes].flat().join("\n")}\n`)
  ).stdout;
  expect(said.split("\n").map((line) => line.slice(0, 40))).toMatchObject([
    "Restarting pays for 1 of the 3 arms, mos",
    "",
    expect.stringMatching(/^a: restart after /),
    expect.stringMatching(/^c: too few runs to tell/),
    expect.stringMatching(/^b: do not restart/),
    "",
    ...[/^arm /, /^a /, /^c /, /^b /].map((row) => expect.stringMatching(row)),
    ...Array.from(said.split("\n").slice(10), () => expect.anything()),
  ]);
});

test("the JSON document has the curve only if it is asked for", async () => {
  const arms = async (...options: string[]) =>
    JSON.parse((await mulligan(["analyze", "-", "--json", ...options], repeated(true))).stdout).arms;
  const [[short], [long]] = [await arms(), await arms("--curve")];
  expect(short).toMatchObject({ restart: "yes", instances: 60, retries: { repeated: 60, restarts: 2 } });
  expect([short.curve, short.line]).toEqual([undefined, undefined]);
  expect(long.curve.length).toBeGreaterThan(20);
  expect(long).toMatchObject(short);
});

test("for the same input again: how often to cut, and how much of the differences lies within inputs", async () => {
  const said = async (text: string) => (await mulligan(["analyze", "-", "--unit", "s"], text)).stdout;
  expect(await said(repeated(true))).toMatch(
    /^restart after 1\.99 s, up to 2 times, with the same input: that gets \d\.\d+ times \(.*\) as much done per second\.\n/,
  );
  expect(await said(repeated(false))).toMatch(
    /^do not restart: another try at the same input does not help \(gain at most 1\.00×; 0% of the differences in time are between tries at the same input\)\.\n/,
  );
  expect(await said(repeated(true))).not.toContain("a try at the same thing");
  expect(await said("1\n2\n3\n")).toContain("a try at the same thing");
});

test("three runs promise nothing, however far apart they are", async () => {
  const { stdout } = await mulligan(["analyze", "-"], "1\n2\n814000\n");
  expect(stdout).toMatch(/^too few runs to tell \(3 completed, at least 20 are needed\)/);
  expect(stdout).not.toMatch(/\d×/);
  const far = `${"1\n".repeat(15)}${"1e9\n".repeat(15)}`;
  expect((await mulligan(["analyze", "-"], far)).stdout).toContain("that gets over 1000 times (over 1000–");
});
