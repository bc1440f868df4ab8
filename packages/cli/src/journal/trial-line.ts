import { type Trial, trialFromJson, trialToJson } from "@mulligan/core/problem";
import { parseObject } from "./lines.ts";

/** A trial as a line of a journal, without its checksum. */
export function formatTrial(trial: Trial, arms: readonly string[]): string {
  return `${JSON.stringify(trialToJson(trial, arms))}\n`;
}

/** The trial on a line, or undefined if there is none. */
export function parseTrial(text: string, arms: readonly string[]): Trial | undefined {
  const line = parseObject(text);
  return line === undefined ? undefined : trialFromJson(line, arms);
}
