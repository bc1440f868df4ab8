import { policyWords } from "../design/policy-names.ts";

/** A policy of a race in plain words. */
export interface PolicyLabel {
  readonly name: string;
  /** For the end of its lines. */
  readonly short: string;
}

/** The policies in plain words. Those that differ in their options only have them in their short names, too. */
export function policyLabels(policies: readonly string[], arms: readonly string[]): PolicyLabel[] {
  const words = policies.map((notation) => {
    const named = notation.replace(/\barm=(\d+)/, (text, arm) => arms[Number(arm)] ?? text);
    return { ...policyWords(named), options: named.split(/:(.*)/s)[1] ?? "" };
  });
  return words.map(({ name, short, options }) => {
    const isAlone = words.filter((other) => other.short === short).length === 1;
    return { name, short: isAlone || options === "" ? short : `${short}, ${options}` };
  });
}

/** The name of an arm as it was given. An arm without a name has its notation for one, which is too long to repeat. */
export function armLabel(name: string, place: number): string {
  return name.includes("(") ? `option ${place + 1}` : name;
}
