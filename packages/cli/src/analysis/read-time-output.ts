import type { LoggedRun } from "@mulligan/core/analysis";
import { readTime } from "./cell-time.ts";
import { endingOfExit, runThatEnded } from "./ending.ts";
import type { Reading } from "./record-runs.ts";

/* None of these can match the same blanks or digits in two ways, so that a line of megabytes takes no quadratic time. */

/** `3.10`, `0m3.100s` or, in other languages, `0m3,100s`; Busybox has a blank behind the minutes. */
const TIME = String.raw`(?:\d+h ?)?(?:\d+m ?)?\d+(?:[.,]\d+)?s?`;
/** `3.10`, `0:03.10` or `1:02:03`. */
const CLOCK = String.raw`(?:\d+:){0,2}\d+(?:\.\d+)?`;
/** Between the three times: a new line or, where people write them in one, a blank or another sign. */
const NEXT = String.raw`(?:[ \t]*(?:\r?\n|[/,;])[ \t]*|[ \t]+)`;
const END = String.raw`[ \t]*\r?$`;
/** GNU's time says so before if the program did not end well. */
const EXIT = String.raw`(?:^Command (?:exited with non-zero status (?<code>\d+)|terminated by signal (?<signal>\d+))[ \t]*\r?\n)?`;

/** What programs and shells print for `time`, with the time on the wall in it. */
const FORMATS = [
  // bash, ksh, Busybox and, with -p, all.
  String.raw`${EXIT}real[ \t]+(?<time>${TIME})${NEXT}user[ \t]+${TIME}${NEXT}sys[ \t]+${TIME}${END}`,
  // macOS, BSD, mksh.
  String.raw`^[ \t]*(?<time>${TIME}) real[ \t]+${TIME} user[ \t]+${TIME} sys(?:tem)?${END}`,
  // GNU, without and with -v.
  String.raw`${EXIT}(?<![\d.])[\d.]+user [\d.]+system (?<time>${CLOCK})elapsed [\d?]+%CPU`,
  String.raw`${EXIT}^[ \t]*Command being timed: "(?<command>.*)"[ \t]*\r?\n(?:[ \t][^\n]*\n){1,4}?[ \t]*Elapsed \(wall clock\) time \(h:mm:ss or m:ss\): (?<time>${CLOCK})`,
  // zsh.
  String.raw`^(?<command>.*?)[ \t][\d.]+s user [\d.]+s system \d+% cpu (?<time>${CLOCK}) total${END}`,
  // fish.
  String.raw`^Executed in[ \t]+(?<time>[\d.]+ \w+)`,
].map((pattern) => new RegExp(pattern, "gm"));

/** Lines of bash or of -p without the others, as grep leaves them. */
const REAL_ALONE = new RegExp(`^real[ \\t]+(?<time>${TIME})${END}`, "gm");

/** Whether a text has output of `time`. Text of other programs may surround it. */
export function hasTimeOutput(text: string): boolean {
  return FORMATS.some((format) => text.search(format) >= 0) || text.trimStart().search(REAL_ALONE) === 0;
}

/** Reads the output of `time` of a shell or of a program. A command that it names is the input, as in a joblog. */
export function readTimeOutput(text: string): Reading {
  const format = FORMATS.find((one) => text.search(one) >= 0) ?? REAL_ALONE;
  const rows: LoggedRun[] = [];
  for (const { groups = {} } of text.matchAll(format)) {
    const { code = 0, signal = 0, command = "" } = groups;
    const time = seconds(groups.time);
    const ending = endingOfExit(Number(code), Number(signal));
    const run = time === undefined ? undefined : runThatEnded({ instance: command.trim() }, time, ending);
    if (run !== undefined) rows.push(run);
  }
  const tells = rows.some(({ completed, reward }) => !completed || reward === 0);
  const others = tells ? [] : ["none says that it failed or was cut, so all count as done"];
  return { rows, unit: "s", notes: ["elapsed times, not those of the processor", ...others] };
}

function seconds(text: string): number | undefined {
  const found = readTime(text, true);
  return found?.unit === "ms" ? found.time / 1e3 : found?.time;
}
