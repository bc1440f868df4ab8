import type { LoggedRun } from "@mulligan/core/analysis";
import { UsageError } from "../shell/usage-error.ts";
import { runThatEnded, saysTimeout } from "./ending.ts";
import type { Reading } from "./record-runs.ts";

const HEADING = /(?:^|\s)=+ slowest (?:(\d+) )?(?:test )?durations =+/;
/** CI services may print something before the line. */
const DURATION = /(?:^|\s)(\d+(?:\.\d+)?)s\s+(setup|call|teardown)\s+(\S.*)$/;
const SUMMARY = /(?:^|\s)(FAILED|ERROR) (\S+?::\S.*?)(?: - (.*))?$/;

/** Returns whether a text has the durations that pytest prints. */
export function hasPytestDurations(text: string): boolean {
  return HEADING.test(text) || /^\d+(?:\.\d+)?s\s+(?:setup|call|teardown)\s+\S+::/m.test(text);
}

/**
 * Reads what `pytest --durations=0 -vv` prints: a test takes as long as its setup, its call and its teardown together. The short summary in
 * the same output names the failed tests; a failure by a time limit is a cut.
 */
export function readPytestDurations(file: string, text: string): Reading {
  const failed = failuresIn(text);
  const rows: LoggedRun[] = [];
  const notes: string[] = [];
  let stages = new Map<string, Map<string, number>>();
  const flush = () => {
    for (const [test, durations] of stages) {
      const time = [...durations.values()].reduce((sum, duration) => sum + duration, 0);
      const row = runThatEnded({ instance: test }, time, failed.get(test) ?? "done");
      if (row !== undefined) rows.push(row);
    }
    stages = new Map();
  };
  for (const line of eachLine(text)) {
    const heading = HEADING.exec(line);
    if (heading !== null) {
      flush();
      if (heading[1] !== undefined && notes.length === 0) {
        notes.push(`these are the slowest only: pytest --durations=0 -vv shows all`);
      }
      continue;
    }
    const match = DURATION.exec(line);
    if (match === null) continue;
    const [, duration, stage, test] = match;
    const own = stages.get(test) ?? new Map<string, number>();
    own.set(stage, (own.get(stage) ?? 0) + Number(duration));
    stages.set(test, own);
  }
  flush();
  if (rows.length === 0) {
    throw new UsageError(
      `${file}: must have lines such as "1.23s call test_a.py::test_b", got none below the heading`,
    );
  }
  return { rows, unit: "s", notes };
}

/** How the tests ended that did not pass. */
function failuresIn(text: string): Map<string, "failed" | "cut"> {
  const failed = new Map<string, "failed" | "cut">();
  for (const line of eachLine(text)) {
    const match = line.includes("::") ? SUMMARY.exec(line) : null;
    if (match !== null) failed.set(match[2], saysTimeout(match[3] ?? "") ? "cut" : "failed");
  }
  return failed;
}

/** Longer lines are not from pytest. */
const LONGEST_LINE = 4_000;

function* eachLine(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    if (end - from <= LONGEST_LINE) yield text.slice(from, end).trimEnd();
    from = end + 1;
  }
}
