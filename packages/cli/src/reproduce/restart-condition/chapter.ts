import type { Chapter } from "../chapter.ts";
import type { Claim, Verdict } from "../claims/claim.ts";
import { exactly, type Interval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { armOf, type Problem } from "../studies/problem.ts";
import { restartCurvesFigure } from "./figure.ts";
import { type Race, restartRace } from "./race-study.ts";
import { type ConditionResult, restartCondition } from "./study.ts";

/** Heavy-tailed laws have no exponential moment; a lognormal or stretched Weibull law is among them. */
const LAWS: readonly { readonly law: string; readonly heavy: boolean }[] = [
  { law: "pareto(scale=1,shape=0.8)", heavy: true },
  { law: "pareto(scale=1,shape=1.2)", heavy: true },
  { law: "pareto(scale=1,shape=3)", heavy: true },
  { law: "lognormal(median=1,sigma=0.5)", heavy: true },
  { law: "lognormal(median=0.9,sigma=1.2)", heavy: true },
  { law: "lognormal(median=1,sigma=2)", heavy: true },
  { law: "weibull(scale=1,shape=0.5)", heavy: true },
  { law: "weibull(scale=1,shape=0.8)", heavy: true },
  { law: "exponential(mean=1)", heavy: false },
  { law: "mixture(0.9*exponential(mean=0.2),0.1*exponential(mean=5))", heavy: false },
  { law: "gamma(shape=0.5,scale=1)", heavy: false },
  { law: "gamma(shape=3,scale=0.5)", heavy: false },
  { law: "weibull(scale=1,shape=2)", heavy: false },
  { law: "uniform(low=0,high=1)", heavy: false },
  { law: "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=5,high=9))", heavy: false },
  { law: "shift(by=1,exponential(mean=1))", heavy: false },
];
const REWARDS = [
  "one",
  "bernoulli(p=0.3)",
  "power(omega=1,gamma=-0.25)",
  "power(omega=1,gamma=0.5)",
  "power(omega=1,gamma=1.5)",
];
const RESETTINGS = ["none", "proportional(0.5)", "proportional(1)", "constant(1)"];

const RACES: readonly Problem[] = [
  { law: "pareto(scale=1,shape=1.2)" },
  { law: "lognormal(median=0.9,sigma=1.2)" },
  {
    law: "lognormal(median=0.9,sigma=1.2)",
    reward: "power(omega=1,gamma=0.5)",
    resetting: "proportional(0.5)",
  },
  { law: "weibull(scale=1,shape=0.5)", resetting: "constant(0.2)" },
  { law: "mixture(0.9*exponential(mean=0.2),0.1*exponential(mean=5))", resetting: "constant(1)" },
  { law: "pareto(scale=1,shape=3)", reward: "power(omega=1,gamma=1.5)" },
  { law: "exponential(mean=1)", resetting: "proportional(1)" },
  { law: "gamma(shape=3,scale=0.5)" },
];

const SIZES = {
  full: { runs: 40, horizon: 10_000, rewards: REWARDS, resettings: RESETTINGS },
  quick: { runs: 12, horizon: 3_000, rewards: ["one", ...REWARDS.slice(3)], resettings: RESETTINGS },
  tiny: { runs: 2, horizon: 20, rewards: ["one"], resettings: ["none", "proportional(1)"] },
};

/** thm:opt-int: when does a finite cutoff pay? */
export const restartConditionChapter: Chapter = {
  label: "thm:opt-int",
  title: "When a finite cutoff pays",
  async play({ setting, play }) {
    const { runs, horizon, rewards, resettings } = SIZES[setting.form];
    const cases = LAWS.flatMap(({ law }) =>
      rewards.flatMap((reward) => resettings.map((resetting) => ({ law, reward, resetting }))),
    ).filter((problem) => armOf(problem).law.rewardMoment(1, Infinity) < Infinity);
    const batches = LAWS.flatMap(({ law }) =>
      rewards.map((reward) => cases.filter((problem) => problem.law === law && problem.reward === reward)),
    );
    const answers = (await play(restartCondition, batches)).flat();
    const plain = cases.map(({ reward, resetting }) => reward === "one" && resetting === "none");
    const independent = answers.filter((_, i) => plain[i]);
    const named = (
      await play(
        restartCondition,
        RACES.map((problem) => [problem]),
      )
    ).flat();
    const races = await play(
      restartRace,
      RACES.map((problem, i) => ({
        problem,
        // Where the condition says never, any cutoff must lose; the median is as good as another.
        cutoff: named[i].product ? named[i].cutoff : armOf(problem).law.time.quantile(0.5),
        horizon,
        seed: setting.seed,
        from: 0,
        to: runs,
      })),
    );
    const leads = races.map((race, i) => leadOf(race, named[i].product));
    return {
      about: [
        `${cases.length} arms: ${LAWS.length} laws, ${rewards.length} rewards, ${resettings.length} resetting times, without those whose mean reward is infinite. For each, r(t) is maximised directly and compared with r(∞); then the condition is asked at some 800 cutoffs, in product form and as printed.`,
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
      tables: [
        {
          name: "restart-condition",
          columns: [
            "law",
            "reward",
            "resetting",
            "best cutoff",
            "gain",
            "truth",
            "product form",
            "printed form",
          ],
          rows: cases.map(({ law, reward, resetting }, i) => [
            law,
            reward,
            resetting,
            answers[i].cutoff,
            answers[i].gain,
            String(answers[i].truth),
            String(answers[i].product),
            String(answers[i].printed),
          ]),
        },
        {
          name: "restart-races",
          columns: ["law", "reward", "resetting", "restart", "lead of the named side", "low", "high"],
          rows: RACES.map(({ law, reward = "one", resetting = "none" }, i) => [
            law,
            reward,
            resetting,
            String(named[i].product),
            leads[i].estimate,
            leads[i].low,
            leads[i].high,
          ]),
        },
      ],
      claims: [
        conditionClaim(answers),
        raceClaim(leads),
        tailClaim(
          independent,
          LAWS.map(({ heavy }) => heavy),
        ),
      ],
      work: `${cases.length} arms computed, ${RACES.length} × ${runs} pairs of runs played`,
    };
  },
};

/** By what share the side that the condition names earns more than the other. */
export function leadOf(races: readonly Race[], restart: boolean): Interval {
  return jackknife(races, (runs) => {
    const cut = runs.reduce((sum, race) => sum + race.cut, 0);
    const never = runs.reduce((sum, race) => sum + race.never, 0);
    const [ahead, behind] = restart ? [cut, never] : [never, cut];
    return ahead / Math.max(behind, 1e-9) - 1;
  });
}

export function conditionClaim(answers: readonly ConditionResult[]): Claim {
  const wrong = (form: "product" | "printed" | "printedWherePositive") =>
    answers.filter((answer) => answer[form] !== answer.truth).length;
  const [product, printed, positive] = [wrong("product"), wrong("printed"), wrong("printedWherePositive")];
  const verdict: Verdict =
    product > 0 ? "does not hold" : printed === 0 ? "holds" : positive === 0 ? "holds if" : "does not hold";
  return {
    label: "thm:opt-int",
    statement:
      "The best cutoff is finite if and only if at some t the residual reward rate is below E[R]/E[X].",
    quantity: `of ${answers.length} arms, those where the printed condition and the maximum of r(t) disagree`,
    ...exactly(printed),
    verdict,
    ...(verdict === "holds if"
      ? { condition: "E[X − t − C(t) | X > t] > 0 at that t, or the fraction is multiplied out" }
      : {}),
    reason: `Multiplied out, the condition disagrees with the truth in ${product} of ${answers.length} arms; the printed fraction in ${printed}, and in ${positive} if it is asked only where its denominator is positive (docs/errata.md#e4).`,
  };
}

export function raceClaim(leads: readonly Interval[]): Claim {
  const closest = leads.reduce((least, lead) => (lead.low < least.low ? lead : least));
  const won = leads.filter(({ low }) => low > 0).length;
  return {
    label: "thm:opt-int",
    statement:
      "Where the condition holds, cutting at t* earns more than waiting; where it fails, cutting earns less.",
    quantity: `lead of the side that the condition names, in the closest of ${leads.length} races`,
    ...closest,
    verdict: won === leads.length ? "holds" : "does not hold",
    reason: `The named side is ahead beyond its interval in ${won} of ${leads.length} races on the same trials; in the closest by ${withInterval(closest)}.`,
  };
}

export function tailClaim(answers: readonly ConditionResult[], heavy: readonly boolean[]): Claim {
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
