import {
  type ArmAnalysis,
  FEWEST_COMPLETED,
  FEWEST_INSTANCES,
  type TimeoutVerdict,
} from "@mulligan/core/analysis";
import { formatDuration } from "../shell/duration.ts";
import type { Colours } from "../shell/terminal.ts";
import { brief, printable, textTable } from "../shell/text.ts";

/** What `analyze` prints for people: a sentence for each arm, the numbers behind it, and lines to copy. */
export function analysisText(
  { sentences, table, notes }: AnalysisWords,
  lines: string,
  colours: Colours,
): string {
  const painted = sentences.map(({ text, restart }) => {
    const paint = { yes: colours.green, no: colours.cyan, unclear: colours.yellow }[restart];
    return `${paint(text)}\n`;
  });
  return `${painted.join("")}\n${textTable(table)}${notes.map((note) => `${note}\n`).join("")}${lines}`;
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
    notes: [
      ...arms
        .filter(({ unfinished }) => unfinished > 0)
        .map((arm) => `${arms.length === 1 ? "The" : `${printable(arm.name)}: the`} ${unknownText(arm)}`),
      ...(arms.some(({ instances }) => instances === undefined) ? [ONE_LAW] : []),
    ],
  };
}

const ONE_LAW = "Runs that name no input, or all the same one, count as draws of one law.";

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
    isKnown(arm.gain) ? timeText(arm.bestCutoff, unit) : "unknown",
    isKnown(arm.gain) ? brief(arm.bestRate) : "unknown",
    arm.rateWithoutCutoff === null ? "unknown" : brief(arm.rateWithoutCutoff),
    isKnown(arm.gain) ? gainText(arm.gain) : "unknown",
  ]);
  return [head, ...rows];
}

/** False where the runs say nothing of a gain. */
function isKnown({ low, high }: ArmAnalysis["gain"]): boolean {
  return low > 0 || high < Infinity;
}

/** What nobody knows where runs were cut, how much it may matter, and how to find out. */
function unknownText({ unfinished, timeout, restart, gain }: ArmAnalysis): string {
  const unknown = `rate without cutoff is unknown: ${percent(unfinished)} of the runs, cut before they ended, outlast the longest time watched.`;
  if (timeout === undefined || !isKnown(gain)) return unknown;
  const most = `A longer cutoff, or none, could get ${factor(timeout.atMost)} as much done at the most: if all of these ended right then.`;
  if (restart === "yes" && timeout.atMost <= 1) return unknown;
  return `${unknown}\n${most}\nTo find out, let some runs go on to their end: \`mulligan run --explore 0.05\` does so with one try in twenty.`;
}

/** The advice in plain words. */
function sentenceOf(arm: ArmAnalysis, unit: string): string {
  const per = { ms: "second", s: "second", flips: "flip", "": "unit of time" }[unit] ?? unit;
  if (answersOfTimeout(arm)) return timeoutSentence(arm, unit, per);
  switch (arm.restart) {
    case "yes": {
      const unknown = arm.unfinished > 0 ? ` (at least: ${unfinishedText(arm)})` : "";
      return `restart after ${timeText(arm.bestCutoff, unit)}${timesText(arm)}: that is ${gainText(arm.gain)} more done per ${per}${unknown}.`;
    }
    case "no": {
      const [most, within] = [factor(arm.gain.high), withinText(arm)];
      if (arm.gain.low > 1) return `do not restart: more than ${most} is not to be gained${within}.`;
      const none =
        arm.retries === undefined ? "no gain is shown" : "another try at the same input shows no gain";
      return `do not restart: ${none}, and one above ${most} is ruled out${within}.`;
    }
    case "unclear":
      return reasonText(arm);
  }
}

/** How often to try the same input again, where the gain is one of that. */
function timesText({ retries, instances }: ArmAnalysis): string {
  if (retries === undefined) return instances === undefined ? "" : ", if another input comes next";
  return `, ${retries.restarts === 1 ? "once" : `up to ${retries.restarts} times`}, with the same input`;
}

/** How much of the variance is of the kind that another try at the same input could use. */
function withinText({ retries }: ArmAnalysis): string {
  if (retries === undefined || retries.within === null) return "";
  return ` (${percent(retries.within)} of the variance of log times lies within inputs)`;
}

/** True if the runs are compared with the timeout at which they were cut. */
function answersOfTimeout(arm: ArmAnalysis): arm is ArmAnalysis & { readonly timeout: TimeoutVerdict } {
  const { timeout, restart, reason } = arm;
  if (timeout === undefined || !isKnown(timeout.gain) || reason === "coarse-clock") return false;
  // Where no timeout is common, the longest time watched is second best: what waiting brings is asked first.
  return timeout.common || restart === "unclear";
}

/** Is the time at which runs were cut a good one, and would a shorter one be better? */
function timeoutSentence(
  arm: ArmAnalysis & { readonly timeout: TimeoutVerdict },
  unit: string,
  per: string,
): string {
  const { at, common, shorter, bestCutoff, gain, moreRuns } = arm.timeout;
  const here = common
    ? `the timeout of ${timeText(at, unit)}`
    : `a cutoff of ${timeText(at, unit)} (the longest watched)`;
  switch (shorter) {
    case "yes":
      return `cut after ${timeText(bestCutoff, unit)}${timesText(arm)}: that is ${gainText(gain)} more done per ${per} than with ${here}.`;
    case "no":
      return `${here} is good: no shorter one is shown to be better, and a gain above ${factor(gain.high)} is ruled out${withinText(arm)}.`;
    case "unclear":
      return `unclear whether a shorter one than ${here} is better: a gain of ${gainText(gain)}; some ${brief(moreRuns)} runs more would probably tell.`;
  }
}

/** Why it is unclear, and what would help. */
function reasonText(arm: ArmAnalysis): string {
  const { reason, completed, unfinished, instances = 1, retries, gain, moreRuns } = arm;
  const more = `some ${brief(moreRuns)} more would probably tell`;
  switch (reason) {
    case "few-runs": {
      const help = unfinished > 0.5 ? "let more of them run to their end" : more;
      return `too few runs to tell (${completed} completed, and ${FEWEST_COMPLETED} are the least): ${help}.`;
    }
    case "few-instances":
      return `cannot tell: there are only ${instances} inputs, and ${FEWEST_INSTANCES} are the least; --by instance judges each by itself.`;
    case "run-once":
      return `cannot tell: ${onceText(instances, retries?.repeated ?? 0)}, so the log does not show whether another try at the same input would be faster. Run each input twice to its end; \`mulligan run --explore 1\` does so if each is named twice.`;
    case "cut-early":
      return "cannot tell: tries at the same input were cut before they ended, at differing times, so the log does not show what waiting for them would bring. Run each input twice to its end, as `mulligan run --explore 1` does if each is named twice, or with one timeout.";
    case "coarse-clock":
      return `unclear: ${percent(arm.instant)} of the runs took no time by this clock; finer times would tell how early to cut.`;
    case "nothing-paid":
      return "unclear: no run paid anything.";
    default:
      return unfinished > 0
        ? `unclear: a gain of ${gainText(gain)}, and ${unfinishedText(arm)}; let some of them run on.`
        : `unclear: a gain of ${gainText(gain)}; ${more.replace(" more", " runs more")}.`;
  }
}

function onceText(instances: number, repeated: number): string {
  return repeated === 0
    ? `each of the ${instances} inputs was run once`
    : `only ${repeated} of the ${instances} inputs were run more than once`;
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

/** No log of runs knows a factor of thousands to more than its size. */
const LARGEST_FACTOR = 1_000;

function factor(value: number): string {
  if (value === Infinity) return "∞×";
  if (value > LARGEST_FACTOR) return ">1000×";
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(value < 1 ? 2 : 3)}×`;
}

/** A time in its unit, as people write it. */
function timeText(time: number, unit: string): string {
  if (time === Infinity) return "∞";
  if (unit === "ms") return formatDuration(time);
  if (unit === "s") return formatDuration(1_000 * time);
  return unit === "" ? brief(time) : `${brief(time)} ${unit}`;
}
