import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { runThatEnded } from "./ending.ts";
import { checkedShape, type JsonDocument } from "./json-documents.ts";
import type { Reading } from "./record-runs.ts";

const Tries = z.object({
  tries: z.array(
    z.object({
      arm: z.string(),
      task: z.string().optional(),
      kind: z.enum(["completed", "censored"]),
      time: z.number().nonnegative(),
      reward: z.number().nonnegative().optional(),
    }),
  ),
});

/** Reads the latest tries as the service returns them (`GET /v1/problems/NAME/tries`). */
export function readTries(documents: Iterable<JsonDocument>): Reading {
  const rows: LoggedRun[] = [];
  for (const { where, value } of documents) {
    for (const { arm, task, kind, time, reward } of checkedShape(
      where,
      value,
      Tries,
      "the tries of a problem",
    ).tries) {
      const row = runThatEnded({ arm, instance: task }, time, kind === "censored" ? "cut" : "done", reward);
      if (row !== undefined) rows.push(row);
    }
  }
  return { rows, notes: [] };
}
