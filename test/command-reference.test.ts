import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { catalogue } from "../packages/cli/src/commands/catalogue.ts";
import { formatHeader, formatTrial } from "../packages/cli/src/journal/journal-format.ts";
import {
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_PIPELINED,
  MAX_UNREAD_BYTES,
} from "../packages/cli/src/serve/http/connections.ts";
import { MAX_OUTSTANDING_IN_ALL } from "../packages/cli/src/serve/http/decisions.ts";
import { TITLES } from "../packages/cli/src/serve/http/fault.ts";
import { MAX_BODY_BYTES } from "../packages/cli/src/serve/http/read-body.ts";
import { DecisionsRequestSchema, MAX_BATCH } from "../packages/cli/src/serve/http/schemas.ts";
import { MAX_HEADER_BYTES, TIMES } from "../packages/cli/src/serve/http/server.ts";
import { MAX_BEHIND } from "../packages/cli/src/serve/http/subscriber.ts";
import {
  MAX_LISTENERS,
  MAX_LISTENERS_PER_ADDRESS,
  MAX_WAITING_BYTES,
  STALLED_MS,
} from "../packages/cli/src/serve/http/subscribers.ts";
import { MAX_CHOICES, MAX_CUTOFFS } from "../packages/cli/src/serve/problem/definition.ts";
import { MAX_FORGOTTEN, MAX_OUTSTANDING } from "../packages/cli/src/serve/problem/outstanding-decisions.ts";
import {
  CallsProblemSchema,
  MAX_COST,
  MAX_MS,
  MAX_NAME,
  MAX_PROBLEM_ARMS,
  PolicyProblemSchema,
} from "../packages/cli/src/serve/problem/problem-schema.ts";
import { MAX_TRIES } from "../packages/cli/src/serve/problem/recent-trials.ts";
import { MAX_PROBLEMS } from "../packages/cli/src/serve/store/problem-store.ts";
import { exitCode } from "../packages/cli/src/shell/exit.ts";
import { read, root, tableRows } from "./markdown.ts";

describe("docs/reference/command.md", () => {
  const sections = read("docs/reference/command.md").split(/^## /m);

  test.each(catalogue.map(({ name }) => name))(
    "mulligan %s: its options and defaults are those of --help",
    (name) => {
      const section = sections.find((text) => text.startsWith(`\`mulligan ${name}\``)) ?? "";
      const listed = tableRows(section)
        .filter(([flags]) => /^`(-\w, )?--[\w-]+(?: <.+>)?`$/.test(flags))
        .filter(([flags]) => flags !== "`--reward`" && flags !== "`--clock`") // the heads of other tables
        .map(([flags, value]) => [flags.replaceAll("`", ""), value.replaceAll("`", "")]);
      expect(listed).toEqual(optionsOf(name));
    },
  );

  const folder = mkdtempSync(join(tmpdir(), "mulligan-docs-"));
  writeFileSync(join(folder, "tiny.cnf"), "p cnf 2 1\n1 2 0\n");
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["run", ["--until", "1", "--", "true"]],
    ["sat", ["tiny.cnf"]],
    ["analyze", [join(root, "examples/runs.csv")]],
    ["theory", ["--law", "exponential(mean=1)"]],
    ["simulate", ["--law", "exponential(mean=1)", "--runs", "1", "--horizon", "10"]],
  ])("mulligan %s --json has no field that the reference does not name", (name, args) => {
    const options = { encoding: "utf8", cwd: folder } as const;
    const { stdout } = spawnSync(process.execPath, [main, name, "--json", ...args], options);
    const lines = name === "run" || name === "sat" ? stdout.trim().split("\n") : [stdout];
    const fields = lines.flatMap((line) => fieldsOf(JSON.parse(line)));
    const section = sections.find((text) => text.startsWith(`\`mulligan ${name}\``)) ?? "";
    // `sat` has the fields of `run`, says so, and names its own.
    const other = sections.find((text) => text.startsWith("`mulligan run`")) ?? "";
    const text = name === "sat" ? section + other : section;
    expect(fields.length).toBeGreaterThan(5);
    expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(text))).toEqual([]);
  });

  test("every exit code of the command is in its table", () => {
    const codes = tableRows(read("docs/reference/command.md"))
      .map(([first]) => Number(first))
      .filter((code) => !Number.isNaN(code));
    expect(codes).toEqual(expect.arrayContaining(Object.values(exitCode)));
  });
});

const main = join(root, "packages/cli/dist/main.js");

/** The names of a document and of what is in it, two steps deep. */
function fieldsOf(value: unknown, steps = 3): string[] {
  if (steps === 0 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return fieldsOf(value[0], steps);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner, steps - 1)]);
}

/** Each option of a command with its default, as `--help` says it; – for none. */
function optionsOf(command: string): [flags: string, value: string][] {
  // Commands with few options take no word after it.
  const inGroups = ["run", "sat", "simulate", "analyze"].includes(command);
  const words = [main, command, "--help", ...(inGroups ? ["all"] : [])];
  const help = execFileSync(process.execPath, words, { encoding: "utf8" });
  const blocks = [...help.matchAll(/^(?!Arguments|Commands|Examples)[A-Z].*:\n((?: {2}.*\n)+)/gm)];
  const options = blocks
    .map(([, block]) => block)
    .join("")
    .replaceAll(/\n {4,}/g, " ")
    .matchAll(/^ {2}((?:-[^h], )?--[\w-]+(?: <.+?>)?) +(.*)$/gm);
  return [...options].map(([, flags, text]) => [flags, /\(default: "?(.*?)"?\)$/.exec(text)?.[1] ?? "–"]);
}

test("docs/reference/journal.md names every field that a journal can have, and no other", () => {
  const header = formatHeader({
    clock: "cpu",
    unit: "ms",
    rewardRange: "0..10",
    arms: [{ name: "a", command: ["a"] }],
    policy: "km-ts",
    mode: "retry",
    schedule: "luby",
    cutoffs: "auto",
    seed: 1,
    success: [0],
    reward: "exit",
  });
  const trial = {
    input: "i",
    occurrence: 1,
    arm: 0,
    cutoff: 1,
    attempt: 1,
    seed: 1,
    stopped: true,
    explored: true,
    exit: 1,
    worker: "w",
    startCutoff: 2,
    cut: "idle",
    gaps: { count: 1, longest: [1] },
  } as const;
  const cut = formatTrial({ ...trial, outcome: { kind: "censored", time: 1, resetting: 1 } }, ["a"]);
  const done = formatTrial({ ...trial, result: "r", outcome: { kind: "completed", time: 1, reward: 1 } }, [
    "a",
  ]);
  const written = [header, cut, done].flatMap((line) => Object.keys(JSON.parse(line)));
  const named = tableRows(read("docs/reference/journal.md")).flatMap(([cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]),
  );
  expect(new Set(named)).toEqual(new Set(written));
});

const { maxAttempts, maxKeys, seed } = CallsProblemSchema.shape;
const { attempt } = DecisionsRequestSchema.shape;
const { policy } = PolicyProblemSchema.shape;

/** By what stands in the table. */
const LIMITS = {
  "headers, with the address": MAX_HEADER_BYTES,
  body: MAX_BODY_BYTES,
  "requests of a connection that wait for their answers": MAX_PIPELINED,
  connections: MAX_CONNECTIONS,
  "connections of an address": MAX_CONNECTIONS_PER_ADDRESS,
  "answers that wait for their readers": MAX_UNREAD_BYTES,
  listeners: MAX_LISTENERS,
  "listeners of an address": MAX_LISTENERS_PER_ADDRESS,
  "events that wait for a listener": MAX_BEHIND,
  "all that waits for listeners": MAX_WAITING_BYTES,
  problems: MAX_PROBLEMS,
  "arms of a problem": MAX_PROBLEM_ARMS,
  "characters of a name, a task, a key, an id, or an option": MAX_NAME,
  "characters of the notation of a policy, cutoffs or resets": policy.unwrap().maxLength!,
  "cutoffs in a list": MAX_CUTOFFS,
  "cutoffs in a list, times arms": MAX_CHOICES,
  "milliseconds of a problem of calls": MAX_MS,
  "cost of an attempt, and `msPerCost`": MAX_COST,
  "attempts of a call": maxAttempts.unwrap().maxValue!,
  "keys of a problem of calls": maxKeys.unwrap().maxValue!,
  "number of an attempt": attempt.unwrap().maxValue!,
  seed: seed.unwrap().maxValue!,
  "decisions or observations of a request": MAX_BATCH,
  "outstanding decisions of a problem": MAX_OUTSTANDING,
  "outstanding decisions of all problems": MAX_OUTSTANDING_IN_ALL,
  "forgotten decisions whose ids are remembered": MAX_FORGOTTEN,
  "tries of a problem that are kept": MAX_TRIES,
};
const TIME_LIMITS = {
  "time until the headers have come": TIMES.headersTimeout,
  "time until a request has come as a whole": TIMES.requestTimeout,
  "time without a request on a connection": TIMES.keepAliveTimeout,
  "time in which nothing of an answer is read": TIMES.unreadTimeout,
  "time in which a listener takes nothing, while something waits for it": STALLED_MS,
};

test("docs/reference/service.md has the limits, the fields of a problem and the refusals of the code", () => {
  const [, ...sections] = read("docs/reference/service.md").split(/^## /m);
  const rowsOf = (title: string) => tableRows(sections.find((text) => text.startsWith(`${title}\n`)) ?? "");
  const limits = Object.fromEntries(rowsOf("Limits").map(([what, most]) => [what, most]));
  const counts = Object.entries(LIMITS).map(([what, most]) => [what, most.toLocaleString("en-US")]);
  for (const [what, most] of counts)
    expect(limits[what]?.split(/ bytes|,? (?:or|in|not) | files/)[0], what).toBe(most);
  const times = Object.entries(TIME_LIMITS).map(([what, most]) => [what, `${most / 1_000} s`]);
  for (const [what, most] of times) expect(limits[what], what).toBe(most);
  // These are told in words or in another notation.
  const others = Object.keys(limits).filter((what) => !(what in LIMITS) && !(what in TIME_LIMITS));
  expect(others).toEqual([
    "times, resets and cutoffs above 0",
    "rewards above 0",
    "time that a decision waits",
    "journals that are shown",
    "time for answers when the service ends",
  ]);
  const fieldsOf = (title: string) => rowsOf(title).map(([field]) => field.replaceAll("`", ""));
  expect(fieldsOf("A problem")).toEqual(Object.keys(PolicyProblemSchema.shape));
  expect(fieldsOf("A problem of calls")).toEqual(Object.keys(CallsProblemSchema.shape));
  const statuses = rowsOf("Refusals").flatMap(([status]) => status.split(", "));
  expect(statuses.sort()).toEqual(Object.keys(TITLES).filter((status) => status !== "500"));
});
