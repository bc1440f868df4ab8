import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { readTime } from "./cell-time.ts";
import { type Ending, runThatEnded } from "./ending.ts";
import { checkedShape, type JsonDocument } from "./json-documents.ts";
import type { Reading } from "./record-runs.ts";

const Event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Elapsed: z.number().nonnegative().optional(),
  Output: z.string().optional(),
});
type Event = z.infer<typeof Event>;

const ACTIONS = new Set(
  "start run pause cont pass bench fail output skip attr build-output build-fail artifacts".split(" "),
);
const FIELDS = new Set(
  "Time Action Package ImportPath Test Elapsed Output OutputType FailedBuild Key Value Path".split(" "),
);

/** Whether an object is an event of `go test -json`. */
export function isGoEvent(object: Readonly<Record<string, unknown>>): boolean {
  return ACTIONS.has(String(object.Action)) && Object.keys(object).every((name) => FIELDS.has(name));
}

/** The actions that end a test, or all tests of a package. */
const ENDINGS = new Map<string, Ending>([
  ["pass", "done"],
  ["fail", "failed"],
  ["skip", "not run"],
]);

/** The tests of a package, from the first event to that of the package's own end. */
interface PackageRun {
  readonly ended: { readonly test: string; readonly time: number; readonly ending: Ending }[];
  /** The tests that were running at the time limit, and for how long. */
  readonly cut: Map<string, number>;
  /** The tests that have subtests. */
  readonly parents: Set<string>;
  isCached: boolean;
  /** Whether the next lines of output name the tests that were running. */
  isListing: boolean;
}

/**
 * Reads the events of `go test -json`. A run is a test that passed or failed, or was running at the time limit of its package, which is
 * then a cut; the events of whole packages are none. A test with subtests takes as long as these, so only they count.
 */
export function readGoTest(documents: Iterable<JsonDocument>): Reading {
  const open = new Map<string, PackageRun>();
  const rows: LoggedRun[] = [];
  const leftOut = { skipped: 0, "with subtests": 0, "from the cache": 0 };
  const close = (name: string, { ended, cut, parents, isCached }: PackageRun) => {
    const overdue = Array.from(cut, ([test, time]) => ({ test, time, ending: "cut" as const }));
    for (const { test, time, ending } of [...ended, ...overdue]) {
      const run = runThatEnded({ instance: name === "" ? test : `${name}.${test}` }, time, ending);
      if (isCached) leftOut["from the cache"] += 1;
      else if (run === undefined) leftOut.skipped += 1;
      else if (parents.has(test)) leftOut["with subtests"] += 1;
      else rows.push(run);
    }
  };
  for (const { where, value } of documents) {
    const event = checkedShape(where, value, Event, "an event of go test -json");
    const { Action, Package = "", Test } = event;
    const run = open.get(Package) ?? newRun();
    open.set(Package, run);
    add(run, event);
    if (Test !== undefined || !ENDINGS.has(Action)) continue;
    close(Package, run);
    open.delete(Package);
  }
  for (const [name, run] of open) close(name, run);
  const notes = Object.entries(leftOut).filter(([, count]) => count > 0);
  return { rows, unit: "s", notes: notes.map(([which, count]) => `${count} ${which} left out`) };
}

function newRun(): PackageRun {
  return { ended: [], cut: new Map(), parents: new Set(), isCached: false, isListing: false };
}

function add(run: PackageRun, { Action, Test, Elapsed, Output }: Event): void {
  if (Output !== undefined) addOutput(run, Output);
  if (Test === undefined) return;
  for (let at = Test.indexOf("/"); at >= 0; at = Test.indexOf("/", at + 1)) {
    run.parents.add(Test.slice(0, at));
  }
  const ending = ENDINGS.get(Action);
  if (ending === undefined || Elapsed === undefined || run.cut.has(Test)) return;
  run.ended.push({ test: Test, time: Elapsed, ending });
}

/** Go splits longer lines. */
const LONGEST_LINE = 1_024;

/** Go names the tests that were running at the time limit in the message of a panic: `running tests:`, and lines such as `TestA (1m0s)`. */
function addOutput(run: PackageRun, line: string): void {
  if (/^ok\s.*\t\(cached\)/.test(line)) run.isCached = true;
  const mayName = run.isListing && line.length <= LONGEST_LINE;
  const [, test, text = ""] = (mayName && /^\s+(\S.*) \((.+)\)\s*$/.exec(line)) || [];
  const time = readTime(text);
  if (time !== undefined) run.cut.set(test, time.time / 1e3);
  else run.isListing = /^\s*running tests:\s*$/.test(line);
}
