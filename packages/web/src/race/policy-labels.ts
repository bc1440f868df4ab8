import { policyWords } from "../design/policy-names.ts";

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

/** The name of an arm as it was given. An arm without a name has its notation for one, which is too long to repeat. */
export function armLabel(name: string, place: number): string {
  return name.includes("(") ? `option ${place + 1}` : name;
}
