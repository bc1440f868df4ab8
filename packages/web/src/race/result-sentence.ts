import type { Row } from "@mulligan/core/simulate";
import { numberText } from "../design/number-text.ts";
import type { Tally } from "./tally.ts";

/** Before the race what is to be had, after it who had it. */
export function resultSentence({ course }: Tally, rows: readonly Row[] | undefined): string {
  if (rows === undefined) return bestText(course);
  const order = [...rows].sort((a, b) => b.reward.mean - a.reward.mean);
  const [first, last] = [order[0], order[order.length - 1]];
  const most = `${first.policy} earned ${order.length > 1 ? "most" : ""}: ${shareText(first)} of the best`;
  if (order.length === 1) return `${first.policy} earned ${shareText(first)} of the best.`;
  return `${most}; ${last.policy} least: ${shareText(last)}.`;
}

function shareText({ efficiency }: Row): string {
  return `${(100 * efficiency.mean).toFixed(1)}%`;
}

function bestText({ arms, phases }: Tally["course"]): string {
  const texts = phases.map(({ optimal: { arm, cutoff, rate } }) => {
    const which = arms.length > 1 ? `arm ${arm + 1}, ` : "";
    const when = cutoff === Infinity ? "never to cut" : `to cut at ${numberText(cutoff)}`;
    return `${which}${when}: ${numberText(rate)} per unit of time`;
  });
  return texts.length === 1 ? `The best is ${texts[0]}.` : `The best is first ${texts[0]}; then ${texts[1]}.`;
}
