import { brief, textTable } from "../shell/text-table.ts";
import type { Theory } from "./known-law.ts";

const CURVE_LINES = 12;

/** What `theory` prints for people. */
export function theoryText(theory: Theory): string {
  const { arms, optimal, curve, bounds } = theory;
  const sentences = arms.map((arm) => `${arm.name}: ${sentenceOn(arm)}\n  ${arm.moments}\n`).join("");
  const best =
    arms.length === 1 ? "" : `Best of all: ${optimal.arm}, ${brief(optimal.rate)} per unit time.\n`;
  const step = Math.max(1, Math.ceil(curve.length / arms.length / CURVE_LINES));
  const cutoffs = curve.filter(({ arm }) => arm === arms[0].name).filter((_, i) => i % step === 0);
  const table =
    arms.length > 1
      ? ""
      : `\n${textTable([["cutoff", "rate"], ...cutoffs.map(({ cutoff, rate }) => [brief(cutoff), brief(rate)])])}`;
  const { horizon, staticReward, optimalReward, ucbRb, ucbRm, ucbRc } = bounds;
  // Two bounds, of which either may be the tighter one; and no oracle earns more than the best policy.
  const atMost = Math.min(staticReward.high, Number.isNaN(optimalReward) ? Infinity : optimalReward);
  const earner = optimal.cutoff > 0 ? "the oracle" : "the best of these cutoffs";
  const lines = [
    `${earner} earns ${brief(staticReward.low)} to ${brief(atMost)}, no policy more than ${brief(optimalReward)}`,
    ...(ucbRb === null ? [] : [`regret of ucb-rb: ${bound(ucbRb.coefficient)}`]),
    `regret of ucb-rm: ${bound(ucbRm.coefficient)}`,
    ...(ucbRc === null
      ? []
      : [
          `regret of ucb-rc: ${ucbRc.coefficient === null ? "no bound" : `at most ${brief(ucbRc.coefficient)}·√(n·log n)`}. ${ucbRc.assumption}`,
        ]),
    bounds.actionSet,
    ...(arms.every(({ momentsHold }) => momentsHold)
      ? []
      : ["The regret bounds are what the theorems would say; their assumption on moments fails here."]),
  ];
  const over = `${bounds.cutoffs.length} cutoffs from ${brief(bounds.cutoffs[0])} to ${brief(bounds.cutoffs.at(-1)!)}`;
  return `${sentences}${best}${table}\nBounds at horizon ${brief(horizon)}, ${over}:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function bound(coefficient: number): string {
  return coefficient < Infinity ? `at most ${brief(coefficient)}·log τ + O(1)` : "no bound";
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
