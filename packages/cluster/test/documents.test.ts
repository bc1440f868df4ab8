import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  controlSchema,
  jobSchema,
  keys,
  PREFIX,
  parseDocument,
  queueName,
  reportSchema,
  resultSchema,
  runSchema,
  VERSION,
  workerSchema,
} from "../src/documents.ts";

test("the version of the documents is that of the package", () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  expect(VERSION).toBe(JSON.parse(manifest).version);
});

test("all keys have one hash tag, so that they are in one slot of a Redis Cluster", () => {
  for (const key of Object.values(keys)) {
    expect(typeof key === "string" ? key : key("x")).toMatch(/^\{mulligan\}:/);
  }
  expect(PREFIX).toBe("{mulligan}");
});

test("runs with the same needs share a queue, in whatever order they name them", () => {
  const needs = { labels: ["gpu", "big"], programs: ["a", "b"], reads: false };
  const same = { labels: ["big", "gpu", "gpu"], programs: ["b", "a"], reads: false };
  expect(queueName(same)).toBe(queueName(needs));
  const others = [
    { ...needs, labels: [] },
    { ...needs, programs: ["a"] },
    { ...needs, reads: true },
  ];
  expect(new Set([needs, ...others].map(queueName)).size).toBe(4);
  // BullMQ refuses a colon in the name of a queue.
  expect(queueName(needs)).not.toContain(":");
});

test("a job with a field more, less or of another kind is refused", () => {
  const job = { version: VERSION, run: "r", epoch: "e", work: {} };
  expect(jobSchema.safeParse(job).success).toBe(true);
  const { epoch: _epoch, ...less } = job;
  for (const wrong of [less, { ...job, more: 1 }, { ...job, run: "../x" }, { ...job, epoch: 1 }]) {
    expect(jobSchema.safeParse(wrong).success).toBe(false);
  }
});

test("any text is a document or nothing", () => {
  const schemas = [controlSchema, reportSchema, resultSchema, runSchema, workerSchema];
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const schema of schemas) expect(() => parseDocument(schema, text)).not.toThrow();
    }),
  );
  expect(parseDocument(controlSchema, '{"moves":[["a","inf"]]}')).toEqual({ moves: [["a", "inf"]] });
  expect(parseDocument(controlSchema, '{"moves":[["a",-1]]}')).toBeUndefined();
});
