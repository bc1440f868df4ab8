import { splitLaw } from "mulligan/experiment";
import { shortened } from "mulligan/readers";
import { policyWords } from "../design/policy-names.ts";
import type { RaceFields } from "./race-fields.ts";

/** A policy of a race in plain words. */
export interface PolicyLabel {
  readonly name: string;
  /** For the end of its lines. */
  readonly short: string;
}

/** A longer name at the end of a line leaves the line too little room. */
const LONGEST_SHORT = 16;

/** The policies in plain words. Those that differ in their options only have them in their short names. */
export function policyLabels(policies: readonly string[], arms: readonly string[]): PolicyLabel[] {
  const words = policies.map((notation) => {
    const named = notation.replace(/\barm=(\d+)/, (text, arm) => arms[Number(arm)] ?? text);
    return { ...policyWords(named), options: named.split(/:(.*)/s)[1] ?? "" };
  });
  return words.map(({ name, short, options }) => {
    const both = `${short}, ${options}`;
    const isAlone = words.filter((other) => other.short === short).length === 1;
    if (isAlone || options === "") return { name, short };
    return { name, short: both.length > LONGEST_SHORT ? options : both };
  });
}

const LONGEST_NAME = 24;
const LONGEST_LAWS = 120;

/** The name of an arm as it was given. An arm without a name has its notation for one, which is too long to repeat. */
export function armLabel(name: string, place: number): string {
  return name.includes("(") ? `option ${place + 1}` : shortened(name, LONGEST_NAME);
}

/** The name that the reader gave to an option, or its number. */
export function optionName(law: string, place: number): string {
  return armLabel(splitLaw(law).name ?? law, place);
}

/** What races, for how long and on which run times. */
export function settingSentence({ policies, laws, later, change, horizon, runs }: RaceFields): string {
  const names = policyLabels(policies, laws.map(optionName)).map(({ name }) => name);
  const who = names.length === 1 ? `${names[0]} plays` : `${listed(names)} race`;
  const times = laws.map((law) => law.trim().replaceAll(",", ", ")).join(" and ");
  const changing = later.length === 0 ? "" : `, until they change at time ${written(change)}`;
  const often = runs.trim() === "1" ? "once" : `${written(runs)} times`;
  return `${who} for ${written(horizon)} units of time, ${often}. Run times: ${shortened(times, LONGEST_LAWS)}${changing}.`;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A number with its thousands apart; the text itself where it is none. */
function written(text: string): string {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value.toLocaleString("en") : text;
}
