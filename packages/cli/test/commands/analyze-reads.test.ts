import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";

const document = async (text: string, ...options: string[]) =>
  JSON.parse((await mulligan(["analyze", "-", "--json", ...options], text)).stdout);
const armsOf = async (text: string, ...options: string[]) => (await document(text, ...options)).arms;
const trial = '{"type":"trial","arm":"a","time":1,"completed":1}\n';

test("options name the columns, by name or by number", async () => {
  const text = "x,y,server\n3s,yes,east\n250ms,no,west\n1s,yes,west\n";
  const columns = ["--time", "x", "--outcome", "y", "--cut", "no", "--arm", "server"];
  const { unit, arms } = await document(text, ...columns);
  expect(unit).toBe("ms");
  expect(arms).toMatchObject([
    { name: "east", runs: 1, completed: 1, rateWithoutCutoff: 1 / 3_000 },
    { name: "west", runs: 2, completed: 1, censored: 1 },
  ]);
  const worth = "time,source,worth\n1,a,2\n3,b,0\n";
  expect(await armsOf(worth, "--instance", "source", "--reward", "3", "--by", "instance")).toMatchObject([
    { name: "a", runs: 1, failed: 0, rateWithoutCutoff: 2 },
    { name: "b", runs: 1, failed: 1 },
  ]);
  // The first row of a table without a heading may have that number.
  expect(await armsOf("1,5\n2,5\n3,5\n", "--time", "1")).toMatchObject([{ runs: 3 }]);
  expect(await armsOf('instance,time,completed\n"a, b",1,1\n\nc,2,1\n', "--by", "instance")).toMatchObject([
    { name: "a, b" },
    { name: "c" },
  ]);
});

test.each([
  [
    "x,y,server\n3s,yes,east\n",
    "--time serve",
    '--time: must be one of -: x, y, server, or a number from 1 to 3, got "serve"; did you mean "server"?',
  ],
  [trial, "--time time", "--time: must be used with a table or JSON, got -, a journal"],
  ["time\n1s\n2\n", "", '-:3: time must be with a unit, as in the rows before, got "2"'],
  [
    "time,completed\n1,1\n\nx,1\n",
    "",
    '-:4: time must be a number of at least 0, or a duration such as 3s, 1m3s or 00:01:03, got "x"',
  ],
  [
    '"time",completed\n1,1\n\nx,1\n',
    "",
    '-:4: time must be a number of at least 0, or a duration such as 3s, 1m3s or 00:01:03, got "x"',
  ],
  ["1s\n2s\n", "--unit flips", '--unit: the times of - are in ms, got "flips"'],
  [`${trial}{"type":"tri\n${trial}`, "", "-:2: must be an observation"],
])("%j with %j is refused with the place, and the nearest name", async (text, options, message) => {
  const { code, stderr } = await mulligan(["analyze", "-", ...options.split(" ").filter(Boolean)], text);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a cell of 10 MB is not echoed whole", async () => {
  const { stderr } = await mulligan(["analyze", "-"], `time,completed\n${"x".repeat(1e7)},1\n`);
  expect(stderr.length).toBeLessThan(300);
  expect(stderr).toContain("(10000000 characters)");
});

test("--unit converts the times of a log that says its unit; what people read has units of its own", async () => {
  const log = `elapsed_s\n${Array.from({ length: 60 }, (_, i) => `${i % 3 === 0 ? 50 : 1}.0${i}\n`).join("")}`;
  const [seconds, milliseconds] = [await document(log), await document(log, "--unit", "ms")];
  expect([seconds.unit, milliseconds.unit]).toEqual(["s", "ms"]);
  expect(milliseconds.arms[0].bestCutoff).toBeCloseTo(1_000 * seconds.arms[0].bestCutoff, 6);
  const said = async (...words: string[]) => (await mulligan(["analyze", "-", ...words], log)).stdout;
  expect(await said("--unit", "ms")).toBe(await said());
});

test("a journal of a version to come is refused, not guessed at", async () => {
  const text =
    '{"type":"header","format":"mulligan-journal","version":3}\n{"type":"trial","arm":"a","time":1,"completed":1}\n';
  const { stderr, code } = await mulligan(["analyze", "-"], text);
  expect([code, stderr]).toEqual([2, "mulligan: -:1: the journal's version must be 2, got 3\n"]);
});

test("names that would colour the terminal are written out, and long ones lose their middle in the table", async () => {
  const name = `\u001b[31m${"x".repeat(100)}`;
  const { stdout } = await mulligan(["analyze", "-"], `arm,time,completed\n${name},1,1\n`);
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toContain(`\\u001b[31m${"x".repeat(20)}…${"x".repeat(29)}`);
});

test("a journal whose last line is broken loses that line only, with or without its newline", async () => {
  for (const end of ['{"type":"tri', '{"type":"tri\n']) {
    expect(await armsOf(trial.repeat(3) + end)).toMatchObject([{ runs: 3 }]);
  }
});

test("words under the name of an outcome that are not understood are told with the verdict, unless they are what users did", async () => {
  const text = "elapsed,state\n1,grün\n9,rot\n";
  const warning =
    'The outcomes in "state" are not understood, so every run counts as done (--cut, --failed and --done name the words).';
  const { stdout } = await mulligan(["analyze", "-"], text);
  expect(stdout.split("\n").slice(0, 2)).toEqual([expect.stringMatching(/^too few runs/), warning]);
  expect((await document(text)).warnings).toEqual([warning]);
  expect((await document(text, "--cut", "rot")).warnings).toEqual([]);
  const acted = (action: string) => `Test,Action,Elapsed\na,pass,1\na,${action},2\n`;
  expect(await armsOf(acted("fail"))).toMatchObject([{ completed: 2, failed: 1 }]);
  expect((await document(acted("clicked"))).warnings).toEqual([]);
});
