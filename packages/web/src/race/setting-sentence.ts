import { splitLaw } from "mulligan/experiment";
import { armLabel, policyLabels } from "./policy-labels.ts";
import type { RaceFields } from "./race-fields.ts";

const LONGEST_LAWS = 120;

/** The name that the reader gave to an option, or its number. */
export function optionName(law: string, place: number): string {
  return armLabel(splitLaw(law).name ?? law, place);
}

/** What races, for how long and on which run times. */
export function settingSentence({ policies, laws, later, change, horizon, runs }: RaceFields): string {
  const names = policyLabels(policies, laws.map(optionName)).map(({ name }) => name);
  const who = names.length === 1 ? `${names[0]} plays` : `${listed(names)} race`;
  const times = laws.map((law) => law.trim().replaceAll(",", ", ")).join(" and ");
  const shortened = times.length > LONGEST_LAWS ? `${times.slice(0, LONGEST_LAWS)}…` : times;
  const changing = later.length === 0 ? "" : `, until they change at time ${written(change)}`;
  const often = runs.trim() === "1" ? "once" : `${written(runs)} times`;
  return `${who} for ${written(horizon)} units of time, ${often}. Run times: ${shortened}${changing}.`;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A number with its thousands apart; the text itself where it is none. */
function written(text: string): string {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value.toLocaleString("en") : text;
}
