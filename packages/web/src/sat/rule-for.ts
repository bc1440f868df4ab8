import type { Formula, Heuristic } from "@mulligan/sat";
import { isLarge } from "mulligan/sat";
import type { SatSetting } from "./setting.ts";

/**
 * How a formula is walked, by all contestants alike. `auto` is the paper's rnovelty, which walks in circles on large
 * formulas; those are walked by probsat (`cli/src/sat/competition.ts` has the figures).
 */
export function ruleFor(
  formula: Formula,
  { rule, noise }: Pick<SatSetting, "rule" | "noise">,
): { readonly heuristic: Heuristic; readonly noise?: number } {
  if (rule === "auto") return isLarge(formula) ? { heuristic: "probsat" } : { heuristic: "rnovelty", noise };
  return { heuristic: rule, noise };
}
