import { brief, textTable } from "../shell/text.ts";
import type { Theory } from "./known-law.ts";
import { regretLines } from "./regret-lines.ts";

const CURVE_LINES = 12;
/** A line this close to that of the best cutoff shows nothing more. */
const BESIDE = 0.05;

/** What `theory` prints for people. */
export function theoryText(theory: Theory): string {
  const { arms, optimal, curve, bounds } = theory;
  const sentences = arms.map((arm) => `${arm.name}: ${sentenceOn(arm)}\n  ${arm.moments}\n`).join("");
  const best =
    arms.length === 1 ? "" : `Best of all: ${optimal.arm}, ${brief(optimal.rate)} per unit time.\n`;
  const table = arms.length > 1 ? "" : `\n${curveTable(curve, optimal.cutoff)}`;
  const { horizon, staticReward, optimalReward, best: among } = bounds;
  // Two bounds, of which either may be the tighter one: no decision earns more than the best policy.
  const atMost = Number.isNaN(optimalReward) ? staticReward.high : Math.min(staticReward.high, optimalReward);
  const earner = among.ofAll ? "the oracle" : `the best of these cutoffs, ${brief(among.cutoff)},`;
  const lines = [
    `${earner} earns ${brief(staticReward.low)} to ${brief(atMost)}, no policy on these cutoffs more than ${brief(optimalReward)}`,
    ...regretLines(bounds),
    bounds.actionSet,
    ...(arms.every(({ momentsHold }) => momentsHold)
      ? []
      : ["The regret bounds are what the theorems would say; their assumption on moments fails here."]),
  ];
  const over = `${bounds.cutoffs.length} cutoffs from ${brief(bounds.cutoffs[0])} to ${brief(bounds.cutoffs.at(-1)!)}`;
  return `${sentences}${best}${table}\nBounds at horizon ${brief(horizon)}, ${over}:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** Some lines of the curve; the best cutoff and ∞, what waiting earns, are always among them. */
function curveTable(curve: Theory["curve"], best: number): string {
  const step = Math.max(1, Math.ceil(curve.length / CURVE_LINES));
  const beside = (cutoff: number) => cutoff !== best && Math.abs(cutoff / best - 1) < BESIDE;
  const shown = curve.filter(
    ({ cutoff }, i) => (i % step === 0 && !beside(cutoff)) || cutoff === best || cutoff === Infinity,
  );
  return textTable([["cutoff", "rate"], ...shown.map(({ cutoff, rate }) => [brief(cutoff), brief(rate)])]);
}

function sentenceOn(arm: Theory["arms"][number]): string {
  if (arm.restart === "no") {
    return `do not restart: waiting earns ${brief(arm.rateWithoutCutoff)} per unit time, and no cutoff earns more.`;
  }
  const gain =
    arm.gain === Infinity
      ? "against nothing at all without a cutoff"
      : `${brief(arm.gain)}× what waiting earns`;
  if (arm.bestCutoff === 0) {
    return "restart as soon as you can: ever shorter cutoffs earn ever more, without end. There is no best one; a constant resetting time, as every real restart has, would make one (--resetting).";
  }
  if (!arm.attained) {
    return `restart as soon as you can: ever shorter cutoffs earn ever more, up to ${brief(arm.bestRate)} per unit time, ${gain}. There is no best one.`;
  }
  return `restart after ${brief(arm.bestCutoff)}: that earns ${brief(arm.bestRate)} per unit time, ${gain}.`;
}
