import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { UsageError } from "../shell/usage-error.ts";
import { endingOfExit, runThatEnded } from "./ending.ts";
import { checkedShape, type JsonDocument } from "./json-documents.ts";
import type { Reading } from "./record-runs.ts";

const Export = z.object({
  results: z.array(
    z.object({
      command: z.string(),
      times: z.array(z.number().nonnegative()).optional(),
      exit_codes: z.array(z.number().nullable()).optional(),
    }),
  ),
});

/** Reads hyperfine's `--export-json`: each command is an arm. A run without an exit code was killed by a signal, so it was cut. */
export function readHyperfine(documents: Iterable<JsonDocument>): Reading {
  const rows: LoggedRun[] = [];
  for (const { where, value } of documents) {
    for (const { command, times, exit_codes: codes } of checkedShape(
      where,
      value,
      Export,
      "an export of hyperfine",
    ).results) {
      if (times === undefined) {
        throw new UsageError(
          `${where}: must have the times of each run, got a summary only (hyperfine --export-json has them)`,
        );
      }
      for (const [run, time] of times.entries()) {
        const code = codes === undefined ? 0 : (codes[run] ?? null);
        const row = runThatEnded({ arm: command }, time, code === null ? "cut" : endingOfExit(code));
        if (row !== undefined) rows.push(row);
      }
    }
  }
  return { rows, unit: "s", notes: [] };
}
