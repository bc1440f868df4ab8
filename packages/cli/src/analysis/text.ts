import {
  type ArmAnalysis,
  FEWEST_COMPLETED,
  FEWEST_INSTANCES,
  type TimeoutVerdict,
} from "@mulligan/core/analysis";
import type { Colours } from "../shell/terminal.ts";
import { printable, shortened, textTable } from "../shell/text.ts";
import { readableNumber, type Scale, scaledCutoff, scaledRate, scaledTime, scaleFor } from "./scale.ts";

/** Returns what `analyze` prints for people: the verdict on each arm, the numbers behind it, and lines to copy. */
export function analysisText(
  { overall, sentences, warnings, table, notes }: AnalysisWords,
  lines: string,
  colours: Colours,
): string {
  const painted = sentences.map(({ name, text, restart }) => {
    const paint = { yes: colours.green, no: colours.cyan, unclear: colours.yellow }[restart];
    return `${paint(withName(name, text))}\n`;
  });
  const first = overall === undefined ? "" : `${overall}\n\n`;
  const doubts = warnings.map((warning) => `${colours.yellow(warning)}\n`);
  return `${first}${painted.join("")}${doubts.join("")}\n${textTable(table)}${notes.map((note) => `${note}\n`).join("")}${lines}`;
}

/** A sentence about an arm, behind its name if it has one. */
export function withName(name: string | undefined, text: string): string {
  return name === undefined ? text : `${printable(name)}: ${text}`;
}

/** The texts of an analysis, part by part. */
export type AnalysisWords = ReturnType<typeof analysisWords>;

/**
 * The same in parts, for a terminal and for a page; the arms with the largest gain come first. `noun` is the word for an arm or an instance. Advice
 * about options of the command stands in parentheses. `warnings` say why the verdict may be wrong.
 */
export function analysisWords(
  noun: string,
  given: readonly ArmAnalysis[],
  unit: string,
  warnings: readonly string[] = [],
) {
  const arms = byGain(given);
  const scale = scaleFor(arms, unit);
  const isNamed = arms.length > 1 || arms[0]?.name !== "all";
  return {
    scale,
    overall: arms.length > 1 ? overallText(noun, arms) : undefined,
    sentences: arms.map((arm) => ({
      restart: arm.restart,
      name: isNamed ? arm.name : undefined,
      text: sentenceOf(arm, scale),
    })),
    warnings,
    table: tableOf(noun, arms, scale),
    notes: [
      ...arms
        .filter(({ unfinished }) => unfinished > 0)
        .map((arm) => withName(arms.length > 1 ? arm.name : undefined, unknownText(arm))),
      ...(arms.some(({ instances }) => instances === undefined) ? [ONE_LAW] : []),
    ],
  };
}

const ONE_LAW = "The log does not name different inputs, so each run counts as a try at the same thing.";

const ORDER = { yes: 0, unclear: 1, no: 2 } as const;

/** The arms that should be restarted first, then the unclear ones, each by their gain. */
export function byGain(arms: readonly ArmAnalysis[]): ArmAnalysis[] {
  return arms.toSorted(
    (a, b) => ORDER[a.restart] - ORDER[b.restart] || b.gain.estimate - a.gain.estimate || 0,
  );
}

/** The longest name in the sentence about all arms, in characters. */
const LONGEST_NAME = 40;

function overallText(noun: string, arms: readonly ArmAnalysis[]): string {
  const count = (restart: ArmAnalysis["restart"]) => arms.filter((arm) => arm.restart === restart).length;
  const [yes, unclear] = [count("yes"), count("unclear")];
  const some = yes === arms.length ? `all ${yes}` : `${yes || "none"} of the ${arms.length}`;
  const most = yes === 0 ? "" : `, most for ${shortened(printable(arms[0].name), LONGEST_NAME)}`;
  const pays = `Restarting pays for ${some} ${noun}s${most}`;
  return `${pays}${unclear === 0 ? "" : `; for ${unclear} it is unclear`}.`;
}

/** The numbers behind the sentences, the heading first. Runs that failed have a column where there are some. */
function tableOf(noun: string, arms: readonly ArmAnalysis[], scale: Scale): string[][] {
  const failures = arms.some(({ failed }) => failed > 0);
  const head = [
    noun,
    "runs",
    "completed",
    ...(failures ? ["failed"] : []),
    "cut",
    "best cutoff",
    `rate per ${scale.per}`,
    "without cutoff",
    "gain",
  ];
  const rows = arms.map((arm) => [
    arm.name,
    String(arm.runs),
    String(arm.completed - arm.failed),
    ...(failures ? [String(arm.failed)] : []),
    String(arm.censored),
    isKnown(arm.gain) ? scaledCutoff(scale, arm.bestCutoff) : "unknown",
    isKnown(arm.gain) ? scaledRate(scale, arm.bestRate) : "unknown",
    arm.rateWithoutCutoff === null ? "unknown" : scaledRate(scale, arm.rateWithoutCutoff),
    isKnown(arm.gain) ? `${factor(arm.gain.estimate)}× (${rangeText(arm.gain)})` : "unknown",
  ]);
  return [head, ...rows];
}

/** False where the runs say nothing of a gain. */
function isKnown({ low, high }: ArmAnalysis["gain"]): boolean {
  return low > 0 || high < Infinity;
}

/** Says what the cuts hide, how much it may matter, and how to find out. */
function unknownText({ unfinished, timeout, restart, gain }: ArmAnalysis): string {
  const unknown = `It is unknown how much waiting for every run would get done: ${percent(unfinished)} of the runs were cut, and would have taken longer than any run was watched.`;
  if (timeout === undefined || !isKnown(gain)) return unknown;
  const most = `A longer cutoff, or none, would get at most ${factor(timeout.atMost)} times as much done.`;
  if (restart === "yes" && timeout.atMost <= 1) return unknown;
  return `${unknown}\n${most} To find out, let some runs go on to their end (\`mulligan run --explore 0.05\` does so with one try in twenty).`;
}

/** The advice in plain words. */
function sentenceOf(arm: ArmAnalysis, scale: Scale): string {
  if (answersOfTimeout(arm)) return timeoutSentence(arm, scale);
  switch (arm.restart) {
    case "yes": {
      const least = arm.unfinished > 0 ? "at least " : "";
      return `restart after ${scaledCutoff(scale, arm.bestCutoff)}${timesText(arm)}: that gets ${least}${moreText(arm.gain, scale)}.`;
    }
    case "no": {
      const tries =
        arm.retries === undefined
          ? "restarting does not help here"
          : "another try at the same input does not help";
      return `do not restart: ${tries} (${mostText(arm.gain, arm)}).`;
    }
    case "unclear":
      return reasonText(arm, scale);
  }
}

/** How often to try the same input again, where the gain is one of that. */
function timesText({ retries, instances }: ArmAnalysis): string {
  if (retries === undefined) return instances === undefined ? "" : ", if another input comes next";
  return `, ${retries.restarts === 1 ? "once" : `up to ${retries.restarts} times`}, with the same input`;
}

/** If more of the differences than this are between tries at the same input, they do not explain why another try is no help. */
const MOSTLY = 0.5;

/** The largest gain that the runs leave possible, and whether another try would mostly take as long. */
function mostText({ high }: ArmAnalysis["gain"], { retries }: ArmAnalysis): string {
  const most = `gain at most ${factor(high)}×`;
  if (retries === undefined || retries.within === null || retries.within > MOSTLY) return most;
  return `${most}; ${percent(retries.within)} of the differences in time are between tries at the same input`;
}

/** True if the runs are compared with the timeout at which they were cut. */
function answersOfTimeout(arm: ArmAnalysis): arm is ArmAnalysis & { readonly timeout: TimeoutVerdict } {
  const { timeout, restart, reason } = arm;
  if (timeout === undefined || !isKnown(timeout.gain) || reason === "coarse-clock") return false;
  // Without a common timeout, the verdict on waiting goes before the verdict on the longest time watched.
  return timeout.common || restart === "unclear";
}

/** Is the time at which runs were cut a good one, and would a shorter one be better? */
function timeoutSentence(arm: ArmAnalysis & { readonly timeout: TimeoutVerdict }, scale: Scale): string {
  const { at, common, shorter, bestCutoff, gain, moreRuns } = arm.timeout;
  const here = common
    ? `the timeout of ${scaledTime(scale, at)}`
    : `a cutoff of ${scaledTime(scale, at)}, the longest that enough runs were watched`;
  switch (shorter) {
    case "yes":
      return `cut after ${scaledCutoff(scale, bestCutoff)}${timesText(arm)}: that gets ${moreText(gain, scale)} as with ${here}.`;
    case "no":
      return `${here} is good: no shorter one is better (${mostText(gain, arm)}).`;
    case "unclear":
      return `unclear: a shorter one than ${here} may be better or not (${rangedGain(gain)}); ${moreRunsText(moreRuns)}.`;
  }
}

/** Says why the answer is unclear, and what would help. */
function reasonText(arm: ArmAnalysis, scale: Scale): string {
  const { reason, completed, unfinished, instances = 1, retries, gain, moreRuns } = arm;
  switch (reason) {
    case "few-runs": {
      const help = unfinished > 0.5 ? "let more of them run to their end" : moreRunsText(moreRuns);
      return `too few runs to tell (${completed} completed, at least ${FEWEST_COMPLETED} are needed): ${help}.`;
    }
    case "few-instances":
      return `cannot tell: there are only ${instances} inputs, and at least ${FEWEST_INSTANCES} are needed. Ask for a verdict on each input (--by instance).`;
    case "run-once":
      return `cannot tell: ${onceText(instances, retries?.repeated ?? 0)}, so the log does not show whether another try at the same input would be faster. Run each input twice to its end (\`mulligan run --explore 1\` does so if each is named twice).`;
    case "cut-early":
      return "cannot tell: tries at the same input were cut after different times, so the log does not show how long they would have taken. Run each input twice to its end (`mulligan run --explore 1` does so if each is named twice), or with one timeout for all.";
    case "dependent-runs":
      return `unclear: times depend on the run before, as on a machine that is busy for a while${isKnown(gain) ? ` (${rangedGain(gain)})` : ""}. Runs under equal load would tell; if the log is of several runs at a time, sort it by their start.`;
    case "coarse-clock":
      return arm.instant > 0
        ? `unclear: ${percent(arm.instant)} of the runs took no time by this clock. Measure finer times to see how early to cut.`
        : `unclear (${rangedGain(gain)}): all times are multiples of ${scaledTime(scale, arm.step)}. Measure finer times to see how early to cut.`;
    case "nothing-paid":
      return "unclear: no run succeeded.";
    default:
      return unfinished > 0
        ? `unclear (${rangedGain(gain)}): ${percent(unfinished)} of the runs were cut too early to tell. Let some of them run on.`
        : `unclear (${rangedGain(gain)}): ${moreRunsText(moreRuns)}.`;
  }
}

function moreRunsText(runs: number): string {
  return `about ${readableNumber(runs)} more ${runs === 1 ? "run" : "runs"} would probably tell`;
}

function onceText(instances: number, repeated: number): string {
  return repeated === 0
    ? `each of the ${instances} inputs was run once`
    : `only ${repeated} of the ${instances} inputs were run more than once`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

type Gain = ArmAnalysis["gain"];

function moreText(gain: Gain, { per }: Scale): string {
  return `${factor(gain.estimate)} times (${rangeText(gain)}) as much done per ${per}`;
}

function rangedGain(gain: Gain): string {
  return `gain ${factor(gain.estimate)}×, between ${factor(gain.low)}× and ${factor(gain.high)}×`;
}

function rangeText({ low, high }: Gain): string {
  return `${factor(low)}–${factor(high)}`;
}

/** No log of runs knows a factor of thousands to more than its size. */
const LARGEST_FACTOR = 1_000;

/** A gain with two decimals; three digits if it is large. */
export function factor(value: number): string {
  if (value === Infinity) return "∞";
  if (value > LARGEST_FACTOR) return "over 1000";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value < 1 ? 2 : 3);
}
