import type { Colours } from "../../shell/terminal.ts";
import type { Claim, ClaimVerdict } from "../claims/claim.ts";
import { threeDigits } from "../claims/three-digits.ts";

/** `1.18 (1.1 to 1.3)`; without an interval where it was computed exactly. From 0 to ∞ nothing is known at all. */
export function measuredText({ estimate, low, high, exact }: Claim): string {
  if (low === 0 && estimate === Infinity) return "not measured";
  return exact
    ? `${threeDigits(estimate)} (exact)`
    : `${threeDigits(estimate)} (${threeDigits(low)} to ${threeDigits(high)})`;
}

/** `holds if the base is one of 10, 32`. */
export function conditionalVerdict({ verdict, condition }: Claim): string {
  return condition === undefined ? verdict : `${verdict} ${condition}`;
}

const WIDTHS = { verdict: 13, measured: 26 };

/** The table of the claims: verdict, number, statement, under it the condition, above it what it was judged for. */
export function claimsText(
  chapters: readonly { readonly label: string; readonly claims: readonly Claim[] }[],
  colours: Colours,
): string {
  const paint: Record<ClaimVerdict, (text: string) => string> = {
    holds: colours.green,
    "holds if": colours.yellow,
    "does not hold": colours.red,
    open: colours.yellow,
    vacuous: colours.yellow,
  };
  const lines = chapters.flatMap(({ label, claims }) => [
    "",
    colours.bold(label),
    ...claims.flatMap((claim, place) => {
      const verdict = paint[claim.verdict](claim.verdict.padEnd(WIDTHS.verdict));
      const where = claim.label === label ? "" : ` [${claim.label}]`;
      const line = `  ${verdict}  ${measuredText(claim).padEnd(WIDTHS.measured)}  ${claim.statement}${where}`;
      const indent = " ".repeat(2 + WIDTHS.verdict + 2 + WIDTHS.measured + 2);
      const condition = claim.condition === undefined ? [] : [`${indent}… if ${claim.condition}`];
      const same = place > 0 && claims[place - 1].judged === claim.judged;
      return [...(same ? [] : [colours.dim(`  for ${claim.judged}:`)]), line, ...condition];
    }),
  ]);
  return `${lines.join("\n").trimStart()}\n`;
}
