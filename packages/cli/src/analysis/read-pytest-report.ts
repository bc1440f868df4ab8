import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type Ending, endingOfWord, runThatEnded, saysTimeout } from "./ending.ts";
import { checkedShape, type JsonDocument } from "./json-documents.ts";
import type { Reading } from "./record-runs.ts";

const Stage = z
  .object({
    duration: z.number().nonnegative().optional(),
    crash: z.object({ message: z.string().optional() }).optional(),
  })
  .optional();

const Report = z.object({
  tests: z.array(
    z.object({ nodeid: z.string(), outcome: z.string(), setup: Stage, call: Stage, teardown: Stage }),
  ),
});

/**
 * Reads the report of pytest-json-report: a test takes as long as its setup, its call and its teardown together. A failure
 * that says that a time limit was exceeded, as those of pytest-timeout do, is a cut. Skipped tests are left out.
 */
export function readPytestReport(documents: Iterable<JsonDocument>): Reading {
  const rows: LoggedRun[] = [];
  let skipped = 0;
  for (const { where, value } of documents) {
    for (const test of checkedShape(where, value, Report, "a report of pytest-json-report").tests) {
      const stages = [test.setup, test.call, test.teardown];
      const durations = stages.flatMap((stage) => stage?.duration ?? []);
      const message = stages.map((stage) => stage?.crash?.message ?? "").join("\n");
      const ending = endingOf(where, test.outcome, message);
      if (ending !== "not run" && durations.length === 0) {
        throw new UsageError(
          `${where}: must have the durations of setup, call and teardown, got none for ${shown(test.nodeid)}`,
        );
      }
      const time = durations.reduce((sum, duration) => sum + duration, 0);
      const row = runThatEnded({ instance: test.nodeid }, time, ending);
      if (row === undefined) skipped += 1;
      else rows.push(row);
    }
  }
  return { rows, unit: "s", notes: skipped > 0 ? [`${skipped} skipped left out`] : [] };
}

function endingOf(where: string, outcome: string, message: string): Ending {
  const ending = endingOfWord(outcome);
  if (ending === undefined) {
    throw new UsageError(
      `${where}: outcome must be passed, failed, error, skipped, xfailed or xpassed, got ${shown(outcome)}`,
    );
  }
  return ending === "failed" && saysTimeout(message) ? "cut" : ending;
}
