import { readBytes } from "../shell/files.ts";

const STANDARD_INPUT = /empirical\(\s*"?-"?\s*\)/;

export function namesStandardInput(laws: readonly string[]): boolean {
  return laws.some((law) => STANDARD_INPUT.test(law));
}

/** What stands on standard input, if a law is made of it. Read here, once: a thread may have none of its own. */
export function standardInputFor(laws: readonly string[]): Uint8Array | undefined {
  return namesStandardInput(laws) ? readBytes("-") : undefined;
}
