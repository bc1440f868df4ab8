import type { Assignment } from "@mulligan/sat";
import { roundToMicroseconds } from "../shell/duration.ts";
import { jsonLineParts } from "../shell/output.ts";
import { perSecond, timeLeft } from "../shell/terminal.ts";
import { brief, printable } from "../shell/text.ts";
import type { ArmTally } from "./arm-tally.ts";
import type { RunState } from "./run-state.ts";
import type { StopReason } from "./stop-control.ts";
import type { Task, Unit } from "./task.ts";

/** The line of a task with `--json`, without its model; its time is that of all trials together. */
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
    ...(task.givenUp === undefined ? {} : { givenUp: task.givenUp }),
    ...(problem === undefined ? {} : { problem }),
    ...(task.unsatisfiable ? { unsatisfiable: true } : {}),
  };
}

function rewardFields(reward: number, { score }: Unit) {
  return score === undefined ? { reward } : { reward, score: score(reward) };
}

/** The line of a solved task with `--json`, in parts: with its model, as DIMACS literals. */
export function modelLine(line: object, model: Assignment): Iterable<string> {
  return jsonLineParts(line, "model", literalsIn(model));
}

function* literalsIn(model: Assignment): Generator<number> {
  for (let variable = 1; variable < model.length; variable++) {
    yield model[variable] === 1 ? variable : -variable;
  }
}

/** The last line with `--json`; it includes what a journal knew before. */
export function summaryLine(state: RunState, stopped: StopReason, wallMs?: number) {
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
    ...(wallMs === undefined ? {} : { wall: roundToMicroseconds(wallMs) }),
    ...(earlier.trials === 0 ? {} : { earlier: { tasks: earlier.tasks, tries: earlier.trials } }),
  };
}

/** The line of a file of `sat`, for people. */
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
  /** What this run did, of what it has to do: Infinity if there is no end to it. */
  readonly done: number;
  readonly total: number;
  readonly wallMs: number;
  readonly work: string;
  readonly best: string;
}

/** The line on a terminal: done of total, rate, work, the best arm with its cutoff, time left. */
export function liveLineText({ count, done, total, wallMs, work, best }: LiveParts): string {
  const left = Number.isFinite(total) ? timeLeft(done, total, wallMs) : "";
  return [count, perSecond(done, wallMs), work, best, left].filter((part) => part !== "").join(", ");
}

/** The arm that solved most; of several, the first. */
export function leadingArm(arms: readonly ArmTally[]): ArmTally | undefined {
  const solved = arms.map((arm) => arm.totals().solved);
  return arms[solved.indexOf(Math.max(...solved))];
}
