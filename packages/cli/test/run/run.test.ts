import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, trialsIn } from "./command.ts";

test("a seed repeats the seeds, and no try has the seed of another", async () => {
  const words = ["--json", "--policy", "never", "--retries", "4", "--seed", "7"];
  const seedsOf = async () => {
    const state = join(newFolder(), "state");
    await run([...words, "--state", state, "--", "false", "{seed}", ":::", "a", "a", "b"]);
    // Whose turn it is depends on how long the others took.
    const named = trialsIn(state).map(({ instance, occurrence, attempt, seed }) => {
      return [`${instance} ${occurrence} ${attempt}`, seed] as const;
    });
    return new Map(named.sort(([a], [b]) => a.localeCompare(b)));
  };
  const [first, second] = [await seedsOf(), await seedsOf()];
  expect(first.size).toBe(12);
  expect(new Set(first.values()).size).toBe(12);
  expect(second).toEqual(first);
});

test("each fresh run has fresh seeds and tells what repeats them; a resumed run has those of its journal", async () => {
  const state = join(newFolder(), "state");
  const echo = ["--", "echo", "{seed}", ":::"];
  const first = await run(["--state", state, ...echo, "a"]);
  const second = await run(echo.concat("a"));
  expect(first.stdout).toMatch(/^\d+ a\n$/);
  expect(second.stdout).not.toBe(first.stdout);
  const [, seed] = /; seed (\d+)\n/.exec(first.stderr)!;
  expect(JSON.parse(readFileSync(state, "utf8").split("\n")[0]).seed).toBe(Number(seed));
  const both = await run(["--seed", seed, "-k", ...echo, "a", "b"]);
  expect(both.stdout.startsWith(first.stdout)).toBe(true);
  const resumed = await run(["--state", state, ...echo, "a", "b"]);
  expect(first.stdout + resumed.stdout).toBe(both.stdout);
  const other = await run(["--json", "--seed", "5", "--state", state, ...echo, "a", "b"]);
  expect(other.lines.at(-1).seed).toBe(5);
});

test("without inputs there is one task; --until repeats it, and ends a run with inputs", async () => {
  expect((await run(["--json", "--", "true"])).lines.at(-1)).toMatchObject({ tasks: 1, solved: 1 });
  const { code, lines } = await run(["--json", "--until", "5", "--", "true"]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ solved: 5, stopped: "until" });
  const inputs = await run(["--json", "--until", "2", "--", "true", ":::", "a", "b", "c", "d"]);
  expect(inputs.code).toBe(0);
  expect(inputs.lines.at(-1)).toMatchObject({ tasks: 4, solved: 2 });
});

test("a task that fails is tried again as often as --retries says: exit code 1", async () => {
  const words = ["--json", "--retries", "5", "--", "false", "{}", ":::", "a", "b"];
  const { code, lines, stderr } = await run(words);
  expect(code).toBe(1);
  expect(lines.find(({ input }) => input === "a")).toMatchObject({ solved: false, tries: 5 });
  expect(lines.at(-1)).toMatchObject({ tasks: 2, solved: 0, tries: 10 });
  expect(stderr.split("\n").sort()).toEqual([
    "",
    "mulligan: a: given up after 5 tries, the last ended with exit code 1",
    "mulligan: arm false: a try ended with exit code 1, which is no success (--success 0)",
    "mulligan: b: given up after 5 tries, the last ended with exit code 1",
  ]);
});

test("a budget that is spent first ends what runs: exit code 124", async () => {
  const { code, lines } = await run(["--json", "--budget", "400ms", "--", "sleep", "1000"]);
  expect(code).toBe(124);
  expect(lines.at(-1)).toMatchObject({ tasks: 1, solved: 0, stopped: "budget" });
});

test("mode abandon gives each task one try", async () => {
  const args = ["--json", "--mode", "abandon", "--policy", "fixed:cutoff=2s", "--jobs", "4", "-k", "--"];
  const { code, lines } = await run([...args, "sleep", "{input}", ":::", "0", "30", "0.001", "30"]);
  expect(code).toBe(1);
  expect(lines.slice(0, -1).map((line) => line.solved)).toEqual([true, false, true, false]);
  expect(lines.at(-1)).toMatchObject({ tasks: 4, solved: 2, tries: 4 });
});

test("--success says which exit codes are a success", async () => {
  const words = ["--json", "--policy", "never", "--success", "10", "--retries", "1"];
  const { code, lines } = await run([...words, "--", "sh", "-c", "exit $0", "{input}", ":::", "10", "20"]);
  expect(code).toBe(1);
  expect(lines.map((line) => line.solved)).toEqual([true, false, 1]);
});

test.each([
  ["last-number", "x\nscore: 3 of 0.25\n", 0.25],
  ["regex:score=([0-9.]+)", "score=0.5\nscore=0.75\nend\n", 0.75],
  ["json:a.b", 'log\n{"a":{"b":0.125}}\n', 0.125],
])("--reward %s reads the output", async (source, text, reward) => {
  const { lines } = await run(["--json", "--reward", source, "--", "printf", "%s", "{input}", ":::", text]);
  expect(lines[0]).toMatchObject({ solved: true, reward });
});

test("a journal with a reward that was printed below the limits is resumed", async () => {
  const words = ["--json", "--reward", "last-number", "--state", join(newFolder(), "state"), "--"];
  for (let session = 0; session < 2; session++) {
    const { lines, stderr } = await run([...words, "echo", "1e-200", "{}", ":::", "a"]);
    expect([stderr, lines.at(-1)]).toMatchObject(["", { solved: 1, tries: 1 }]);
  }
});

test("of two arms, one of them useless, the summary says which one solved all", async () => {
  const arms = ["--arm", "useless=false {}", "--arm", "good=true {}"];
  const { code, lines } = await run(["--json", ...arms, ":::", ..."abcdefgh"]);
  expect(code).toBe(0);
  const [useless, good] = lines.at(-1).arms;
  expect(good).toMatchObject({ name: "good", solved: 8 });
  expect(useless).toMatchObject({ name: "useless", solved: 0, tries: lines.at(-1).tries - good.tries });
});

test.each([
  [["--jobs", "0", "--", "true"], "--jobs: must be a whole number from 1 to 10000"],
  [["--policy", "ucb", "--", "true"], 'unknown policy "ucb"'],
  [["--mode", "retyr", "--", "true"], 'did you mean "retry"'],
  [["--budget", "5", "--", "true"], "--budget: must be a duration"],
  [["--arm", "x", ":::", "a"], "--arm: must be NAME=COMMAND"],
  [["--arm", "x='a", ":::", "a"], "a quote ' is not closed"],
  [["--reward", "rexeg:x", "--", "true"], "--reward: must be exit, last-number"],
  [["--reward", "regex:(", "--", "true"], "--reward: must be a regular expression"],
  [["--inputs", "/no/such/file", "--", "true"], "/no/such/file: cannot be read: no such file"],
  [["--inputs", process.execPath, "--", "true"], "must be text"],
  [["--state", "/dev/full", "--", "true"], "/dev/full: must be a regular file"],
  [["--state", "/no/such/folder/state", "--", "true"], "no such file or directory"],
  [["--results", "/dev/null/x", "--", "true"], "/dev/null/x: cannot be created"],
  [["--", "no-such-program"], "no-such-program: cannot be started: no such program"],
  [["--", "source", "x"], "no such program; commands start without a shell: use bash -c 'source x'"],
  [["--arm", "a=true", "--arm", "b=/no/such/b {seed}", ":::", "1", "2"], "/no/such/b: cannot be started"],
  [["--", "true", ":::", "a", ":::+", "b"], "run: inputs must follow :::, got :::+"],
  [["--", "true", "::::", "file"], "by --inputs FILE, got ::::"],
  [["--success", "256", "--", "true"], "from 0 to 255"],
  [[":::", "a"], "a command must be given"],
])("bad usage %j ends with code 2 and one line", async (args, message) => {
  const { code, stderr, stdout } = await run(args);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

test("the last of a million matches is found, and no other kept", async () => {
  const digits = "head -c 1000000 /dev/zero | tr '\\\\0' 0; echo 1";
  const { lines } = await run(["--json", "--reward", "regex:([0-9])", "--", "sh", "-c", digits, ":::", "a"]);
  expect(lines[0]).toMatchObject({ solved: true, reward: 1 });
});

test("a regular expression that would search for ever ends the run, not the user's patience", async () => {
  const text = `${"a".repeat(60)}b`;
  const { code, stderr } = await run(["--reward", "regex:(a+)+$", "--", "printf", text]);
  expect(code).toBe(2);
  expect(stderr).toContain("--reward: regex:(a+)+$ must find its match in an output within 2 s");
});

test("durations stand wherever times do: in an interval of cutoffs, and in a policy's options", async () => {
  const interval = ["--policy", "ucb-rc", "--cutoffs", "100ms..1s"];
  const { lines } = await run(["--json", ...interval, "--", "true", ":::", "a"]);
  expect(lines[0].cutoff).toBeGreaterThanOrEqual(100);
  expect(lines[0].cutoff).toBeLessThanOrEqual(1_000);
  const fixed = await run(["--json", "--policy", "fixed:cutoff=1.5s", "--", "true", ":::", "a"]);
  expect(fixed.lines[0].cutoff).toBe(1_500);
});

test.each([
  ["--cutoffs", "60ms,0.1,0.5s", "--cutoffs", "0.1"],
  ["--cutoffs", "log:1e-2:10s:9", "--cutoffs", "1e-2"],
  ["--cutoffs", "log:10ms:10:9", "--cutoffs", "10"],
  ["--cutoffs", "5..", "--cutoffs", "5"],
  ["--cutoffs", "1s..2.5", "--cutoffs", "2.5"],
  ["--policy", "fixed:cutoff=500", "--policy fixed: cutoff", "500"],
  ["--policy", "luby:arm=0, base=5", "--policy luby: base", "5"],
  ["--policy", "km-ts:halfLife=5,halfLifeTime=60", "--policy km-ts: halfLifeTime", "60"],
])("a time without a unit is refused: %s %s", async (option, value, where, number) => {
  const { code, stderr } = await run([option, value, "--", "true"]);
  expect([code, stderr]).toEqual([
    2,
    `mulligan: ${where}: must be a duration above 0 such as 250ms, 2s, 5m or 1h, got "${number}"\n`,
  ]);
});

test("what is no time needs no unit: ∞ and counts", async () => {
  for (const words of [
    ["--policy", "fixed:arm=0,cutoff=inf"],
    ["--policy", "km-ts", "--cutoffs", "log:10ms:10s:3"],
    ["--policy", "km-ts", "--cutoffs", "100ms,inf"],
  ]) {
    expect((await run([...words, "--", "true"])).code).toBe(0);
  }
});

test("a cutoff in which no program starts gets one notice; the search of a policy gets none", async () => {
  const notice =
    /arm true: a cutoff of 0\.00\d+ ms is shorter than the .*s that the first try took to start;/g;
  const until = ["--json", "--until", "3", "--budget", "60s", "--", "true"];
  for (const [count, ...words] of [
    [1, "--cutoffs", "0.001ms,0.002ms", "--policy", "ucb-rb:init=1"],
    [1, "--timeout", "0.001ms"],
    [1, "--policy", "luby:base=0.001ms"],
    [0, "--policy", "km-ts"],
    [0, "--cutoffs", "1h"],
  ] as [number, ...string[]][]) {
    const { stderr } = await run([...words, ...until]);
    expect(stderr.match(notice) ?? []).toHaveLength(count);
  }
});
