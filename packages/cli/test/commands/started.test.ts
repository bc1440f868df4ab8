import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { startMulligan } from "../start-command.ts";

const folder = newFolder();
const formula = join(folder, "a.cnf");
writeFileSync(formula, "p cnf 3 2\n1 -2 0\n2 3 0\n");

/** One that prints at once, with a program, with threads, from standard input into a file, and one that is refused. */
const commands: [string, string[], string][] = [
  ["the version", ["--version"], ""],
  [
    "run",
    ["run", "--seed", "1", "--retries", "2", "-k", "--policy", "never", "--", "false", "{input}"],
    "a\nb\n",
  ],
  ["sat", ["sat", formula, "--jobs", "1", "--seed", "1"], ""],
  ["analyze", ["analyze", "-", "--svg", join(folder, "rate.svg")], `time\n${"1\n5\n".repeat(30)}`],
  ["a mistake", ["theory", "--lwa", "x"], ""],
];

test.each(commands)(
  "%s: started as a program it says what it says when called here",
  async (_, words, input) => {
    const started = startMulligan(words, input);
    const called = await mulligan(words, input);
    expect(called.code).toBe(started.code);
    // `run` says how long its programs took, and aligns a table by that.
    const said = (text: string) =>
      words[0] === "run" ? text.replaceAll(/[\d.]+ m?s\b|(?<= ) +/g, "") : text;
    expect(said(called.stdout)).toBe(said(started.stdout));
    expect(said(called.stderr)).toBe(said(started.stderr));
    expect(started.stdout + started.stderr).not.toBe("");
  },
);

test("a command that is called here leaves nothing that listens, and no exit code", async () => {
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "SIGTSTP", "SIGCONT", "exit", "beforeExit"];
  const listening = () => events.map((event) => [event, process.listenerCount(event)]);
  const before = [listening(), process.exitCode];
  for (const [, words, input] of commands) await mulligan(words, input);
  await mulligan(["run", "--budget", "20ms", "--state", join(folder, "state"), "--", "sleep", "9"]);
  await mulligan(["sat", formula, "--state", join(folder, "journal")]);
  expect([listening(), process.exitCode]).toEqual(before);
});
