import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readTime } from "../../src/analysis/cell-time.ts";
import { endingOfExit, endingOfStatus, endingOfWord, saysTimeout } from "../../src/analysis/ending.ts";
import { findColumns } from "../../src/analysis/find-columns.ts";
import { parseLog } from "../../src/analysis/parse-log.ts";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const parse = (text: string, given = {}) => parseLog("log", new TextEncoder().encode(text), given);
const timesOf = (text: string) => parse(text).rows.map(({ time }) => time);

describe("times", () => {
  test.each([
    ["1500", 1500, ""],
    [".5", 0.5, ""],
    ["1,5", 1.5, ""],
    ["1,234.5", 1234.5, ""],
    ["1.234,5", 1234.5, ""],
    ["1,234", 1234, ""],
    ["250ms", 250, "ms"],
    ["2.5s", 2500, "ms"],
    ["3000 µs", 3, "ms"],
    ["2 min", 120_000, "ms"],
    ["3 Sekunden", 3000, "ms"],
    ["1m3s", 63_000, "ms"],
    ["1h 2min 3,5s", 3_723_500, "ms"],
    ["2d", 172_800_000, "ms"],
    ["01:03", 63_000, "ms"],
    ["00:01:03.5", 63_500, "ms"],
    ["1-00:00:01", 86_401_000, "ms"],
    ["1 day, 0:00:01", 86_401_000, "ms"],
    ["PT1M3S", 63_000, "ms"],
    ["P1DT2H", 93_600_000, "ms"],
  ])("%s is %d %s", (text, time, unit) => {
    expect(readTime(text)).toEqual({ time: expect.closeTo(time, 6), unit });
  });

  test("a comma before three digits is a decimal comma where the table says so", () => {
    expect(readTime("1,234", true)?.time).toBe(1.234);
    expect(timesOf("time;outcome\n1,234;ok\n")).toEqual([1.234]);
    expect(timesOf('time,outcome\n"1,234",ok\n')).toEqual([1234]);
  });

  test.each([
    ...["", "-1", "-3s", "soon", "1s1s", "1s2m", "3 apples", "1:2:3", "12:75"],
    ...["P", "PT", "P1M", "1e999", "0x10", "1,2,3"],
  ])("%s is no time", (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

test.each([
  ["id,duration_ms,limit", 1, "ms"],
  ["start_time,end_time,elapsed", 2, undefined],
  ["Name;Dauer [ms];x", 1, "ms"],
  ["took,x", 0, undefined],
  ["x,time (s)", 1, "s"],
  ["latency_us,x", 0, "us"],
  ["x,wallClockSeconds", 1, "s"],
  ["timestamp,timeout,response time", 2, undefined],
  ["x,Durée (s)", 1, "s"],
  ["x,Duración [min]", 1, "min"],
  ["x,run time", 1, undefined],
  ["x,seconds", 1, "s"],
  ["duration_ms,time,x", 1, undefined],
  ["x,total_time,user_time", 1, undefined],
])("of the columns %s number %d has the times, in %s", (heading, time, unit) => {
  const names = heading.split(/[,;]/);
  expect(findColumns("", [names, names.map(() => "1")])).toMatchObject({ time, unit });
});

test("a column time with moments is passed over for one with durations", () => {
  expect(timesOf("time,elapsed\n2025-10-10T10:00:00Z,3\n")).toEqual([3]);
  expect(
    timesOf('{"time":1700000000000,"responseTime":12}\n{"time":1700000000001,"responseTime":9}\n'),
  ).toEqual([12, 9]);
});

describe("outcomes", () => {
  test.each([
    ["done", "ok OK passed success SUCCEEDED completed done xfailed bestanden"],
    ["failed", "fail failed ERROR crash OUT_OF_MEMORY Fehler"],
    ["cut", "timeout Timed-Out killed canceled CANCELLED aborted TLE deadline_exceeded Zeitüberschreitung"],
    ["not run", "skipped pending queued"],
  ])("%s: %s", (ending, words) => {
    for (const word of words.split(" ")) expect([word, endingOfWord(word)]).toEqual([word, ending]);
  });

  test("exit codes: 124, and codes of the signals that come from outside, are cuts; others but 0 fail", () => {
    const cut = [124, 129, 130, 137, 143, -1, -9, -15];
    for (const code of cut) expect([code, endingOfExit(code)]).toEqual([code, "cut"]);
    for (const code of [1, 2, 125, 127, 134, 139, -11])
      expect([code, endingOfExit(code)]).toEqual([code, "failed"]);
    expect([endingOfExit(0), endingOfExit(0, 15), endingOfExit(0, 11)]).toEqual(["done", "cut", "failed"]);
  });

  test("a status of HTTP is done, failed or, where the wait ended, cut", () => {
    expect([200, 304, 404, 500, 408, 499, 504].map(endingOfStatus)).toEqual([
      ...["done", "done", "failed", "failed", "cut", "cut", "cut"],
    ]);
  });

  test("messages that say that a time limit was exceeded, and others with the word", () => {
    for (const message of [
      "Test timed out in 5000ms.",
      "thrown: Exceeded timeout of 5000 ms for a test.",
      "Failed: Timeout >1.0s",
      "TimeoutError: page.click",
      "context deadline exceeded",
    ]) {
      expect([message, saysTimeout(message)]).toEqual([message, true]);
    }
    for (const message of ["expected the timeout to be 5", "assert timeout == 3", "no route"])
      expect([message, saysTimeout(message)]).toEqual([message, false]);
  });

  test.each([
    ["seconds,returncode,timed_out\n1,0,False\n9,,True\n2,1,False\n", ["done", "cut", "failed"]],
    ["elapsed,error\n1,\n9,request timed out\n2,no route\n", ["done", "cut", "failed"]],
    ["elapsed,ok\n1,yes\n2,no\n", ["done", "failed"]],
    ["elapsed,result\n1,42\n2,17\n", ["done", "done"]],
    ["time,completed,status\n1,1,x\n2,0,y\n", ["done", "cut"]],
    ["2.5s,ok\n9s,timeout\n", ["done", "cut"]],
  ])("%j", (text, endings) => {
    const found = parse(text).rows.map(({ completed, reward }) => {
      if (!completed) return "cut";
      return reward === 1 ? "done" : "failed";
    });
    expect(found).toEqual(endings);
  });

  test("--cut names words that are not known; others are then taken for done, and without it refused or told", async () => {
    const text = "elapsed,state\n1,SAT\n9,OOT9\n2,SAT\n";
    expect(parse(text).notice).toContain('the outcomes in "state" are not understood');
    expect(parse(text, { cut: "oot9" }).rows.map(({ completed }) => completed)).toEqual([true, false, true]);
    const { stderr, code } = await mulligan(["analyze", "-", "--outcome", "state"], text);
    expect([code, stderr]).toEqual([
      2,
      'mulligan: -:3: outcome must be a word such as ok, failed or timeout, an exit code or a status of HTTP, got "OOT9" (--cut names the words that mean a cut)\n',
    ]);
  });
});

test("what was guessed is told in one line, and options override it", async () => {
  const text = "name,duration_ms,status,solver\na,5,ok,x\nb,900,timeout,y\n";
  const told = (await mulligan(["analyze", "-", "--json"], text)).stderr;
  expect(told).toBe(
    'mulligan: -: read 2 runs: time from "duration_ms" (ms), outcome from "status" (timeout = cut), arm from "solver", input from "name"\n',
  );
  const options = ["--arm", "status", "--instance", "solver", "--outcome", "4", "--cut", "y"];
  const { stderr, stdout } = await mulligan(["analyze", "-", "--json", ...options], text);
  expect(stderr).toBe(
    'mulligan: -: read 2 runs: time from "duration_ms" (ms), outcome from "solver" (y = cut)\n',
  );
  expect(JSON.parse(stdout).arms.map(({ name }: { name: string }) => name)).toEqual(["ok", "timeout"]);
});

test("units that are neither ms nor s are converted to one of them", () => {
  expect(parse("latency_us,x\n1500,a\n")).toMatchObject({ unit: "ms", rows: [{ time: 1.5 }] });
  expect(parse("x,Dauer [min]\na,2\n")).toMatchObject({ unit: "s", rows: [{ time: 120 }] });
});

test("a lone column has the times, whatever its name; a table that could say which were cut, and does not, is told of", () => {
  for (const text of ["1\n2\n", "time\n1\n2\n", "x\n1\n2\n"]) {
    const found = parse(text);
    expect([found.notice, found.rows.map(({ time }) => time)]).toEqual([undefined, [1, 2]]);
  }
  const { rows, notice } = parse("a;1\nb;2\n", { time: "2" });
  expect(rows).toMatchObject([{ time: 1, completed: true }, { time: 2 }]);
  expect(notice).toBe("read 2 runs: no column says which were cut, so all count as ended by themselves");
});

describe("several files", () => {
  const folder = newFolder();
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const xml = (time: number) => `<testsuite><testcase name="a" time="${time}"/></testsuite>`;

  test("each has its own format, the units are unified, and one test of two reports is one input", async () => {
    const files = [
      file("a.xml", xml(1)),
      file("b.csv", "name,took_ms\na,3000\n"),
      file("c.xml.gz", gzipSync(xml(2))),
    ];
    const { stdout, stderr } = await mulligan(["analyze", ...files, "--json", "--by", "instance"]);
    expect(JSON.parse(stdout)).toMatchObject({
      unit: "s",
      arms: [{ name: "a", runs: 3, rateWithoutCutoff: expect.closeTo(0.5, 12) }],
    });
    expect(stderr.split("\n")).toHaveLength(4);
  });

  test("an error names its file; one without a unit among others that have one is refused", async () => {
    const good = file("good.xml", xml(1));
    const bad = file("bad.xml", `<testsuite>\n${xml(-1)}`);
    const said = async (...words: string[]) => (await mulligan(["analyze", ...words])).stderr;
    expect(await said(good, bad)).toBe(
      `mulligan: ${bad}:2: testcase must have a time of at least 0, got "-1" for "a"\n`,
    );
    const list = file("list.txt", "1\n2\n");
    expect(await said(good, list)).toBe(
      `mulligan: ${list}: must say the unit of its times, as the other logs do, got none (--unit says it)\n`,
    );
    expect(await said("-", "-")).toContain("-: must be given once");
    expect(await said(good, good, "--arm", "x")).toBe(
      `mulligan: --arm: must be used with a table or JSON, got ${good}, a report in JUnit's XML\n`,
    );
    const torn = file("torn.gz", gzipSync(xml(1)).subarray(0, 20));
    expect(await said(torn)).toContain(`${torn}: must be a complete gzip file, got: unexpected end of file`);
  });
});

test.each([
  ["", "log: must hold at least one run, got none"],
  ["hello world\nthis is prose\n", "log:1: must be a list of times, or have a column of times such as"],
  ["<html><body></body></html>", "log: must be a report in JUnit's XML with elements testcase, got none"],
  ["<testsuite>\n<testcase name='a'/>", 'log:2: testcase must have a time of at least 0, got "" for "a"'],
  ["<testsuite>\n<testcase name='a", "log:2: must be XML, which has > after"],
  ['{"results":[{"command":"a","mean":1}]}', "log: must have the times of each run, got a summary only"],
  [
    '{"tests":[{"nodeid":"a","outcome":"passed"}],"summary":{}}',
    "log: must have the durations of setup, call and",
  ],
  ["=== slowest durations ===\n\n(3 durations < 0.005s hidden.)\n", "log: must have lines such as"],
  ["JobID|State\n1|COMPLETED\n", "log:1: must have the columns Elapsed and State"],
  [
    '1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "x"\n',
    "log:1: must have a duration at the end",
  ],
  ['{"a":"x"}\n', "log: must be a list of times, or have a column of times"],
  ['{"duration":1}\n{"duration":\n{"duration":3}\n', 'log:2: must be JSON, got "{"duration":"'],
  ['[{"duration":1},\n{"duration" 2}]', "log:2: must be JSON: "],
  ['[{"duration":1},{"duration":"soon"}]', "log[1]: time must be a number of at least 0, or a duration"],
  ["[1,{}]", "log[1]: must be a number of at least 0"],
])("%j is refused with the place and with what must hold", (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test("entities and declarations of XML do nothing: a billion laughs stay unread", () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    "\n",
  );
  const text = `<!DOCTYPE x [<!ENTITY l0 SYSTEM "file:///etc/passwd">\n${laughs}]>\n<testsuite><testcase name="&l9;&lt;" time="1"/></testsuite>`;
  expect(parse(text).rows).toEqual([{ arm: "all", instance: "&l9;<", time: 1, completed: true, reward: 1 }]);
});

test("commas before fractions in a list without a heading, but not where only 0 and 1 follow", () => {
  expect(timesOf("1,5\n2,25\n")).toEqual([1.5, 2.25]);
  expect(timesOf("time\n1,5\n2,25\n")).toEqual([1.5, 2.25]);
  expect(() => parse("15,1\n22,0\n")).toThrow("log:1: must be a list of times, or have");
});

/** Some megabytes each. What takes quadratic time here takes minutes, so that the test would not end in time. */
test.each([
  ["tags of XML on one line", "<a>".repeat(1_600_000), "log: must be a report in JUnit's XML"],
  ["elements that are not closed", `<testsuite>${"<testcase ".repeat(100_000)}`, "log:1: must be XML"],
  ["a name of two million letters", `<testsuite><testcase ${"a".repeat(2e6)}`, "log:1: must be XML"],
  [
    "quotes that are not closed in access logs",
    `1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET / HTTP/1.1" 200 5 ${'"\\'.repeat(9_000)}\n`.repeat(500),
    "log:1: must have a duration at the end",
  ],
  ["a million columns", ",".repeat(1e6), "log:1: must be a list of times, or have"],
  ["a million brackets", "[".repeat(1e6) + "]".repeat(1e6), "log[0]: must be a number of at least 0"],
  ["objects in objects", `{"a":`.repeat(1e6), "log:1: must be JSON"],
  [
    "blanks behind what could be a time",
    `x\nreal 1${" ".repeat(4e6)}x`,
    "log:1: must be a list of times, or",
  ],
  ["blanks before what could be a time", `x\n${" ".repeat(4e6)}x`, "log:1: must be a list of times, or"],
  ["digits of what could be a time", `x\n${"1".repeat(4e6)} 1s`, "log:1: must be a list of times, or"],
  [
    "lines of blanks in what GNU's time could print",
    `x\n${`Command being timed: "x"\n${`${" ".repeat(2e4)}\n`.repeat(3)}`.repeat(50)}`,
    "log: must be CSV",
  ],
])("%s are refused", (_, text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test("of a test of Go that hangs in a subtest, the subtest was cut; what is no time is no cut", () => {
  const event = (Action: string, more: object) => JSON.stringify({ Action, Package: "p", ...more });
  const output = (Output: string) => event("output", { Test: "TestA", Output });
  const lines = [
    event("run", { Test: "TestA" }),
    event("run", { Test: "TestA/b" }),
    output("panic: test timed out after 1m0s\n"),
    output("\trunning tests:\n"),
    output("\t\tTestA (1m0s)\n"),
    output("\t\tTestA/b (58s)\n"),
    output("\t\tTestC (..s)\n"),
    event("constructor", { Test: "TestD", Elapsed: 1 }),
    event("fail", { Elapsed: 60 }),
  ];
  const { rows, notice } = parse(lines.join("\n"));
  expect(rows).toEqual([{ arm: "all", instance: "p.TestA/b", time: 58, completed: false, reward: 0 }]);
  expect(notice).toBe("read 1 run of events of go test: 1 with subtests left out");
});
