import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run } from "./command.ts";

test("a seed repeats the seeds, and no try has the seed of another", async () => {
  const args = [
    "--json",
    "--policy",
    "never",
    "--retries",
    "4",
    "--seed",
    "7",
    "--reward",
    "regex:^never",
    "--results",
  ];
  const seedsOf = async () => {
    const folder = newFolder();
    const state = join(folder, "state");
    await run([...args, folder, "--state", state, "--", "echo", "{seed}", ":::", "a", "a", "b"]);
    return (
      readFileSync(state, "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line))
        // Whose turn it is depends on how long the others took.
        .map(
          ({ instance, occurrence, attempt, seed }) =>
            [`${instance} ${occurrence} ${attempt}`, seed] as const,
        )
        .sort(([a], [b]) => a.localeCompare(b))
    );
  };
  const [first, second] = [await seedsOf(), await seedsOf()];
  expect(new Set(first.map(([name]) => name)).size).toBe(12);
  expect(new Set(first.map(([, seed]) => seed)).size).toBe(12);
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
  expect((await run(["--json", "--state", state, ...echo, "a", "b"])).lines.at(-1).seed).toBe(Number(seed));
  const other = await run(["--json", "--seed", "5", "--state", state, ...echo, "a", "b"]);
  expect(other.lines.at(-1).seed).toBe(5);
});

test("without inputs there is one task; --until repeats it", async () => {
  expect((await run(["--json", "--", "true"])).lines.at(-1)).toMatchObject({ tasks: 1, solved: 1 });
  const { code, lines } = await run(["--json", "--until", "5", "--", "true"]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ solved: 5, stopped: "until" });
});

test("--until ends a run with inputs, and what is left is left", async () => {
  const { code, lines } = await run(["--json", "--until", "2", "--", "true", ":::", "a", "b", "c", "d"]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ tasks: 4, solved: 2 });
});

test("a task that fails is tried again as often as --retries says: exit code 1", async () => {
  const { code, lines, stderr } = await run([
    "--json",
    "--retries",
    "5",
    "--",
    "false",
    "{}",
    ":::",
    "a",
    "b",
  ]);
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

test("a budget that is spent first: exit code 124, within a fraction of a second", async () => {
  const began = performance.now();
  const { code, lines } = await run(["--json", "--budget", "400ms", "--", "sleep", "30"]);
  expect(code).toBe(124);
  expect(performance.now() - began).toBeLessThan(2_500);
  expect(lines.at(-1)).toMatchObject({ tasks: 1, solved: 0, stopped: "budget" });
});

test("all solved is all solved, though the budget ends while the last program is cleared away", async () => {
  const lingers = 'trap "" TERM; (trap "" TERM; sleep 3) & sleep 0.3';
  const { code, lines } = await run([
    "--json",
    "--budget",
    "1s",
    "--grace",
    "1500ms",
    "--policy",
    "never",
    "--",
    "bash",
    "-c",
    lingers,
  ]);
  expect(lines.at(-1)).toMatchObject({ solved: 1, stopped: "budget" });
  expect(code).toBe(0);
});

test("mode abandon gives each task one try", async () => {
  const args = ["--json", "--mode", "abandon", "--policy", "fixed:cutoff=3s"];
  const { code, lines } = await run([...args, "--", "sleep", "{input}", ":::", "0", "30", "0.001", "30"]);
  expect(code).toBe(1);
  expect(lines.slice(0, -1).map((line) => line.solved)).toEqual([true, false, true, false]);
  expect(lines.at(-1)).toMatchObject({ tasks: 4, solved: 2, tries: 4 });
});

test("--success says which exit codes are a success", async () => {
  const program = ["--", "sh", "-c", "exit $0", "{input}", ":::", "10", "20"];
  const { code, lines } = await run([
    "--json",
    "--policy",
    "never",
    "--success",
    "10",
    "--retries",
    "1",
    ...program,
  ]);
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

test("of two arms, one of them useless, it settles on the good one", async () => {
  const inputs = Array.from({ length: 60 }, (_, i) => String(i));
  const arms = ["--arm", "useless=sh -c 'sleep 60'", "--arm", "good=sh -c 'sleep 0.01'"];
  const state = join(newFolder(), "state");
  const { code, lines } = await run(["--json", "--state", state, ...arms, ":::", ...inputs]);
  expect(code).toBe(0);
  const trials = readFileSync(state, "utf8").trim().split("\n").slice(1);
  const late = trials.slice(-30).map((line) => JSON.parse(line));
  expect(
    late.filter(({ arm, completed }) => arm === "good" && completed === 1).length,
  ).toBeGreaterThanOrEqual(20);
  const [useless, good] = lines.at(-1).arms;
  expect(good).toMatchObject({ name: "good", solved: 60 });
  expect(useless.tries).toBeLessThan(good.tries / 2);
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
  const until = ["--json", "--until", "3", "--budget", "60s"];
  for (const words of [
    ["--cutoffs", "0.001ms,0.002ms", "--policy", "ucb-rb:init=1"],
    ["--cutoffs", "..0.001ms"],
    ["--timeout", "0.001ms"],
    ["--policy", "luby:base=0.001ms"],
  ]) {
    const { stderr, stdout } = await run([...words, ...until, "--", "true"]);
    expect(stderr.match(notice)).toHaveLength(1);
    expect(stdout).not.toContain("shorter");
  }
  for (const words of [
    ["--policy", "km-ts"],
    ["--cutoffs", "1h"],
  ]) {
    expect((await run([...words, ...until, "--", "true"])).stderr).not.toContain("shorter");
  }
});
