import type { Trial } from "@mulligan/core/problem";
import type { Assignment } from "@mulligan/sat";
import { roundToMicroseconds } from "../shell/duration.ts";
import { jsonLineParts } from "../shell/output.ts";
import { perSecond, timeLeft } from "../shell/terminal.ts";
import { brief, printable } from "../shell/text.ts";
import type { ArmTally } from "./arm-tally.ts";
import type { RunState } from "./run-state.ts";
import type { StopReason } from "./stop-control.ts";
import type { Task, Unit } from "./task.ts";

/** Returns the line of a task with `--json`, without its model; its time is the sum over all trials. */
export function taskLine(task: Task, { arms, rules: { unit } }: RunState) {
  const { last, problem } = task;
  return {
    type: "task",
    input: task.input,
    solved: task.state === "solved",
    tries: task.trials,
    time: unit.time(task.time),
    arm: last === undefined ? null : arms[last.arm].name,
    cutoff: last === undefined ? null : unit.cutoff(last.cutoff),
    ...(last?.cut === undefined ? {} : { cut: last.cut }),
    ...(unit.graded && last?.outcome.kind === "completed" ? rewardFields(last.outcome.reward, unit) : {}),
    ...(last?.result === undefined ? {} : { result: last.result }),
    ...(task.givenUp === undefined ? {} : { givenUp: task.givenUp, ...howItEnded(task) }),
    ...(problem === undefined ? {} : { problem }),
    ...(task.unsatisfiable ? { unsatisfiable: true } : {}),
  };
}

/** How the last try of a task that was given up ended, and what it wrote last to its standard error. */
function howItEnded({ last, complaint }: Task) {
  const exit = last?.outcome.kind === "censored" ? "cut" : last?.exit;
  return {
    ...(exit === undefined ? {} : { exit }),
    ...(complaint === undefined ? {} : { stderr: complaint }),
  };
}

/** Returns the reason why a task was given up, for people: a sentence, and the last lines of its standard error. */
export function givenUpLines(task: Task, { rules }: Pick<RunState, "rules">): readonly string[] {
  const { unit, hideInput } = rules;
  const { exit, stderr = "" } = howItEnded(task);
  const { cut: by, cutoff = Infinity } = task.last ?? {};
  const reasons = { idle: "was cut for printing nothing", timeout: "was cut at --timeout" };
  const cut = by === undefined ? `was cut at ${unit.text(cutoff)}` : reasons[by];
  const end = exit === "cut" ? cut : `ended ${exitText(exit)}`;
  const lines = stderr === "" ? [] : stderr.split("\n").map((line) => `  | ${printable(line)}`);
  return [
    `${hideInput(task.input ?? "")}: given up after ${triesText(task.trials)}, the last ${end}`,
    ...lines,
  ];
}

function exitText(exit: Trial["exit"]): string {
  if (exit === undefined) return "without a reward";
  return typeof exit === "number" ? `with exit code ${exit}` : `by ${exit}`;
}

function rewardFields(reward: number, { score }: Unit) {
  return score === undefined ? { reward } : { reward, score: score(reward) };
}

/** Returns the line of a solved task with `--json`, in parts: with its model, as DIMACS literals. */
export function modelLine(line: object, model: Assignment): Iterable<string> {
  return jsonLineParts(line, "model", literalsIn(model));
}

function* literalsIn(model: Assignment): Generator<number> {
  for (let variable = 1; variable < model.length; variable++) {
    yield model[variable] === 1 ? variable : -variable;
  }
}

/** Returns the last line with `--json`, which includes the trials of the journal. */
export function summaryLine(
  state: RunState,
  stopped: StopReason,
  { seed, wallMs }: { readonly seed: number; readonly wallMs?: number },
) {
  const { rules, earlier } = state;
  const { unit } = rules;
  const arms = state.arms.map((arm) => arm.totals());
  return {
    type: "summary",
    tasks: state.tasks.count,
    solved: state.solved,
    tries: state.trials,
    cuts: arms.reduce((sum, { cuts }) => sum + cuts, 0),
    ...(state.idleCuts === 0 ? {} : { idleCuts: state.idleCuts }),
    time: unit.time(state.time),
    arms: arms.map((arm) => ({ ...arm, time: unit.time(arm.time) })),
    stopped,
    seed,
    ...(wallMs === undefined ? {} : { wall: roundToMicroseconds(wallMs) }),
    ...(earlier.trials === 0 ? {} : { earlier: { tasks: earlier.tasks, tries: earlier.trials } }),
  };
}

/** Returns the line of a file of `sat`, for people. */
export function fileText(task: Task, { arms, rules: { unit } }: RunState): string {
  const file = printable(task.input!);
  if (task.problem !== undefined) return `${file}: not read\n`;
  if (task.unsatisfiable) return `${file}: unsatisfiable, it has an empty clause\n`;
  const { last } = task;
  const what =
    task.state === "solved" && last !== undefined
      ? `solved by ${arms[last.arm].name} within ${brief(unit.cutoff(last.cutoff))}`
      : "unsolved";
  return `${file}: ${what}, ${triesText(task.trials)}, ${flipsText(task.time)}\n`;
}

export function triesText(tries: number): string {
  return tries === 1 ? "1 try" : `${brief(tries)} tries`;
}

export function flipsText(flips: number): string {
  return flips === 1 ? "1 flip" : `${brief(flips)} flips`;
}

interface LiveParts {
  /** `3/10 done`. */
  readonly count: string;
  /** The work that this run did and has to do; Infinity if there is no end. */
  readonly done: number;
  readonly total: number;
  readonly work: string;
  /** The best arm, and where it is cut. */
  readonly best: { readonly arm: string; readonly cutoff: string } | undefined;
}

/** When and where the progress line is shown. */
export interface LiveView {
  readonly wallMs: number;
  /** The longest line. */
  readonly width: number;
  /** The time since the last progress. */
  idleMs(done: number): number;
}

/** Returns a function that measures the time since `done` last grew. */
export function idleTime(wallMs: () => number): LiveView["idleMs"] {
  let [last, at] = [0, 0];
  return (done) => {
    if (done !== last) [last, at] = [done, wallMs()];
    return wallMs() - at;
  };
}

/**
 * Returns the progress line: done of total, rate, work, the best arm with its cutoff, time left. A narrow terminal leaves out some of
 * these. The time left is not shown if nothing was done for three times the usual time.
 */
export function liveLineText({ count, done, total, work, best }: LiveParts, view: LiveView): string {
  const { wallMs, width, idleMs } = view;
  const stands = idleMs(done) > Math.max(STILL_MS, (STILL_GAPS * wallMs) / done);
  const left = Number.isFinite(total) && !stands ? timeLeft(done, total, wallMs) : "";
  const cut = best === undefined ? "" : `cut at ${best.cutoff}`;
  const named = best === undefined ? "" : `${best.arm} ${cut}`;
  const lines = [
    [count, perSecond(done, wallMs), work, named, left],
    [count, work, named, left],
    [count, named, left],
    [count, cut, left],
    [count.split(" ")[0], cut, left],
    [cut, left],
  ].map((parts) => parts.filter((part) => part !== "").join(", "));
  return lines.find(({ length }) => length <= width) ?? lines.at(-1)!;
}

const STILL_GAPS = 3;
const STILL_MS = 5_000;

/** Returns the arm that solved most, the first of several. */
export function leadingArm(arms: readonly ArmTally[]): ArmTally | undefined {
  const solved = arms.map((arm) => arm.totals().solved);
  return arms[solved.indexOf(Math.max(...solved))];
}
