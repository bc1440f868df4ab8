import { readFileSync } from "node:fs";
import { trialFromJson } from "@mulligan/core/problem";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jobId, jobSchema } from "../../src/messages/job.ts";
import { namesOf, VERSION } from "../../src/messages/keys.ts";
import { endsTurn, parseEntry } from "../../src/messages/log-entry.ts";
import { cutoffDocument, learningPolicy, runSchema } from "../../src/messages/run-document.ts";

const job = {
  version: VERSION,
  run: "r",
  task: { index: 3, input: "a.cnf", occurrence: 1, trials: 0, attempts: 0 },
  turn: 2,
};

test("the version of what is written is that of the package", () => {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(VERSION).toBe(JSON.parse(manifest).version);
});

test("the same turn is the same job, and BullMQ takes its name", () => {
  expect(jobId(jobSchema.parse(job))).toBe("r.3.2");
  expect(jobId(jobSchema.parse(job))).not.toContain(":");
});

test("keys of two versions have nothing in common", () => {
  const [ours, theirs] = [namesOf("1.0.0"), namesOf("1.0.1")];
  expect(ours.queue).not.toBe(theirs.queue);
  expect(ours.run("x").all.filter((key) => theirs.run("x").all.includes(key))).toEqual([]);
});

test("a job with a field more, less or of another kind is refused", () => {
  const { turn: _turn, ...less } = job;
  for (const wrong of [less, { ...job, more: 1 }, { ...job, turn: 0 }, { ...job, run: "../x" }]) {
    expect(jobSchema.safeParse(wrong).success).toBe(false);
  }
  expect(jobSchema.safeParse({ ...job, task: { ...job.task, blob: "zz" } }).success).toBe(false);
});

test("whatever text stands in the log, an entry comes of it or nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => parseEntry(text)).not.toThrow();
    }),
  );
  const end = { type: "end", worker: "w", index: 1, turn: 1, ending: "over" };
  const entry = parseEntry(JSON.stringify(end));
  expect(entry).toEqual(end);
  expect(endsTurn(entry!)).toBe(true);
  expect(parseEntry(JSON.stringify({ ...end, ending: "rm -rf" }))).toBeUndefined();
});

const trialEntry = {
  type: "trial",
  worker: "w",
  index: 1,
  turn: 1,
  arm: 0,
  cutoff: 2,
  seed: 7,
};
const completed = { kind: "completed", time: 1.5, reward: 0.25 };
const censored = { kind: "censored", time: 1.5 };

/** The same trial in the JSON form of core. */
function trialLine(entry: Readonly<Record<string, unknown>>, outcome: Readonly<Record<string, unknown>>) {
  const { worker: _worker, index: _index, turn: _turn, ...trial } = entry;
  const { kind, ...measured } = outcome;
  const line = { ...trial, ...measured, completed: kind === "completed" ? 1 : 0 };
  return { ...line, instance: null, occurrence: 1, arm: "only" };
}

test("a trial is refused exactly where core refuses it, whatever stands in a field", () => {
  const values = [-1, 0, 0.5, 1, 1.5, 2, 2 ** 53, 1e308, "inf", "1", "", null, true, [], {}];
  const value = fc.oneof(fc.constantFrom(...values), fc.double(), fc.jsonValue());
  const field = fc.constantFrom("cutoff", "startCutoff", "attempt", "time", "reward", "resetting");
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(fc.constantFrom(completed, censored), field, value, (outcome, name, odd) => {
      const inOutcome = ["time", "reward", "resetting"].includes(name);
      // The schema has no field for these, where core only ignores them.
      fc.pre(!(outcome.kind === "completed" ? name === "resetting" : name === "reward"));
      const entry = inOutcome ? trialEntry : { ...trialEntry, [name]: odd };
      const measured = inOutcome ? { ...outcome, [name]: odd } : outcome;
      const ours = parseEntry(JSON.stringify({ ...entry, outcome: measured }));
      const cores = trialFromJson(JSON.parse(JSON.stringify(trialLine(entry, measured))), ["only"]);
      expect(ours === undefined).toBe(cores === undefined);
      if (ours?.type === "trial") expect(ours.outcome).toEqual(cores?.outcome);
      if (ours === undefined) refused += 1;
      else accepted += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(accepted, refused)).toBeGreaterThan(100);
});

test("a run's document keeps what it is to be learned with, ∞ too", () => {
  const learning = {
    policy: "km-ucb",
    options: {},
    arms: ["a"],
    cutoffs: cutoffDocument({ kind: "list", values: [1, Infinity] }),
    resets: "none" as const,
  };
  const document = { version: VERSION, kind: "fake", learning, detail: { x: 1 } };
  expect(runSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  expect(() => learningPolicy(learning, 1)).not.toThrow();
  expect(() => learningPolicy({ ...learning, policy: "hidden-types" }, 1)).toThrow(/do not add up/);
});
