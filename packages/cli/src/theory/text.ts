import { brief, textTable } from "../shell/text.ts";
import type { Theory } from "./known-law.ts";

const CURVE_LINES = 12;
/** A line this close to that of the best cutoff shows nothing more. */
const BESIDE = 0.05;

/** Returns the text of `theory` for people. */
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
    ...lowerLine(bounds),
    bounds.actionSet,
    ...(arms.every(({ momentsHold }) => momentsHold)
      ? []
      : [
          "The assumption of the theorems on moments fails here; the paper's bounds are what they would say.",
        ]),
  ];
  const over = `${bounds.cutoffs.length} cutoffs from ${brief(bounds.cutoffs[0])} to ${brief(bounds.cutoffs.at(-1)!)}`;
  return [
    `${sentences}${best}${table}\n`,
    block(`Bounds at horizon ${brief(horizon)}, ${over}`, lines),
    ...bounds.regret.map((setting) => block(headOf(setting), regretLines(bounds, setting))),
    "E12 to E24 stand in docs/errata.md, and what is proved in docs/reference/policies.md.\n",
  ].join("");
}

const block = (head: string, lines: readonly string[]) =>
  `${head}:\n${lines.map((line) => `  ${line}\n`).join("")}`;

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
    arm.gain === Infinity ? "while waiting earns nothing" : `${brief(arm.gain)}× what waiting earns`;
  if (arm.bestCutoff === 0) {
    return "restart as early as you can: shorter cutoffs always earn more, so there is no best one. There is one with a constant resetting time, which every real restart has (--resetting).";
  }
  if (!arm.attained) {
    return `restart as early as you can: shorter cutoffs always earn more, up to ${brief(arm.bestRate)} per unit time, ${gain}. There is no best one.`;
  }
  return `restart after ${brief(arm.bestCutoff)}: that earns ${brief(arm.bestRate)} per unit time, ${gain}.`;
}

type Bounds = Theory["bounds"];
/** The bounds for one index. */
type Setting = Bounds["regret"][number];

/** A bound for another index than the one that is played says nothing about the policy as it is. */
function headOf({ byDefault, factor, beta }: Setting): string {
  const index = `Regret at f = ${brief(factor)}, β = ${brief(beta)}`;
  return byDefault
    ? `${index}, which ucb-rb, ucb-rm and ucb-rc play by default`
    : `${index}, where the paper's bounds are least; for ucb-rb:beta=${brief(beta)}, not for ucb-rb as it is`;
}

/** The lines on regret: our bound, then those of the paper with the errata that say why they are not proved. */
function regretLines(bounds: Bounds, setting: Setting): string[] {
  const { ucbRb, ucbRm } = setting;
  const paper = (name: string, { errata, coefficient }: { errata: readonly string[]; coefficient: number }) =>
    `${name} by the paper, not proved (${errata.join(", ")}): ${upper(bounds, coefficient, "O(1)")}`;
  return [
    ...linearLine(bounds, setting),
    ...(ucbRb === null ? [] : [paper("ucb-rb", ucbRb)]),
    paper("ucb-rm", ucbRm),
    ...continuousLine(bounds, setting),
  ];
}

/** An upper bound in words. A bound above the largest possible loss says nothing, so it is not printed in digits. */
function upper(bounds: Bounds, coefficient: number, added: string, constant = 0): string {
  if (coefficient === Infinity || Number.isNaN(coefficient)) return "no bound";
  return isVacuous(bounds, coefficient, constant)
    ? vacuous(bounds)
    : `at most ${brief(coefficient)}·log τ + ${added}`;
}

function vacuous({ mostLost }: Bounds): string {
  return `the bound says nothing, as no policy can lose more than ${brief(mostLost)}`;
}

/** Before τ = e a logarithm says nothing, and what is O(1) may be all. */
function isVacuous({ horizon, mostLost }: Bounds, coefficient: number, constant: number): boolean {
  return !(coefficient * Math.max(1, Math.log(horizon)) + constant <= mostLost);
}

/** The bound of docs/explanation/linear-in-the-longest-cutoff.md. */
function linearLine(bounds: Bounds, { ucbRbLinear }: Setting): string[] {
  if (ucbRbLinear === null) return [];
  const { status, errata, coefficient, constant, settled } = ucbRbLinear;
  if (status === "open") return ["ucb-rb by our proof: no bound for such rewards"];
  const condition =
    status === "proved"
      ? ""
      : ` if the best cutoff gets ${brief(settled)}·log n of the first n trials (${errata})`;
  return [`ucb-rb, proved${condition}: ${upper(bounds, coefficient, brief(constant), constant)}`];
}

/** n is τ over the shortest cutoff. */
function continuousLine(bounds: Bounds, { ucbRc }: Setting): string[] {
  const { horizon, cutoffs, mostLost } = bounds;
  if (ucbRc === null) return [];
  const { assumption, coefficient, errata } = ucbRc;
  const by = `ucb-rc by the paper, not proved (${errata.join(", ")})`;
  if (coefficient === null) return [`${by}: no bound. ${assumption}`];
  const trials = horizon / cutoffs[0];
  const lost = coefficient * Math.sqrt(trials * Math.max(1, Math.log(trials)));
  const said = lost <= mostLost ? `at most ${brief(coefficient)}·√(n·log n)` : vacuous(bounds);
  return [`${by}: ${said}. ${assumption}`];
}

function lowerLine({ lowerBound }: Bounds): string[] {
  if (lowerBound === null) return [];
  const { coefficient } = lowerBound;
  return [
    coefficient > 0
      ? `regret of any policy that learns: at least ${brief(coefficient)}·log τ in the long run`
      : "regret of any policy that learns: it need not grow with τ, since trials with the longest of the best cutoffs inform about all others",
  ];
}
