import { type Claim, type ClaimDraft, judgedFor } from "../claims/claim.ts";
import { leastBy } from "../claims/extremes.ts";
import { exactly, type Interval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { judge, holdsIf } from "../claims/judge.ts";
import { sumOf } from "../claims/sums.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import type { ConditionResult } from "./condition-study.ts";
import type { RestartPair } from "./race-study.ts";
import type { ArmCondition } from "./study.ts";

export function restartClaims(
  arms: readonly ArmCondition[],
  leads: readonly Interval[],
  horizon: number,
): Claim[] {
  const plain = arms.filter(({ problem }) => problem.reward === "one" && problem.resetting === "none");
  return [
    ...judgedFor(
      `${arms.length} arms, each at some 800 cutoffs; no horizon: rates are those of τ → ∞`,
      conditionClaim(arms.map(({ answer }) => answer)),
    ),
    ...judgedFor(`${leads.length} arms, τ = ${threeDigits(horizon)}`, raceClaim(leads)),
    ...judgedFor(
      `${plain.length} laws, reward 1, no resetting time; no horizon`,
      tailClaim(
        plain.map(({ answer }) => answer),
        plain.map(({ heavy }) => heavy),
      ),
    ),
  ];
}

/** By what share the side that the condition names earns more than the other. */
export function leadOf(races: readonly RestartPair[], restart: boolean): Interval {
  return jackknife(races, (runs) => {
    const cut = sumOf(runs.map((race) => race.cut));
    const never = sumOf(runs.map((race) => race.never));
    const [ahead, behind] = restart ? [cut, never] : [never, cut];
    return ahead / Math.max(behind, 1e-9) - 1;
  });
}

export function conditionClaim(answers: readonly ConditionResult[]): ClaimDraft {
  const wrong = (form: "product" | "printed" | "printedWherePositive") =>
    answers.filter((answer) => answer[form] !== answer.truth).length;
  const [product, printed, positive] = [wrong("product"), wrong("printed"), wrong("printedWherePositive")];
  return {
    label: "thm:opt-int",
    statement:
      "The best cutoff is finite if and only if at some t the residual reward rate is below E[R]/E[X].",
    quantity: `of ${answers.length} arms, those where the printed condition and the maximum of r(t) disagree`,
    ...exactly(printed),
    ...holdsIf(
      product === 0 && printed === 0,
      product === 0 && positive === 0,
      "E[X − t − C(t) | X > t] > 0 at that t, or the fraction is multiplied out",
    ),
    reason: `Multiplied out, the condition disagrees with the truth in ${product} of ${answers.length} arms; the printed fraction in ${printed}, and in ${positive} if it is asked only where its denominator is positive (docs/errata.md#e4).`,
  };
}

export function raceClaim(leads: readonly Interval[]): ClaimDraft {
  const closest = leastBy(leads, ({ low }) => low);
  const won = leads.filter(({ low }) => low > 0).length;
  return {
    label: "thm:opt-int",
    statement:
      "Where the condition holds, cutting at t* earns more than waiting; where it fails, cutting earns less.",
    quantity: `lead of the side that the condition names, in the closest of ${leads.length} races`,
    ...closest,
    ...judge(
      won === leads.length,
      leads.some(({ high }) => high < 0),
    ),
    reason: `The named side is ahead beyond its interval in ${won} of ${leads.length} races on the same trials; in the closest by ${withInterval(closest)}.`,
  };
}

export function tailClaim(answers: readonly ConditionResult[], heavy: readonly boolean[]): ClaimDraft {
  const of = (kind: boolean) => answers.filter((_, i) => heavy[i] === kind);
  const satisfied = (kind: boolean) => of(kind).filter(({ independent }) => independent).length;
  const [heavyYes, lightYes] = [satisfied(true), satisfied(false)];
  return {
    label: "eqn:opt-int-ind",
    statement: "All heavy-tailed and some light-tailed laws have E[X − t | X > t] > E[X] at some t.",
    quantity: "share of the heavy-tailed laws that satisfy it",
    ...exactly(heavyYes / Math.max(1, of(true).length)),
    verdict: heavyYes === of(true).length && lightYes > 0 ? "holds" : "does not hold",
    reason: `${heavyYes} of ${of(true).length} heavy-tailed laws satisfy it, and ${lightYes} of ${of(false).length} light-tailed ones.`,
  };
}
