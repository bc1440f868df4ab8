import { readFileSync } from "node:fs";
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
