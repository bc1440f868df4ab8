import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { catalogue } from "../packages/cli/src/commands/catalogue.ts";
import { formatHeader, formatTrial } from "../packages/cli/src/journal/journal-format.ts";
import { MAX_OUTSTANDING_IN_ALL } from "../packages/cli/src/serve/http/decisions.ts";
import { TITLES } from "../packages/cli/src/serve/http/fault.ts";
import { MAX_BODY_BYTES } from "../packages/cli/src/serve/http/read-body.ts";
import { MAX_BATCH } from "../packages/cli/src/serve/http/schemas.ts";
import { MAX_LISTENERS } from "../packages/cli/src/serve/http/subscribers.ts";
import { MAX_CHOICES, MAX_CUTOFFS } from "../packages/cli/src/serve/problem/definition.ts";
import { MAX_OUTSTANDING } from "../packages/cli/src/serve/problem/outstanding-decisions.ts";
import {
  CallsProblemSchema,
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
        .filter(([flags]) => flags !== "`--reward`") // the head of another table
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
  const help = execFileSync(process.execPath, [main, command, "--help"], { encoding: "utf8" });
  const [, block = ""] = /^Options:\n((?: .*\n)*)/m.exec(help) ?? [];
  const options = block
    .replaceAll(/\n {4,}/g, " ")
    .matchAll(/^ {2}((?:-[^h], )?--[\w-]+(?: <.+?>)?) +(.*)$/gm);
  return [...options].map(([, flags, text]) => [flags, /\(default: "?(.*?)"?\)$/.exec(text)?.[1] ?? "–"]);
}

test("docs/reference/journal.md names every field that a journal can have, and no other", () => {
  const header = formatHeader({
    unit: "ms",
    arms: [{ name: "a", command: ["a"] }],
    policy: "km-ts",
    mode: "retry",
    schedule: "luby",
    cutoffs: "auto",
    firstCutoff: "1s",
    minCutoff: "1s",
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

test("docs/reference/service.md has the limits, the fields of a problem and the refusals of the code", () => {
  const [, ...sections] = read("docs/reference/service.md").split(/^## /m);
  const rowsOf = (title: string) => tableRows(sections.find((text) => text.startsWith(`${title}\n`)) ?? "");
  const limits = rowsOf("Limits").map(([, most]) => Number(most.replace(/ bytes$/, "").replaceAll(",", "")));
  expect(limits).toEqual([
    MAX_BODY_BYTES,
    MAX_PROBLEMS,
    MAX_PROBLEM_ARMS,
    MAX_CUTOFFS,
    MAX_CHOICES,
    MAX_NAME,
    MAX_BATCH,
    MAX_OUTSTANDING,
    MAX_OUTSTANDING_IN_ALL,
    MAX_LISTENERS,
    MAX_TRIES,
  ]);
  const fieldsOf = (title: string) => rowsOf(title).map(([field]) => field.replaceAll("`", ""));
  expect(fieldsOf("A problem")).toEqual(Object.keys(PolicyProblemSchema.shape));
  expect(fieldsOf("A problem of calls")).toEqual(Object.keys(CallsProblemSchema.shape));
  const statuses = rowsOf("Refusals").flatMap(([status]) => status.split(", "));
  expect(statuses.sort()).toEqual(Object.keys(TITLES).filter((status) => status !== "500"));
});
