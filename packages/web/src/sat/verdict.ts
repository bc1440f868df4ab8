import { countText, numberText } from "../design/number-text.ts";
import type { Standing } from "./messages.ts";

/** Where they stand, while it runs. */
export function standingText(standings: readonly Standing[], total: number): string {
  const [learned, luby, never] = standings.map(({ solved }) => countText(solved));
  if (learned === undefined) return "The formulas are made or read …";
  return `So far, of ${countText(total)} formulas, ${learned} are solved with learned restarts, ${luby} with Luby’s sequence, and ${never} without restarts.`;
}

/** What came of it, in a sentence; the learner first. */
export function verdictText(standings: readonly Standing[], total: number, stopped: boolean): string {
  const [learned, luby, never] = standings.map(
    ({ solved, clock }) => [countText(solved), numberText(clock)] as const,
  );
  if (learned === undefined) return "";
  const begun = stopped ? "Stopped early: learned" : "Learned";
  return `${begun} restarts solved ${learned[0]} of ${countText(total)} in ${learned[1]} flips, Luby’s ${luby[0]} in ${luby[1]}, no restarts ${never[0]} in ${never[1]}.`;
}
