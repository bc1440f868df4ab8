import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run } from "./command.ts";

test("a task that only fails is given up after a hundred failures: exit code 1", async () => {
  const { code, lines, stderr } = await run(["--json", "--policy", "never", "--", "false", "{}", ":::", "a"]);
  expect(code).toBe(1);
  expect(lines[0]).toMatchObject({ solved: false, tries: 100 });
  expect(stderr.trim().split("\n").at(-1)).toBe(
    "mulligan: a: given up after 100 tries, the last ended with exit code 1",
  );
});

test.each(["retry", "abandon"])(
  "a command that only fails is not repeated for ever, mode %s",
  async (mode) => {
    const options = ["--json", "--mode", mode, "--policy", "never", "--until", "3"];
    const { code, lines } = await run([...options, "--", "false"]);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({ solved: 0, tries: 100, stopped: "hopeless" });
  },
);

/** Fails for the input b. It takes so long that its times are alike on a busy machine, too. */
const FAILS_AT_B = ["--", "sh", "-c", "sleep 0.3; test $0 != b", "{input}"];

test("a broken input is given up after three failures, the last one when the others are done: exit code 1", async () => {
  const state = join(newFolder(), "state");
  const program = [...FAILS_AT_B, ":::", ..."abcdef"];
  const { code, lines } = await run(["--json", "--policy", "never", "--state", state, ...program]);
  expect(code).toBe(1);
  expect(lines.slice(0, -1).map(({ input, tries }) => `${input}${tries}`)).toEqual([
    ..."acdef".split("").map((input) => `${input}1`),
    "b3",
  ]);
  expect(lines[5]).toMatchObject({ solved: false, givenUp: "alike" });
  expect(readFileSync(state, "utf8").match(/"exit":1,/g)).toHaveLength(3);
});

test.each([
  ["the command has {seed}", ["--", "sh", "-c", "test $0 != b", "{}", "{seed}"]],
  ["the command does not depend on its input", ["--", "sh", "-c", "rm $0 2> /dev/null", "once", "{%}"]],
  ["there are several commands", ["--arm", "x=test {} != b", "--", "test", "{}", "!=", "b"]],
])("failures that end alike are tried again if %s", async (_, program) => {
  const folder = newFolder();
  writeFileSync(join(folder, "once"), "");
  const words = program.map((word) => (word === "once" ? join(folder, "once") : word));
  const { lines } = await run(["--json", "--policy", "never", ...words, ":::", "a", "b", "c"]);
  expect(lines.find(({ input }) => input === "b")).toMatchObject({ tries: 100, givenUp: "failures" });
});

test("the table says why something was given up: it failed alike, or had all its tries", async () => {
  const program = [...FAILS_AT_B, ":::", "a", "b", "c"];
  const failed = await run(["--policy", "never", "--jobs", "2", ...program, "d", "e", "f"]);
  expect(failed.stderr).toMatch(
    /5 of 6 solved in 8 tries .*, 1 given up: failed in the same way each time while others succeeded \(--retries N allows more\); seed \d+\n/,
  );
  const tried = await run(["--policy", "never", "--retries", "3", ...program]);
  expect(tried.stderr).toMatch(
    /2 of 3 solved in 5 tries .*, 1 given up: no tries left; seed \d+\nnot solved: b\n$/,
  );
  const { lines } = await run(["--json", "--policy", "never", "--retries", "2", ...program]);
  expect(lines[1]).toMatchObject({ input: "b", tries: 2, givenUp: "tries" });
});

test("--retries says more than a hundred, and is obeyed", async () => {
  const { lines } = await run(["--json", "--policy", "never", "--retries", "120", "--", "false"]);
  expect(lines.at(-1)).toMatchObject({ tries: 120, stopped: "done" });
});

const RETRIES = ["--json", "--policy", "never", "--retries", "3"];

test.each(["1", "5"])(
  "without inputs --retries ends a command that only fails, --until %s: exit code 1",
  async (n) => {
    const { code, lines } = await run([...RETRIES, "--until", n, "--", "false"]);
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({ input: null, solved: false, tries: 3, givenUp: "tries" });
    expect(lines.at(-1)).toMatchObject({ solved: 0, tries: 3, stopped: "done" });
  },
);

/** Counts its tries in a file, and succeeds at those whose numbers are listed. */
const succeedsAt = (tries: string) => {
  const script = `echo >> $0; case " ${tries} " in *" $(($(wc -l < $0))) "*) exit 0;; esac; exit 1`;
  return ["--", "sh", "-c", script, join(newFolder(), "tries")];
};

test("without inputs each success may take as many failures as --retries allows, but one", async () => {
  const { code, lines } = await run([...RETRIES, "--until", "3", ...succeedsAt("3 6 7")]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ solved: 3, tries: 7, stopped: "until" });
  const given = await run([...RETRIES, "--until", "3", ...succeedsAt("3 7")]);
  expect(given.code).toBe(1);
  expect(given.lines.at(-1)).toMatchObject({ solved: 1, tries: 6, stopped: "done" });
});

test("a command whose --retries are used up is not tried by the next run, unless it has more", async () => {
  const state = ["--state", join(newFolder(), "state")];
  const program = ["--until", "1", "--", "false"];
  await run([...RETRIES, ...state, ...program]);
  const again = await run([...RETRIES, ...state, ...program]);
  expect(again.code).toBe(1);
  expect(again.lines.at(-1)).toMatchObject({ tries: 3, earlier: { tasks: 1, tries: 3 } });
  const { lines } = await run([...RETRIES, "--retries", "5", ...state, ...program]);
  expect(lines.at(-1)).toMatchObject({ tries: 5 });
});

test("--retries counts the failures of each input, in turns", async () => {
  const { code, lines } = await run([...RETRIES, "--until", "2", "--", "false", "{}", ":::", "a", "b"]);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ solved: 0, tries: 6, stopped: "done" });
});

test("one arm that cannot be started ends the run at once, by its name", async () => {
  const { code, stderr } = await run([
    "--arm",
    "a=true",
    "--arm",
    "b=/no/such/b {seed}",
    ":::",
    "1",
    "2",
    "3",
  ]);
  expect(code).toBe(2);
  expect(stderr).toBe("mulligan: /no/such/b: cannot be started: no such program\n");
});

test("what was given up is tried again by the next run, since the program may have been mended", async () => {
  const folder = newFolder();
  const program = ["--", "cat", join(folder, "{input}"), ":::", "a"];
  const args = ["--json", "--policy", "never", "--state", join(folder, "state"), ...program];
  expect((await run(args)).lines.at(-1)).toMatchObject({ solved: 0, tries: 100 });
  writeFileSync(join(folder, "a"), "mended");
  const { code, lines } = await run(args);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ solved: 1, tries: 101, earlier: { tasks: 0, tries: 100 } });
});

test("the sums of a resumed run are of its own inputs, in the summary as for each arm", async () => {
  const state = join(newFolder(), "state");
  const args = ["--json", "--policy", "never", "--state", state, "--", "true", ":::"];
  await run([...args, "a", "b"]);
  const { lines } = await run([...args, "c"]);
  const { tries, solved, time, arms } = lines.at(-1);
  expect([tries, solved]).toEqual([1, 1]);
  expect(arms).toMatchObject([{ tries, solved, time }]);
});
