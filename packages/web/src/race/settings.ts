import type { RaceWords } from "./race-words.ts";

/** A race to begin with, and what is to be seen in it. */
export interface Setting {
  readonly title: string;
  readonly says: string;
  readonly words: RaceWords;
}

const COMMON = {
  later: [],
  change: "",
  reward: "one",
  resetting: "none",
  cutoffs: "auto",
  horizon: "20000",
  runs: "20",
  seed: "1",
} as const;

/** Six that each tell something. */
export const SETTINGS: readonly Setting[] = [
  {
    title: "Heavy tail",
    says: "Most runs are short, a few go on for ever. Who waits for them earns half of what is to be had; km-ts is near the best cutoff, 3.3, within a few hundred trials, ucb-rb is still looking for it at the end.",
    words: {
      ...COMMON,
      laws: ["pareto(scale=1,shape=1.2)"],
      policies: ["km-ts", "ucb-rb", "luby", "never"],
    },
  },
  {
    title: "Hangs",
    says: "One run in twenty hangs. Waiting for it costs nineteen twentieths of everything. Any timeout saves most of that, and the learned one saves all.",
    words: {
      ...COMMON,
      laws: ["mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=500))"],
      policies: ["km-ts", "percent-of-median", "luby", "never"],
    },
  },
  {
    title: "Memoryless",
    says: "A run that has taken long is no nearer to its end than a new one: restarting is for nothing, and each cut costs its reset. km-ts learns to leave runs alone, and ends with never.",
    words: {
      ...COMMON,
      laws: ["exponential(mean=2)"],
      resetting: "constant(0.2)",
      policies: ["km-ts", "never", "luby", "fixed:cutoff=1"],
    },
  },
  {
    title: "Two arms",
    says: "The second arm looks hopeless to who waits, and is nearly twice as good as the first to who cuts it early. Arm and cutoff have to be learned together.",
    words: {
      ...COMMON,
      laws: [
        "steady=gamma(shape=8,scale=0.5)",
        "lucky=mixture(0.5*gamma(shape=4,scale=0.2),0.5*pareto(scale=10,shape=1.1))",
      ],
      cutoffs: "log:0.25:32:8",
      policies: ["km-ts", "ucb-rb", "never:arm=0", "never:arm=1"],
    },
  },
  {
    title: "Drift",
    says: "Half-way the law changes, and nothing ends any more before the old cutoff. Who never forgets has to learn against all that it knows; who forgets is soon back.",
    words: {
      ...COMMON,
      laws: ["pareto(scale=1,shape=1.2)"],
      later: ["lognormal(median=12,sigma=0.3)"],
      change: "10000",
      policies: ["km-ts", "km-ts:halfLife=300", "ucb-rb", "never"],
    },
  },
  {
    title: "The paper’s",
    says: "Nine cutoffs, as in the paper's experiments. Its ucb-rb and ucb-rm have proofs behind them, and keep trying cutoffs that earn less; km-ts settles early and loses a fraction of that.",
    words: {
      ...COMMON,
      laws: ["lognormal(median=0.9,sigma=1.2)"],
      cutoffs: "log:0.316:3.16:9",
      policies: ["km-ts", "ucb-rb", "ucb-rm", "bts"],
      horizon: "10000",
      runs: "10",
    },
  },
];
