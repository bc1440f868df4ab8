import { formatDuration } from "../shell/duration.ts";
import { printable, textTable } from "../shell/text.ts";
import type { ArmTotals } from "../tasks/arm-tally.ts";
import type { GivenUp } from "../tasks/finished-tasks.ts";
import { type LiveView, leadingArm, liveLineText } from "../tasks/lines.ts";
import type { RunState } from "../tasks/run-state.ts";
import type { StopReason } from "../tasks/stop-control.ts";
import type { Unit } from "../tasks/task.ts";
import type { WithoutCutoff } from "../tasks/without-cutoff.ts";

/** Returns the final table for people. */
export function runText(
  state: RunState,
  stopped: StopReason,
  {
    until,
    seed,
    wallMs,
  }: { readonly until: number | undefined; readonly seed: number; readonly wallMs: number },
): string {
  const { text: unitText } = state.rules.unit;
  const arms = state.arms.map((arm) => ({ withoutCutoff: null, ...arm.totals() }));
  const rows = [
    ["arm", "cutoff", "tries", "cut", "solved", "time", "without cutoff"],
    ...arms.map((arm) => [
      arm.name,
      typeof arm.cutoff !== "number" ? "–" : unitText(arm.cutoff),
      String(arm.tries),
      String(arm.cuts),
      String(arm.solved),
      unitText(arm.time),
      costText(arm.withoutCutoff, unitText),
    ]),
  ];
  const why = {
    done: givenUpText(state),
    until: ", as many as asked for",
    budget: ", budget spent",
    halt: ", halted",
    hopeless: ", given up: it fails again and again",
    interrupted: ", interrupted",
  };
  const total = Number.isFinite(state.tasks.total) ? ` of ${state.tasks.total}` : "";
  const asked = until !== undefined && state.solved < until ? ` (${until} were asked for)` : "";
  const { earlier } = state;
  const [tries, wall] = [count(state.trials - earlier.trials, "try", "tries"), formatDuration(wallMs)];
  const work =
    earlier.trials === 0
      ? ` in ${tries} and ${wall}${why[stopped]}`
      : `; this run made ${tries} in ${wall}${why[stopped]}; before it ${count(earlier.tasks, "task", "tasks")} done in ${count(earlier.trials, "try", "tries")}`;
  return `${textTable(rows)}
${columnsText(arms)}${lossLine(arms, unitText)}
${state.solved}${total} solved${asked}${work}; seed ${seed}
${idleText(state)}${unsolvedText(state)}`;
}

function idleText({ idleCuts }: RunState): string {
  return idleCuts === 0
    ? ""
    : `${count(idleCuts, "try was", "tries were")} cut for printing nothing (--idle)\n`;
}

type Costs = Pick<Required<ArmTotals>, "withoutCutoff">;

/** Explains the columns whose names do not. */
function columnsText(arms: readonly Costs[]): string {
  const unknown = arms.some(({ withoutCutoff }) => withoutCutoff === null)
    ? "; unknown if none succeeded or too many slow ones were cut"
    : "";
  return `time: of all tries; without cutoff: what the same successes would cost if no try were cut${unknown}`;
}

/** Says so if restarting cost time. With several arms the choice among them costs time too. */
function lossLine(arms: readonly Costs[], text: Unit["text"]): string {
  const cost = arms.length === 1 ? arms[0].withoutCutoff : null;
  return cost === null || !isLoss(cost) ? "" : `\n${lossText(cost, text)}`;
}

/** `50 s (35 s to 70 s)`, or a lower bound: `≥ 30 s`. */
function costText(cost: Omit<WithoutCutoff, "spent"> | null | undefined, text: Unit["text"]): string {
  if (cost == null) return "unknown";
  const { time, low = time, high = time, exact } = cost;
  const range = [text(low), text(high)];
  return exact && range[0] !== range[1]
    ? `${text(time)} (${range.join(" to ")})`
    : `${exact ? "" : "≥ "}${text(time)}`;
}

/** A smaller loss lies within the error of the estimate. */
const LOSS = 1.2;

/** True if restarting cost time: more than the estimate and its interval leave in doubt. */
function isLoss({ time, high = time, spent }: WithoutCutoff): boolean {
  return spent > Math.max(LOSS * time, high);
}

function lossText({ time, spent }: Pick<WithoutCutoff, "time" | "spent">, text: Unit["text"]): string {
  return `restarting cost about ${text(spent - time)} here; --policy never is faster`;
}

/** How many tasks were given up, and why. */
function givenUpText({ tasks }: RunState): string {
  const reasons = {
    alike: "failed in the same way each time while others succeeded (--retries N allows more)",
    failures: "only failures, again and again",
    tries: "no tries left",
    time: "took far longer than the others",
  } satisfies Record<GivenUp, string>;
  return Object.entries(reasons)
    .map(([why, text]) => [tasks.finished.givenUp(why as GivenUp), text] as const)
    .map(([number, text]) => (number === 0 ? "" : `, ${number} given up: ${text}`))
    .join("");
}

/** The most names that are listed; further ones are counted. */
const MAX_NAMED = 10;

function unsolvedText({ tasks, rules: { hideInput } }: RunState): string {
  const { inputs } = tasks;
  const names: string[] = [];
  let open = 0;
  for (let place = 0; inputs !== undefined && place < inputs.length; place++) {
    if (tasks.stateOf(place + 1) === "solved") continue;
    open += 1;
    if (open <= MAX_NAMED) names.push(printable(hideInput(inputs.at(place)!)));
  }
  if (open === 0) return "";
  const more = open > MAX_NAMED ? ` and ${open - MAX_NAMED} more` : "";
  return `not solved: ${names.join(", ")}${more}\n`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Returns the progress line on a terminal: finished tasks, or successes if `--until` asks for a number. */
export function runLiveText(state: RunState, until: number | undefined, view: LiveView): string {
  const { tasks, earlier } = state;
  const { done, before, total } =
    until === undefined
      ? { done: tasks.finished.count, before: earlier.tasks, total: tasks.total }
      : { done: state.solved, before: earlier.solved, total: until };
  const best = leadingArm(state.arms.filter((arm) => arm.cutoff() !== null));
  const parts = {
    count: Number.isFinite(total) ? `${done}/${total} done` : `${done} done`,
    done: done - before,
    total: total - before,
    work: `${state.trials} tries`,
    best: best && { arm: best.name, cutoff: state.rules.unit.text(best.cutoff() ?? Infinity) },
  };
  return liveLineText(parts, view);
}
