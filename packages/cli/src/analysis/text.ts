import type { Colours } from "../shell/colours.ts";
import { formatDuration } from "../shell/duration.ts";
import { printable } from "../shell/printable.ts";
import { brief, textTable } from "../shell/text-table.ts";
import { FEWEST_COMPLETED, FEWEST_INSTANCES } from "./advice.ts";
import type { ArmAnalysis } from "./analyse.ts";

/** What `analyze` prints for people: a sentence for each arm, and the numbers behind it. */
export function analysisText(
  by: "arm" | "instance",
  arms: readonly ArmAnalysis[],
  unit: string,
  colours: Colours,
): string {
  const sentences = arms.map((arm) => {
    const text = `${arms.length === 1 && arm.name === "all" ? "" : `${printable(arm.name)}: `}${sentenceOf(arm, unit)}`;
    const paint = { yes: colours.green, no: colours.cyan, unclear: colours.yellow }[arm.restart];
    return `${paint(text)}\n`;
  });
  const per = unit === "" ? "" : ` per ${unit === "flips" ? "flip" : unit}`;
  const head = [by, "runs", "completed", "cut", "best cutoff", `rate${per}`, "without cutoff", "gain"];
  const rows = arms.map((arm) => [
    arm.name,
    String(arm.runs),
    String(arm.completed),
    String(arm.censored),
    timeText(arm.bestCutoff, unit),
    brief(arm.bestRate),
    arm.rateWithoutCutoff === null ? "unknown" : brief(arm.rateWithoutCutoff),
    gainText(arm),
  ]);
  const notes = arms
    .filter(({ unfinished }) => unfinished > 0)
    .map(
      (arm) =>
        `${arms.length === 1 ? "The" : `${printable(arm.name)}: the`} rate without cutoff is unknown: ${percent(arm.unfinished)} of the runs, cut before they ended, outlast the longest time watched.\n`,
    );
  return `${sentences.join("")}\n${textTable([head, ...rows])}${notes.join("")}`;
}

/** The advice in plain words. */
function sentenceOf(arm: ArmAnalysis, unit: string): string {
  const per = { ms: "second", s: "second", flips: "flip", "": "unit of time" }[unit] ?? unit;
  switch (arm.restart) {
    case "yes": {
      const unknown = arm.unfinished > 0 ? ` (at least: ${unfinishedText(arm)})` : "";
      const next =
        arm.instances === undefined ? "" : ", if another instance comes next (--by instance: if the same)";
      return `restart after ${timeText(arm.bestCutoff, unit)}: that is ${gainText(arm)} more done per ${per}${unknown}${next}.`;
    }
    case "no":
      return arm.gain.low > 1
        ? `do not restart: more than ${factor(arm.gain.high)} is not to be gained.`
        : `do not restart: no gain is shown, and one above ${factor(arm.gain.high)} is ruled out.`;
    case "unclear":
      return `unclear: ${reasonOf(arm)}.`;
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
    return `a gain of ${gainText(arm)}, and ${unfinishedText(arm)}; let some of them run on`;
  return `a gain of ${gainText(arm)}; ${more}`;
}

function unfinishedText({ unfinished }: ArmAnalysis): string {
  return `${percent(unfinished)} would go on beyond the longest time watched, nobody knows for how long`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function gainText({ gain }: ArmAnalysis): string {
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
