import { countText, numberText } from "../design/number-text.ts";
import type { Standing } from "./messages.ts";

/** What came of it, in a sentence or two; the learner first. */
export function verdictText(standings: readonly Standing[], total: number, stopped: boolean): string {
  const [learned, luby, never] = standings;
  if (learned === undefined) return "";
  const begun = stopped ? "Stopped early: learned" : "Learned";
  const own = `${begun} restarts solved ${countText(learned.solved)} of ${countText(total)} in ${flipsText(learned)}.`;
  return `${own} Luby solved ${besides(luby, learned)}, and without restarts ${besides(never, learned)}.`;
}

function besides(other: Standing, learned: Standing): string {
  const share = learned.clock > 0 ? ` (${numberText(other.clock / learned.clock)} times as many)` : "";
  return `${countText(other.solved)} in ${flipsText(other)}${share}`;
}

function flipsText({ clock }: Standing): string {
  return `${clock < 1e6 ? countText(clock) : numberText(clock)} flips`;
}
