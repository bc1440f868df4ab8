import { stream } from "@mulligan/core/random";
import { bestCutoff, type KnownArm, residual, rewardRate } from "@mulligan/core/theory";
import { type ArmText, armOf, walkStatic } from "../studies/arms.ts";
import type { ChapterContext, SeededRuns, Study } from "../studies/study.ts";

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

/** An arm with its answer. */
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

/** A problem that was played with and without a cutoff on the same trials. */
export interface RaceRuns {
  readonly problem: ArmText;
  /** Whether the condition names a finite cutoff. */
  readonly restart: boolean;
  readonly runs: readonly RestartPair[];
}

/** Tests the condition on each problem, then plays the problem with and without a cutoff. */
export async function playRestartRaces({ play, setting }: ChapterContext): Promise<RaceRuns[]> {
  const { runs, horizon } = CONDITION_SIZES[setting.form];
  const answers = await play(
    restartCondition,
    RACES.map((problem) => [problem]),
  );
  const parts = RACES.map((problem, i) => {
    const [{ product: restart, cutoff: best }] = answers[i];
    // If the condition says never to restart, every cutoff must lose. The median is one of them.
    const cutoff = restart ? best : armOf(problem).law.time.quantile(0.5);
    return { problem, cutoff, horizon, seed: setting.seed, from: 0, to: runs };
  });
  const races = await play(restartRace, parts);
  return RACES.map((problem, i) => ({ problem, restart: answers[i][0].product, runs: races[i] }));
}

/** Whether one arm has a finite best cutoff, by several forms of the condition (thm:opt-int). */
export interface ConditionResult {
  /** By the maximum of r(t) over all t: the truth. */
  readonly truth: boolean;
  /** E[R | X > t]·E[X] < E[R]·E[X − t − C(t) | X > t] at some t. */
  readonly product: boolean;
  /** The fraction as printed, at some t (docs/errata.md#e4). */
  readonly printed: boolean;
  /** The same, asked only where E[X − t − C(t) | X > t] > 0. */
  readonly printedWherePositive: boolean;
  /** E[X − t | X > t] > E[X] at some t, whatever reward and resetting time (eqn:opt-int-ind). */
  readonly independent: boolean;
  /** t* and how many times r(∞) it earns. */
  readonly cutoff: number;
  readonly gain: number;
}

export const restartCondition: Study<readonly ArmText[], ConditionResult[]> = {
  name: "restart-condition",
  play: (problems) => problems.map((problem) => testCondition(armOf(problem))),
};

/** A smaller relative difference is rounding: the exponential law has equality everywhere. */
const MARGIN = 1e-7;
/** A smaller relative gain counts as 0: far out in the tail the condition may hold clearly and gain almost nothing. */
const FLAT = 1e-10;

export function testCondition(arm: KnownArm): ConditionResult {
  const { time } = arm.law;
  const waiting = rewardRate(arm, Infinity);
  const best = bestCutoff(arm);
  const reward = arm.law.rewardMoment(1, Infinity);
  const answers = { product: false, printed: false, printedWherePositive: false, independent: false };
  for (const cutoff of scan(arm)) {
    if (time.mean === Infinity) {
      // Waiting then has rate 0, so every t at which something can be earned helps.
      if (!(time.cdf(cutoff) > 0)) continue;
      return { ...yes, truth: best.rate > waiting, cutoff: best.cutoff, gain: Infinity };
    }
    const left = residual(arm, cutoff);
    const [waits, restarts] = [left.reward * time.mean, reward * left.time];
    const margin = MARGIN * (Math.abs(waits) + Math.abs(restarts));
    if (waits < restarts - margin) answers.product = true;
    // The fraction, with the same margin: its two sides are those above divided by E[X]·E[X − t − C | X > t].
    if (left.time > 0 && waits < restarts - margin) answers.printedWherePositive = true;
    if (
      left.time !== 0 &&
      left.reward / left.time < reward / time.mean - margin / (time.mean * Math.abs(left.time))
    )
      answers.printed = true;
    const further = left.time + arm.resetting.mean(cutoff);
    if (further > time.mean * (1 + MARGIN)) answers.independent = true;
  }
  const truth = best.cutoff < Infinity && best.rate > waiting * (1 + FLAT);
  return { ...answers, truth, cutoff: truth ? best.cutoff : Infinity, gain: best.rate / waiting };
}

const yes = { product: true, printed: true, printedWherePositive: true, independent: true } as const;

const STEPS = 400;
/** The scan goes up to the quantile of 1 − 10⁻⁹: a lognormal law with small σ satisfies the condition far out. */
const FARTHEST = 9;

/** The times at which the conditions are tested: quantiles, dense at both ends, and every break of the law. */
function scan({ law: { time } }: KnownArm): number[] {
  const tails = Array.from({ length: STEPS }, (_, i) => 10 ** ((-FARTHEST * i) / STEPS) / 2);
  const times = [
    ...tails.map((p) => time.quantile(p)),
    ...tails.map((p) => time.quantile(1 - p)),
    ...time.breaks,
  ];
  return times.filter((cutoff) => cutoff > 0 && time.survival(cutoff) > 0);
}

/** The same trials, once cut at `cutoff` and once never; runs `from` up to, not including, `to`. */
interface RacePart extends SeededRuns {
  readonly problem: ArmText;
  readonly cutoff: number;
  readonly horizon: number;
}

/** Reward of one run on both sides. */
export interface RestartPair {
  readonly cut: number;
  readonly never: number;
}

export const restartRace: Study<RacePart, RestartPair[]> = {
  name: "restart-race",
  play(part) {
    const arm = armOf(part.problem);
    const reward = (cutoff: number, run: number) =>
      walkStatic(arm, cutoff, [part.horizon], stream(part.seed, "race", arm.name, run))[0].reward;
    return Array.from({ length: part.to - part.from }, (_, i) => ({
      cut: reward(part.cutoff, part.from + i),
      never: reward(Infinity, part.from + i),
    }));
  },
};
