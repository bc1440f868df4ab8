import type { ReproductionSetting } from "../setting.ts";

/** For the head of the report. */
export function settingSentences(
  { form, seed, unit, lubyReset }: ReproductionSetting,
  data: string | undefined,
): string[] {
  return [
    `Form: ${form}; seed ${seed}. The same seed gives the same bytes, so how long it took is told on the terminal, and here how much was played.`,
    `The paper's cutoffs are taken in units of ${unit} flips; Luby's sequence ${lubyReset === "on" ? "begins anew" : "goes on"} after a success.`,
    data === undefined
      ? "SAT formulas: generated sets of @mulligan/sat that are like SATLIB's, not SATLIB's own; --data takes those."
      : "SAT formulas: SATLIB's, from --data.",
  ];
}
