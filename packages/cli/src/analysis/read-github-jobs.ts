import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { endingOfWord, runThatEnded } from "./ending.ts";
import { checkedShape, type JsonDocument } from "./json-documents.ts";
import type { Reading } from "./record-runs.ts";

const Moment = z.string().nullish();
const span = {
  name: z.string(),
  conclusion: z.string().nullish(),
  // The jobs as gh and the REST interface write them.
  startedAt: Moment,
  completedAt: Moment,
  started_at: Moment,
  completed_at: Moment,
};
const Jobs = z.object({
  jobs: z.array(z.object({ ...span, steps: z.array(z.object(span)).nullish() })),
});

/**
 * Reads the jobs of GitHub Actions (`gh run view RUN --json jobs`). Jobs are one arm and steps another, since a job takes as long as its
 * steps. A job or step that was cancelled or timed out was cut; one that was skipped or has not ended is left out.
 */
export function readGithubJobs(documents: Iterable<JsonDocument>): Reading {
  const rows: LoggedRun[] = [];
  let leftOut = 0;
  const add = (where: string, arm: string, instance: string, entry: z.infer<typeof Entry>) => {
    const row = runOf(where, arm, instance, entry);
    if (row === undefined) leftOut += 1;
    else rows.push(row);
  };
  for (const { where, value } of documents) {
    for (const job of checkedShape(where, value, Jobs, "GitHub's list of jobs").jobs) {
      add(where, "jobs", job.name, job);
      for (const step of job.steps ?? []) add(where, "steps", `${job.name} / ${step.name}`, step);
    }
  }
  return { rows, unit: "s", notes: leftOut > 0 ? [`${leftOut} that did not run or end left out`] : [] };
}

const Entry = z.object(span);

function runOf(
  where: string,
  arm: string,
  instance: string,
  entry: z.infer<typeof Entry>,
): LoggedRun | undefined {
  const [started, completed] = [
    momentOf(entry.startedAt ?? entry.started_at),
    momentOf(entry.completedAt ?? entry.completed_at),
  ];
  if (!entry.conclusion || started === undefined || completed === undefined) return undefined;
  const ending = endingOfWord(entry.conclusion);
  if (ending === undefined) {
    throw new UsageError(
      `${where}: conclusion must be one of GitHub's such as success or failure, got ${shown(entry.conclusion)}`,
    );
  }
  // The clocks of two machines may differ by a second.
  return runThatEnded({ arm, instance, start: started }, Math.max(0, completed - started) / 1e3, ending);
}

/** A moment in milliseconds; undefined for none, which gh writes as that of the year 1. */
function momentOf(text: string | null | undefined): number | undefined {
  const moment = text ? Date.parse(text) : Number.NaN;
  return moment > 0 ? moment : undefined;
}
