import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { startMulligan } from "../start-command.ts";

const law = "--law exponential(mean=1)";
const formula = "p cnf 1 1\n1 0\n";

test.each([
  ["a missing log", "analyze /no/such/file.csv", "", /\/no\/such\/file\.csv: cannot be read: no such file/],
  ["a missing formula", "sat /no/such/file.cnf", "", /\/no\/such\/file\.cnf: cannot be read: no such file/],
  ["a journal of standard input", "sat - --state state", formula, /--state: must be used with files, got -/],
  [
    "standard input that every thread would read",
    "simulate --law empirical(-)",
    "1\n2\n",
    /empirical\(-\): must be a file here/,
  ],
  ["a figure without a name", "analyze - --svg ", "time,completed\n1,1\n", /: cannot be written: /],
  [
    "a figure that cannot be written",
    `theory ${law} --svg /dev/full`,
    "",
    /\/dev\/full: cannot be written: no space left/,
  ],
  ["an argument that is missing", "analyze", "", /^mulligan: LOGS must be given; /],
  ["a binary log", `analyze ${process.execPath}`, "", /must be text, got binary data/],
  ["a binary formula", "sat -", "\u0000\u0001\u0002", /^mulligan: -:1: /],
  ["a column twice", "analyze -", "time,completed,time\n1,1,2\n", /-:1: must have one column time, got two/],
  [
    "a schedule where no task is tried again",
    "run --mode abandon --schedule luby -- true",
    "",
    /--schedule: must be used with --mode retry, got --mode abandon/,
  ],
  [
    "a schedule for a policy that plans all cutoffs itself",
    "run --policy hidden-types --schedule luby -- true",
    "",
    /--schedule: must not be used with --policy hidden-types, which plans all cutoffs itself, got luby/,
  ],
  [
    "a limit of failures where no task is tried again",
    "sat - --mode abandon --retries 4",
    formula,
    /--retries: must be used with --mode retry/,
  ],
  ["a law with a typo", "theory --law paretto(scale=1,shape=2)", "", /did you mean "pareto"\?/],
  ["no jobs", `simulate ${law} --jobs 0`, "", /--jobs: must be a whole number from 1 to 1024, got "0"/],
  ["no law", "simulate", "", /--law: must be given once for each arm/],
  ["a heuristic with a typo", "sat - --arm novelti", "", /did you mean "novelty"\?/],
  ["a command that there is not", "cook", "", /^mulligan: unknown command 'cook': must be one of sat, run, /],
  ["a command that a terminal would obey", "\u001b[31mred", "", /unknown command '\\u001b\[31mred'/],
  ["a command with a typo", "simulat", "", /unknown command 'simulat' \(Did you mean simulate\?\)/],
  ["no command", "", "", /a command must be given, one of sat, run, /],
  ["help for a command with a typo", "help analize", "", /did you mean "analyze"\?/],
  ["an option with a typo", "theory --lwa x", "", /unknown option '--lwa' \(Did you mean --law\?\)/],
])("%s: one line, exit code 2, no stack trace", async (_, line, input, message) => {
  const args = line === "" ? [] : line.split(" ");
  // A worker of `sat` reads standard input, which must then be a real one.
  const { stderr, code } =
    args[1] === "-" && args[0] === "sat" ? startMulligan(args, input) : await mulligan(args, input);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n").length).toBe(1);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("the list of commands says of each what it says of itself; NO_COLOR is obeyed", async () => {
  const words = (text: string) => text.replaceAll(/\s+/g, " ");
  const overview = (await mulligan(["--help"])).stdout;
  for (const command of ["sat", "run", "analyze", "theory", "simulate", "reproduce", "completion"]) {
    const { stdout, code } = await mulligan([command, "--help"]);
    expect(code).toBe(0);
    const [, summary] = new RegExp(`^  ${command} .*?  +(\\S.*(?:\\n {8,}\\S.*)*)`, "m").exec(overview)!;
    expect(words(stdout)).toContain(words(summary));
  }
  const table = `time,completed\n${"1,1\n".repeat(30)}`;
  const said = async (environment: NodeJS.ProcessEnv) =>
    (await mulligan(["analyze", "-"], table, environment)).stdout;
  expect(await said({ FORCE_COLOR: "1" })).toContain("\u001b[");
  expect(await said({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toContain("\u001b[");
});
