import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";

const verdict = async (text: string) =>
  JSON.parse((await mulligan(["analyze", "-", "--json"], text)).stdout).arms[0];

test("--time, --outcome and --arm name columns; a column that is not there is refused with the nearest", async () => {
  const text = "x,y,server\n3s,yes,east\n250ms,no,west\n1s,yes,west\n";
  const columns = ["--time", "x", "--outcome", "y", "--cut", "no", "--arm", "server"];
  const { unit, arms } = JSON.parse((await mulligan(["analyze", "-", "--json", ...columns], text)).stdout);
  expect(unit).toBe("ms");
  expect(arms).toMatchObject([
    { name: "east", runs: 1, completed: 1, rateWithoutCutoff: 1 / 3_000 },
    { name: "west", runs: 2, completed: 1, censored: 1 },
  ]);
  expect((await mulligan(["analyze", "-", "--time", "serve"], text)).stderr).toBe(
    'mulligan: --time: must be one of -: x, y, server, or a number from 1 to 3, got "serve"; did you mean "server"?\n',
  );
  expect((await mulligan(["analyze", "-"], "time\n1s\n2\n")).stderr).toContain(
    '-:3: time must be with a unit, as in the rows before, got "2"',
  );
  const journal = '{"type":"trial","arm":"a","time":1,"completed":1}\n';
  expect((await mulligan(["analyze", "-", "--time", "time"], journal)).stderr).toContain(
    "--time: must be used with a table or JSON, got -, a journal",
  );
});

test("--reward and --instance name the last two, by name or by number", async () => {
  const text = "time,source,worth\n1,a,2\n3,b,0\n";
  const columns = ["--instance", "source", "--reward", "3", "--by", "instance"];
  const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json", ...columns], text)).stdout);
  expect(arms).toMatchObject([
    { name: "a", runs: 1, failed: 0, rateWithoutCutoff: 2 },
    { name: "b", runs: 1, failed: 1 },
  ]);
});

test("a column by its number is not taken for a name, where the first row of a table without a heading has that number", async () => {
  const { stdout } = await mulligan(["analyze", "-", "--json", "--time", "1"], "1,5\n2,5\n3,5\n");
  expect(JSON.parse(stdout).arms[0].runs).toBe(3);
});

test("a cell of 10 MB is not echoed whole", async () => {
  const { stderr } = await mulligan(["analyze", "-"], `time,completed\n${"x".repeat(1e7)},1\n`);
  expect(stderr.length).toBeLessThan(300);
  expect(stderr).toContain("(10000000 characters)");
});

test("quoted cells are read as plain ones are, and an error names its line", async () => {
  const text = 'instance,time,completed\n"a, b",1,1\n\nc,2,1\n';
  const names = JSON.parse(
    (await mulligan(["analyze", "-", "--json", "--by", "instance"], text)).stdout,
  ).arms.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["a, b", "c"]);
  for (const table of ["time,completed\n1,1\n\nx,1\n", '"time",completed\n1,1\n\nx,1\n']) {
    expect((await mulligan(["analyze", "-"], table)).stderr).toContain(
      ':4: time must be a number of at least 0, or a duration such as 3s, 1m3s or 00:01:03, got "x"',
    );
  }
});

test("a log that says its unit is converted to the one asked for, and refused where there is no way", async () => {
  const joblog = `Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n${Array.from({ length: 60 }, (_, i) => `${i}\t:\t0\t${i % 3 === 0 ? 50 : 1}.0${i}\t0\t0\t0\t0\tx\n`).join("")}`;
  const seconds = JSON.parse((await mulligan(["analyze", "-", "--json"], joblog)).stdout);
  const milliseconds = JSON.parse(
    (await mulligan(["analyze", "-", "--json", "--unit", "ms"], joblog)).stdout,
  );
  expect([seconds.unit, milliseconds.unit]).toEqual(["s", "ms"]);
  expect(milliseconds.arms[0].bestCutoff).toBeCloseTo(1_000 * seconds.arms[0].bestCutoff, 6);
  const said = async (...words: string[]) => (await mulligan(["analyze", "-", ...words], joblog)).stdout;
  const texts = [await said(), await said("--unit", "ms")];
  // Sentence, table and lines to copy have units of their own, whatever that of the JSON document is.
  expect(texts[1]).toBe(texts[0]);
  expect((await mulligan(["analyze", "-", "--unit", "flips"], joblog)).stderr).toContain(
    '--unit: the times of - are in s, got "flips"',
  );
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

test("cells are parted by commas, tabs or semicolons", async () => {
  const runs = async (text: string) =>
    JSON.parse((await mulligan(["analyze", "-", "--json"], text)).stdout).arms[0].runs;
  for (const comma of [",", "\t", ";"]) {
    expect(await runs(["time,completed", "1.5,1", "2,0"].join("\n").replaceAll(",", comma))).toBe(2);
    expect(await runs(['"time","completed"', '"1.5","1"', "2,0"].join("\r\n").replaceAll(",", comma))).toBe(
      2,
    );
  }
});

test("GNU parallel's joblog: killed jobs were cut, failed ones earn nothing", async () => {
  const log = [
    "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand",
    "1\t:\t1700000000.1\t     2.500\t0\t0\t0\t0\tjob a",
    "2\t:\t1700000000.2\t     5.000\t0\t0\t-1\t15\tjob b",
    "3\t:\t1700000000.3\t     1.000\t0\t0\t1\t0\tjob c",
    "",
  ].join("\n");
  expect(await verdict(log)).toMatchObject({ runs: 3, completed: 2, censored: 1 });
});

test("hyperfine's export: a run that a signal ended was cut", async () => {
  const text = JSON.stringify({
    results: [{ command: "a", times: [1, 2, 3], exit_codes: [0, null, 1] }],
  });
  const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json"], text)).stdout);
  expect(arms[0]).toMatchObject({ runs: 3, completed: 2, censored: 1 });
});

test("a journal whose last line is broken loses that line only, with or without its newline", async () => {
  const trial = '{"type":"trial","arm":"a","time":1,"completed":1}\n';
  for (const end of ['{"type":"tri', '{"type":"tri\n']) {
    const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json"], trial.repeat(3) + end)).stdout);
    expect(arms[0].runs).toBe(3);
  }
  expect((await mulligan(["analyze", "-"], `${trial}{"type":"tri\n${trial}`)).stderr).toContain(
    "-:2: must be an observation",
  );
});

test("hyperfine's export: a command is an arm", async () => {
  const text = JSON.stringify({
    results: [
      { command: "sleep 1", mean: 1, times: [1.01, 1.02], exit_codes: [0, 0] },
      { command: "b", times: [2] },
    ],
  });
  const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json"], text)).stdout);
  expect(arms.map(({ name, runs }: { name: string; runs: number }) => [name, runs])).toEqual([
    ["sleep 1", 2],
    ["b", 1],
  ]);
});

test("what bash's time prints is a run each, of the elapsed time", async () => {
  const time = "\nreal\t0m3.1s\nuser\t0m0.01s\nsys\t0m0.01s\n";
  const few = await mulligan(["analyze", "-", "--json"], time.repeat(15));
  expect([few.code, JSON.parse(few.stdout)]).toMatchObject([3, { unit: "s", arms: [{ runs: 15 }] }]);
  const many = await mulligan(["analyze", "-", "--json"], time.repeat(30));
  expect(many.code).toBe(1);
  expect(JSON.parse(many.stdout).arms[0].rateWithoutCutoff).toBeCloseTo(1 / 3.1, 9);
});

test("a test of Go that failed early is no reason to restart", async () => {
  const event = (Action: string, Elapsed: number) =>
    `${JSON.stringify({ Action, Package: "example.com/a", Test: "TestGet", Elapsed })}\n`;
  const text = `${event("pass", 0.3)}${event("fail", 0.01)}`.repeat(20);
  const { code, stdout } = await mulligan(["analyze", "-", "--json"], text);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { arms: [{ runs: 40, completed: 40, failed: 20 }] }]);
});

test("Action is the outcome of a table if its words are outcomes; what users did is no outcome", async () => {
  const words = (outcome: string) => `Test,Action,Elapsed\na,pass,1\na,${outcome},2\n`;
  expect(await verdict(words("fail"))).toMatchObject({ completed: 2, failed: 1 });
  const { stdout } = await mulligan(["analyze", "-", "--json"], words("clicked"));
  expect(JSON.parse(stdout).warnings).toEqual([]);
});

test("words under the name of an outcome that are not understood are told with the verdict, not only on standard error", async () => {
  const text = "elapsed,state\n1,grün\n9,rot\n";
  const warning =
    'The outcomes in "state" are not understood, so every run counts as done (--cut, --failed and --done name the words).';
  const { stdout } = await mulligan(["analyze", "-"], text);
  expect(stdout.split("\n").slice(0, 2)).toEqual([expect.stringMatching(/^too few runs/), warning]);
  const json = async (...options: string[]) =>
    JSON.parse((await mulligan(["analyze", "-", "--json", ...options], text)).stdout);
  expect((await json()).warnings).toEqual([warning]);
  expect((await json("--cut", "rot")).warnings).toEqual([]);
});
