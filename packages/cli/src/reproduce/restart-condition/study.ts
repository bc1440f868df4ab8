import type { ChapterContext } from "../chapter.ts";
import { armOf, type ArmText } from "../studies/problem.ts";
import { type ConditionResult, restartCondition } from "./condition-study.ts";
import { type RestartPair, restartRace } from "./race-study.ts";

/** Heavy-tailed laws have no exponential moment; a lognormal or stretched Weibull law is among them. */
export const CONDITION_LAWS: readonly { readonly law: string; readonly heavy: boolean }[] = [
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

export const RACES: readonly ArmText[] = [
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

/** `rewards` and `resettings` go with every law; `runs` and `horizon` are those of the races. */
export const CONDITION_SIZES = {
  full: { runs: 40, horizon: 10_000, rewards: REWARDS, resettings: RESETTINGS },
  quick: { runs: 12, horizon: 3_000, rewards: ["one", ...REWARDS.slice(3)], resettings: RESETTINGS },
  tiny: { runs: 2, horizon: 20, rewards: ["one"], resettings: ["none", "proportional(1)"] },
};

/** An arm, and what was found out about it. */
export interface ArmCondition {
  readonly problem: Required<ArmText>;
  readonly heavy: boolean;
  readonly answer: ConditionResult;
}

/** Every law with every reward and resetting time, without those whose mean reward is infinite. */
export async function playConditions({ play, setting }: ChapterContext): Promise<ArmCondition[]> {
  const { rewards, resettings } = CONDITION_SIZES[setting.form];
  const batches = CONDITION_LAWS.flatMap(({ law, heavy }) =>
    rewards.map((reward) =>
      resettings
        .map((resetting) => ({ heavy, problem: { law, reward, resetting } }))
        .filter(({ problem }) => armOf(problem).law.rewardMoment(1, Infinity) < Infinity),
    ),
  );
  const answers = await play(
    restartCondition,
    batches.map((batch) => batch.map(({ problem }) => problem)),
  );
  return batches.flatMap((batch, i) =>
    batch.map((asked, place) => ({ ...asked, answer: answers[i][place] })),
  );
}

/** A problem that was played with and without a cutoff, the same trials. */
export interface RaceRuns {
  readonly problem: ArmText;
  /** Whether the condition names a finite cutoff. */
  readonly restart: boolean;
  readonly runs: readonly RestartPair[];
}

/** First the condition is asked, then what it says is put to the test. */
export async function playRaces({ play, setting }: ChapterContext): Promise<RaceRuns[]> {
  const { runs, horizon } = CONDITION_SIZES[setting.form];
  const answers = await play(
    restartCondition,
    RACES.map((problem) => [problem]),
  );
  const parts = RACES.map((problem, i) => {
    const [{ product: restart, cutoff: best }] = answers[i];
    // Where the condition says never, any cutoff must lose; the median is as good as another.
    const cutoff = restart ? best : armOf(problem).law.time.quantile(0.5);
    return { problem, cutoff, horizon, seed: setting.seed, from: 0, to: runs };
  });
  const races = await play(restartRace, parts);
  return RACES.map((problem, i) => ({ problem, restart: answers[i][0].product, runs: races[i] }));
}
