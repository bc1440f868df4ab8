import {
  type ArmAnalysis,
  FEWEST_COMPLETED,
  FEWEST_INSTANCES,
  type TimeoutVerdict,
} from "@mulligan/core/analysis";
import { formatDuration } from "../shell/duration.ts";
import type { Colours } from "../shell/terminal.ts";
import { brief, printable, textTable } from "../shell/text.ts";

/** What `analyze` prints for people: a sentence for each arm, and the numbers behind it. */
export function analysisText({ sentences, table, notes }: AnalysisWords, colours: Colours): string {
  const painted = sentences.map(({ text, restart }) => {
    const paint = { yes: colours.green, no: colours.cyan, unclear: colours.yellow }[restart];
    return `${paint(text)}\n`;
  });
  return `${painted.join("")}\n${textTable(table)}${notes.map((note) => `${note}\n`).join("")}`;
}

export type AnalysisWords = ReturnType<typeof analysisWords>;

/** The same in parts, for a terminal and for a page. */
export function analysisWords(by: "arm" | "instance", arms: readonly ArmAnalysis[], unit: string) {
  const sentences = arms.map((arm) => ({
    restart: arm.restart,
    text: `${arms.length === 1 && arm.name === "all" ? "" : `${printable(arm.name)}: `}${sentenceOf(arm, unit)}`,
  }));
  const per = unit === "" ? "" : ` per ${unit === "flips" ? "flip" : unit}`;
  return {
    sentences,
    table: tableOf(by, arms, unit, per),
    notes: arms
      .filter(({ unfinished }) => unfinished > 0)
      .map((arm) => `${arms.length === 1 ? "The" : `${printable(arm.name)}: the`} ${unknownText(arm, unit)}`),
  };
}

/** The numbers behind the sentences, the heading first. Runs that failed stand apart where there are some. */
function tableOf(by: string, arms: readonly ArmAnalysis[], unit: string, per: string): string[][] {
  const failures = arms.some(({ failed }) => failed > 0);
  const head = [
    by,
    "runs",
    "completed",
    ...(failures ? ["failed"] : []),
    "cut",
    "best cutoff",
    `rate${per}`,
    "without cutoff",
    "gain",
  ];
  const rows = arms.map((arm) => [
    arm.name,
    String(arm.runs),
    String(arm.completed - arm.failed),
    ...(failures ? [String(arm.failed)] : []),
    String(arm.censored),
    timeText(arm.bestCutoff, unit),
    brief(arm.bestRate),
    arm.rateWithoutCutoff === null ? "unknown" : brief(arm.rateWithoutCutoff),
    gainText(arm.gain),
  ]);
  return [head, ...rows];
}

/** What nobody knows where runs were cut, how much it may matter, and how to find out. */
function unknownText({ unfinished, timeout, restart }: ArmAnalysis, unit: string): string {
  const unknown = `rate without cutoff is unknown: ${percent(unfinished)} of the runs, cut before they ended, outlast the longest time watched.`;
  if (timeout === undefined) return unknown;
  if (restart === "yes") {
    return timeout.shorter === "yes"
      ? `${unknown}\nAgainst ${cutoffWatched(timeout, unit)} the gain is ${gainText(timeout.gain)}.`
      : unknown;
  }
  const most = `A longer cutoff, or none, could get ${factor(timeout.atMost)} as much done at the most: if all of these ended right then.`;
  return `${unknown}\n${most}\nTo find out, let some runs go on to their end: \`mulligan run --explore 0.05\` does so with one try in twenty.`;
}

/** The advice in plain words. */
function sentenceOf(arm: ArmAnalysis, unit: string): string {
  const per = { ms: "second", s: "second", flips: "flip", "": "unit of time" }[unit] ?? unit;
  switch (arm.restart) {
    case "yes": {
      const unknown = arm.unfinished > 0 ? ` (at least: ${unfinishedText(arm)})` : "";
      const next =
        arm.instances === undefined ? "" : ", if another instance comes next (--by instance: if the same)";
      return `restart after ${timeText(arm.bestCutoff, unit)}: that is ${gainText(arm.gain)} more done per ${per}${unknown}${next}.`;
    }
    case "no":
      return arm.gain.low > 1
        ? `do not restart: more than ${factor(arm.gain.high)} is not to be gained.`
        : `do not restart: no gain is shown, and one above ${factor(arm.gain.high)} is ruled out.`;
    case "unclear":
      return answersOfTimeout(arm) ? timeoutSentence(arm.timeout, unit, per) : `unclear: ${reasonOf(arm)}.`;
  }
}

/** Whether what is unclear is only what lies beyond the time at which runs were cut. */
function answersOfTimeout(arm: ArmAnalysis): arm is ArmAnalysis & { readonly timeout: TimeoutVerdict } {
  const enough = arm.completed >= FEWEST_COMPLETED && (arm.instances ?? Infinity) >= FEWEST_INSTANCES;
  return enough && arm.instant === 0 && arm.timeout !== undefined;
}

function cutoffWatched({ at, common }: TimeoutVerdict, unit: string): string {
  return common
    ? `the timeout of ${timeText(at, unit)}`
    : `a cutoff of ${timeText(at, unit)} (the longest watched)`;
}

/** Is the time at which runs were cut a good one, and would a shorter one be better? */
function timeoutSentence(timeout: TimeoutVerdict, unit: string, per: string): string {
  const { shorter, bestCutoff, gain, moreRuns } = timeout;
  const here = cutoffWatched(timeout, unit);
  switch (shorter) {
    case "yes":
      return `cut after ${timeText(bestCutoff, unit)}: that is ${gainText(gain)} more done per ${per} than with ${here}.`;
    case "no":
      return `${here} is good: no shorter one is shown to be better, and a gain above ${factor(gain.high)} is ruled out.`;
    case "unclear":
      return `unclear whether a shorter one than ${here} is better: a gain of ${gainText(gain)}; some ${brief(moreRuns)} runs more would probably tell.`;
  }
}

/** Why it is unclear, and what would help. */
function reasonOf(arm: ArmAnalysis): string {
  const more = `some ${brief(arm.moreRuns)} runs more would probably tell`;
  if (arm.completed < FEWEST_COMPLETED) {
    const help = arm.unfinished > 0.5 ? "let more of them run to their end" : more;
    return `only ${arm.completed} completed ${arm.completed === 1 ? "run" : "runs"}; ${help}`;
  }
  if (arm.instances !== undefined && arm.instances < FEWEST_INSTANCES) {
    return `only ${arm.instances} instances, and runs of one are alike; more instances would tell, or --by instance`;
  }
  if (arm.instant > 0) {
    return `${percent(arm.instant)} of the runs took no time by this clock; finer times would tell how early to cut`;
  }
  if (arm.bestRate === 0) return "no run paid anything";
  if (arm.unfinished > 0)
    return `a gain of ${gainText(arm.gain)}, and ${unfinishedText(arm)}; let some of them run on`;
  return `a gain of ${gainText(arm.gain)}; ${more}`;
}

function unfinishedText({ unfinished }: ArmAnalysis): string {
  return `${percent(unfinished)} would go on beyond the longest time watched, nobody knows for how long`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function gainText(gain: ArmAnalysis["gain"]): string {
  return `${factor(gain.estimate)} (${factor(gain.low).slice(0, -1)}–${factor(gain.high)})`;
}

function factor(value: number): string {
  return value === Infinity
    ? "∞×"
    : `${value >= 100 ? value.toFixed(0) : value.toPrecision(value < 1 ? 2 : 3)}×`;
}

function timeText(time: number, unit: string): string {
  if (time === Infinity) return "∞";
  if (unit === "ms") return formatDuration(time);
  if (unit === "s") return formatDuration(1_000 * time);
  return unit === "" ? brief(time) : `${brief(time)} ${unit}`;
}
