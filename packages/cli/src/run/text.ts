import { costText, isLoss, lossText } from "../report/tries.ts";
import { formatDuration } from "../shell/duration.ts";
import { printable, textTable } from "../shell/text.ts";
import type { ArmSummary } from "../tasks/arm-tally.ts";
import type { StopReason } from "../tasks/stopping.ts";
import type { Task } from "../tasks/task.ts";
import type { RunBook } from "./run-book.ts";

/** The table at the end, for people. */
export function runText(
  book: RunBook,
  stopped: StopReason,
  { until, wallMs }: { readonly until: number | undefined; readonly wallMs: number },
): string {
  const arms = book.arms.map((arm) => arm.totals());
  const rows = [
    ["arm", "cutoff", "tries", "cut", "solved", "time", "without cutoff"],
    ...arms.map((arm) => [
      arm.name,
      arm.cutoff === null ? "–" : formatDuration(arm.cutoff),
      String(arm.tries),
      String(arm.cuts),
      String(arm.solved),
      formatDuration(arm.time),
      costText(arm.withoutCutoff),
    ]),
  ];
  const why = {
    done: givenUpText(book),
    until: ", as many as asked for",
    budget: ", budget spent",
    hopeless: ", given up: it fails again and again",
    interrupted: ", interrupted",
  };
  const total = Number.isFinite(book.tasks.total) ? ` of ${book.tasks.total}` : "";
  const asked = until !== undefined && book.solved < until ? ` (${until} were asked for)` : "";
  const { earlier } = book;
  const [tries, wall] = [count(book.trials - earlier.trials, "try", "tries"), formatDuration(wallMs)];
  const work =
    earlier.trials === 0
      ? ` in ${tries} and ${wall}${why[stopped]}`
      : `; this run made ${tries} in ${wall}${why[stopped]}; before it ${count(earlier.tasks, "task", "tasks")} done in ${count(earlier.trials, "try", "tries")}`;
  return `${textTable(rows)}
${columnsText(arms)}${lossLine(arms)}
${book.solved}${total} solved${asked}${work}
${unsolvedText(book)}`;
}

/** What the columns are that do not say it themselves. */
function columnsText(arms: readonly ArmSummary[]): string {
  const unknown = arms.some(({ withoutCutoff }) => withoutCutoff === null)
    ? "; unknown if none succeeded or too many slow ones were cut"
    : "";
  return `time: of all tries together; without cutoff: what as many successes cost if no try is cut${unknown}`;
}

/** Says so if restarting cost time. With several arms the choice among them costs time too. */
function lossLine(arms: readonly ArmSummary[]): string {
  const cost = arms.length === 1 ? arms[0].withoutCutoff : null;
  return cost === null || !isLoss(cost) ? "" : `\n${lossText(cost)}`;
}

/** Why what is not solved was given up. */
function givenUpText({ tasks, timeout }: RunBook): string {
  const reasons = {
    alike: "failed in the same way each time while others succeeded (--retries N allows more)",
    failures: "only failures, again and again",
    tries: "no tries left",
    time:
      timeout === undefined
        ? "took far longer than the others (--timeout TIME allows more)"
        : "no time left (--timeout)",
  } satisfies Record<NonNullable<Task["givenUp"]>, string>;
  return Object.entries(reasons)
    .map(([why, text]) => [tasks.all.filter(({ givenUp }) => givenUp === why).length, text] as const)
    .map(([number, text]) => (number === 0 ? "" : `, ${number} given up: ${text}`))
    .join("");
}

/** So many names are read; more are counted. */
const MAX_NAMED = 10;

function unsolvedText({ tasks }: RunBook): string {
  const open = tasks.all.filter(({ state, input }) => state !== "solved" && input !== null);
  if (open.length === 0) return "";
  const names = open.slice(0, MAX_NAMED).map(({ input }) => printable(input!));
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : "";
  return `not solved: ${names.join(", ")}${more}\n`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
