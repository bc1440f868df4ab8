import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { catalogue } from "../packages/cli/src/commands/catalogue.ts";
import { formatHeader, formatTrial } from "../packages/cli/src/journal/journal-format.ts";
import {
  MAX_CONNECTIONS,
  MAX_PIPELINED,
  MAX_UNREAD_BYTES,
  SHARE_OF_ADDRESS,
  UNCROWDED,
} from "../packages/cli/src/serve/http/connections.ts";
import { MAX_OUTSTANDING_IN_ALL } from "../packages/cli/src/serve/http/decisions.ts";
import { TITLES } from "../packages/cli/src/serve/http/fault.ts";
import { MAX_BODY_BYTES } from "../packages/cli/src/serve/http/read-body.ts";
import { MAX_BATCH } from "../packages/cli/src/serve/http/schemas.ts";
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
  MAX_NAME,
  MAX_PROBLEM_ARMS,
  PolicyProblemSchema,
} from "../packages/cli/src/serve/problem/problem-schema.ts";
import { MAX_TRIES } from "../packages/cli/src/serve/problem/recent-trials.ts";
import { MAX_PROBLEMS } from "../packages/cli/src/serve/store/problem-store.ts";
import { exitCode } from "../packages/cli/src/shell/exit.ts";
import { MIN_REWARD, MIN_TIME } from "../packages/core/src/problem/trial-limits.ts";
import { read, root, tableRows } from "./markdown.ts";

describe("docs/reference/command.md", () => {
  const sections = read("docs/reference/command.md").split(/^## /m);
  const sharedOptions = optionRows(sections.find((text) => text.startsWith("All commands")) ?? "");

  /** The shared options that a section names; `sat` has those of `run`, and says so. */
  function sharedNames(section: string): string[] {
    const line = /^Shared options: (.*)$/m.exec(section)?.[1] ?? "";
    const run = sections.find((text) => text.startsWith("`mulligan run`")) ?? "";
    const same = line.startsWith("as `run`") ? sharedNames(run) : [];
    return [...new Set([...same, ...[...line.matchAll(/`(--[\w-]+)`/g)].map((match) => match[1])])];
  }

  test.each(catalogue.map(({ name }) => name))(
    "mulligan %s: its options and defaults are those of --help",
    (name) => {
      const section = sections.find((text) => text.startsWith(`\`mulligan ${name}\``)) ?? "";
      const own = optionRows(section);
      const names = sharedNames(section).filter(
        (shared) => !own.some(([flags]) => longName(flags) === shared),
      );
      const shared = sharedOptions.filter(([flags]) => names.includes(longName(flags)));
      expect(shared.map(([flags]) => longName(flags)).toSorted()).toEqual(names.toSorted());
      expect([...own, ...shared].toSorted()).toEqual(optionsOf(name).toSorted());
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

const main = join(root, "packages/cli/dist/bundle/main.js");

/** The options in a table with their defaults, which follow in brackets; – for none. */
function optionRows(text: string): [flags: string, value: string][] {
  return tableRows(text).flatMap(([cell]) => {
    const [, flags, value = "–"] = /^`((?:-\w, )?--[\w-]+(?: <.+?>)?)`(?: \((.+)\))?$/.exec(cell) ?? [];
    return flags === undefined ? [] : [[flags, value.replaceAll("`", "")] as [string, string]];
  });
}

const longName = (flags: string) => /--[\w-]+/.exec(flags)?.[0] ?? "";

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
    key: "00",
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
  const session = { began: 1, command: "mulligan run a", tasks: 1 };
  const cut = formatTrial({ ...trial, outcome: { kind: "censored", time: 1, resetting: 1 } }, ["a"], session);
  const done = formatTrial({ ...trial, result: "r", outcome: { kind: "completed", time: 1, reward: 1 } }, [
    "a",
  ]);
  const written = [header, cut, done].flatMap((line) => Object.keys(JSON.parse(line)));
  const named = tableRows(read("docs/reference/journal.md")).flatMap(([cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]),
  );
  expect(new Set(named)).toEqual(new Set(written));
});

const { maxAttempts, maxKeys } = CallsProblemSchema.shape;
const { policy } = PolicyProblemSchema.shape;

const seconds = (ms: number) => `${ms / 1_000} s`;
const count = (most: number) => most.toLocaleString("en-US");

/** By the words in the table, without what happens beyond the limit. */
const LIMITS: Readonly<Record<string, readonly string[]>> = {
  "bytes of headers; of a body": [MAX_HEADER_BYTES, MAX_BODY_BYTES].map(count),
  "time for headers; for a request": [TIMES.headersTimeout, TIMES.requestTimeout].map(seconds),
  "time without a request; without reading an answer; an event": [
    ...[TIMES.keepAliveTimeout, TIMES.unreadTimeout, STALLED_MS].map(seconds),
  ],
  "waiting requests of a connection": [count(MAX_PIPELINED)],
  "connections; of all addresses; then of one": [1, UNCROWDED, SHARE_OF_ADDRESS].map((share) =>
    count(share * MAX_CONNECTIONS),
  ),
  "listeners; of an address": [MAX_LISTENERS, MAX_LISTENERS_PER_ADDRESS].map(count),
  "unread bytes of answers; of events; of one listener": [
    ...[MAX_UNREAD_BYTES, MAX_WAITING_BYTES, MAX_BEHIND].map(count),
  ],
  problems: [count(MAX_PROBLEMS)],
  "characters of a name, task, key, id or option": [count(MAX_NAME)],
  "characters of policy, cutoffs or resetting": [count(policy.unwrap().maxLength!)],
  "cutoffs in a list; times arms": [MAX_CUTOFFS, MAX_CHOICES].map(count),
  "positive times, resets, cutoffs; rewards": [`${MIN_TIME} to 1e15`, `${MIN_REWARD} to 1`],
  "decisions or observations of a request": [count(MAX_BATCH)],
  "waiting decisions; of a problem": [MAX_OUTSTANDING_IN_ALL, MAX_OUTSTANDING].map(count),
  "remembered ids of forgotten decisions": [count(MAX_FORGOTTEN)],
  "tries of a problem": [count(MAX_TRIES)],
  // The code has these for itself.
  "journals; levels of folders": ["2,000", "3"],
  "time for answers at the end": ["1.5 s"],
};

test("docs/reference/service.md has the limits, the fields of a problem and the refusals of the code", () => {
  const [, ...sections] = read("docs/reference/service.md").split(/^## /m);
  const rowsOf = (title: string) => tableRows(sections.find((text) => text.startsWith(`${title}\n`)) ?? "");
  const limits = rowsOf("Limits").map(([what, most]) => [what.replace(/ \(.*\)$/, ""), most.split("; ")]);
  expect(Object.fromEntries(limits)).toEqual(LIMITS);
  const fields = rowsOf("A problem").map(nameAndRemark);
  expect(fields.map(([name]) => name)).toEqual(Object.keys(PolicyProblemSchema.shape));
  expect(fields[1][1]).toContain(`up to ${MAX_PROBLEM_ARMS},`);
  const ofCalls = rowsOf("A problem of calls").map(nameAndRemark);
  expect(ofCalls.map(([name]) => name)).toEqual(Object.keys(CallsProblemSchema.shape));
  expect(Object.fromEntries(ofCalls)).toMatchObject({
    maxAttempts: expect.stringContaining(`up to ${count(maxAttempts.unwrap().maxValue!)}`),
    maxKeys: expect.stringContaining(`up to ${count(maxKeys.unwrap().maxValue!)}`),
  });
  const statuses = rowsOf("Refusals").flatMap(([status]) => status.split(", "));
  expect(statuses.sort()).toEqual(Object.keys(TITLES).filter((status) => status !== "500"));
});

/** The name of a field without its default, and its meaning. */
const nameAndRemark = ([cell, meaning]: string[]) => [/^`(\w+)`/.exec(cell)?.[1] ?? cell, meaning];
