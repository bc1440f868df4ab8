import {
  exponential,
  gamma,
  type Law,
  lognormal,
  pareto,
  parseResetting,
  rewardOne,
} from "@mulligan/core/distributions";
import { knownArm, rewardRate } from "@mulligan/core/theory";
import type { TopLevelSpec } from "vega-lite";
import {
  type Claim,
  type ClaimDraft,
  holdsIf,
  judgedFor,
  threeDigits,
  verdictFrom,
  withInterval,
} from "../claims/claim.ts";
import { exactly, type Interval, jackknife, leastBy, sumOf } from "../claims/statistics.ts";
import { logarithmic, numeric } from "../studies/figures.ts";
import { type Chapter, type ChapterTable, type Findings, tableOf } from "../studies/study.ts";
import {
  type ArmCondition,
  CONDITION_LAWS,
  CONDITION_SIZES,
  type ConditionResult,
  playConditions,
  playRestartRaces,
  RACES,
  type RaceRuns,
  type RestartPair,
} from "./study.ts";

/** thm:opt-int: when does a finite cutoff pay? */
export const restartConditionChapter: Chapter = {
  label: "thm:opt-int",
  title: "When a finite cutoff pays",
  async play(context): Promise<Findings> {
    const { runs, horizon, rewards, resettings } = CONDITION_SIZES[context.setting.form];
    const arms = await playConditions(context);
    const races = await playRestartRaces(context);
    const leads = races.map((race) => leadOf(race.runs, race.restart));
    return {
      about: [
        `${arms.length} arms: ${CONDITION_LAWS.length} laws, ${rewards.length} rewards, ${resettings.length} resetting times, without those whose mean reward is infinite. For each, r(t) is maximised directly and compared with r(∞); then the condition is tested at some 800 cutoffs, in product form and as printed.`,
        `${RACES.length} of them are also played, the same trials with and without the cutoff, ${runs} runs over a horizon of ${threeDigits(horizon)}.`,
      ],
      figures: [
        {
          name: "restart-curves",
          caption:
            "Reward rate at a cutoff, as a multiple of the rate without one. A law has a finite best cutoff exactly where its line rises above 1.",
          spec: restartCurvesFigure(),
        },
      ],
      tables: [conditionTable(arms), raceTable(races, leads)],
      claims: restartClaims(arms, leads, horizon),
      work: `${arms.length} arms computed, ${RACES.length} × ${runs} pairs of runs played`,
    };
  },
};

function conditionTable(arms: readonly ArmCondition[]): ChapterTable {
  return tableOf("restart-condition", arms, [
    ["law", ({ problem }) => problem.law],
    ["reward", ({ problem }) => problem.reward],
    ["resetting", ({ problem }) => problem.resetting],
    ["best cutoff", ({ answer }) => answer.cutoff],
    ["gain", ({ answer }) => answer.gain],
    ["truth", ({ answer }) => String(answer.truth)],
    ["product form", ({ answer }) => String(answer.product)],
    ["printed form", ({ answer }) => String(answer.printed)],
  ]);
}

function raceTable(races: readonly RaceRuns[], leads: readonly Interval[]): ChapterTable {
  return tableOf("restart-races", races, [
    ["law", ({ problem }) => problem.law],
    ["reward", ({ problem }) => problem.reward ?? "one"],
    ["resetting", ({ problem }) => problem.resetting ?? "none"],
    ["restart", ({ restart }) => String(restart)],
    ["lead of the named side", (_, i) => leads[i].estimate],
    ["low", (_, i) => leads[i].low],
    ["high", (_, i) => leads[i].high],
  ]);
}

function restartClaims(arms: readonly ArmCondition[], leads: readonly Interval[], horizon: number): Claim[] {
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

/** The lead of the side that the condition names, as a share of what the other side earns. */
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
    reason: `Multiplied out, the condition disagrees with the truth in ${product} of ${answers.length} arms; the printed fraction in ${printed}, and in ${positive} if it is tested only where its denominator is positive (docs/errata.md#e4).`,
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
    ...verdictFrom(
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

const LAWS: readonly Law[] = [pareto(1, 1.2), lognormal(0.9, 1.2), exponential(1), gamma(3, 0.5)];
const POINTS = 80;

/** Rate at a cutoff over the rate without one, for a few laws, without and with a resetting time. */
function restartCurvesFigure(): TopLevelSpec {
  const values = ["none", "proportional(0.5)"].flatMap((resetting) =>
    LAWS.flatMap((law) => {
      const arm = knownArm(rewardOne(law), { resetting: parseResetting(resetting) });
      const [low, high] = [law.quantile(0.05), 30];
      return Array.from({ length: POINTS }, (_, i) => {
        const cutoff = low * (high / low) ** (i / (POINTS - 1));
        return {
          law: law.name,
          resetting: resetting === "none" ? "no resetting time" : "resetting takes half the cutoff",
          cutoff,
          gain: rewardRate(arm, cutoff) / rewardRate(arm, Infinity),
        };
      });
    }),
  );
  return {
    title: "What a cutoff gains",
    columns: 2,
    concat: [...new Set(values.map(({ resetting }) => resetting))].map((title) => ({
      title,
      data: { values: values.filter(({ resetting }) => resetting === title) },
      width: 320,
      height: 260,
      layer: [
        {
          mark: "line",
          encoding: {
            x: logarithmic("cutoff", "cutoff (time)", { scale: { type: "log", nice: false } }),
            y: numeric("gain", "rate / rate without cutoff"),
            color: { field: "law", type: "nominal", sort: null },
          },
        },
        { mark: { type: "rule", strokeDash: [4, 4], opacity: 0.6 }, encoding: { y: { datum: 1 } } },
      ],
    })),
  };
}
