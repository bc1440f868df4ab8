import type { OptionField } from "@mulligan/core/policies";

/** An option of a policy in plain words. */
export interface OptionWords {
  readonly label: string;
  readonly hint: string;
}

const WORDS: Readonly<Record<string, OptionWords>> = {
  strength: {
    label: "Weight of the first guess",
    hint: "What is assumed before the first run counts as this many runs.",
  },
  tolerance: {
    label: "Tolerance",
    hint: "The share of the reward that it gives up if it then needs fewer restarts.",
  },
  halfLife: {
    label: "Half-life in runs",
    hint: "After this many more runs an old run counts half. If empty, it never forgets.",
  },
  "hidden-types.halfLife": {
    label: "Half-life in tasks",
    hint: "After this many more tasks an old task counts half.",
  },
  halfLifeTime: {
    label: "Half-life in time",
    hint: "After this much time an old run counts half. If empty, it never forgets.",
  },
  repeats: {
    label: "Attempts are alike",
    hint: "Whether each attempt at a task takes the same time.",
  },
  beyond: {
    label: "Time for long attempts",
    hint: "The share of all time that very long attempts may take without success.",
  },
  width: { label: "Width", hint: "With a larger number it tries uncertain cutoffs more often." },
  alpha: {
    label: "Exploration (alpha)",
    hint: "With a larger number it tries uncertain cutoffs more often.",
  },
  factor: {
    label: "Factor of the bound",
    hint: "How far the estimates may be off, as (1 + beta)² / (1 − beta). Give this or beta.",
  },
  beta: {
    label: "Slack (beta)",
    hint: "How far the estimate of a rate may be off. Give this or the factor.",
  },
  variant: { label: "Formula", hint: "Corrected, or as the paper prints it." },
  init: { label: "First runs", hint: "This many runs of each option at each cutoff come first." },
  sharing: { label: "Shared runs", hint: "Whether a run also counts for the shorter cutoffs." },
  q: {
    label: "Smoothness (q)",
    hint: "How quickly the rate falls on both sides of the best cutoff: 2 for a round top.",
  },
  cutoff: { label: "Cutoff", hint: "Every run is stopped after this time." },
  arm: { label: "Option to play", hint: "The first option is 0, the second is 1." },
  base: { label: "First cutoff", hint: "The other cutoffs are multiples of it." },
  reset: { label: "Begins again", hint: "Whether the sequence begins again after a run that ended." },
  ratio: { label: "Growth", hint: "Each cutoff is this many times as long as the one before." },
  percent: { label: "Percent of the median", hint: "With 200 the cutoff is twice the median run time." },
  after: { label: "Runs to wait for", hint: "This many runs must end before it stops any." },
  p: {
    label: "Share of the runs",
    hint: "With 0.95 the cutoff is the 95th percentile of the run times so far.",
  },
  "beyond-longest.factor": {
    label: "Factor",
    hint: "It stops a run that takes this many times as long as the longest so far.",
  },
  growth: { label: "Growth", hint: "Each further attempt may take this many times as long." },
};

/** The words for an option of a policy; the library's own for an option that has none here. */
export function optionWords(policy: string, option: string, { text }: OptionField): OptionWords {
  return WORDS[`${policy}.${option}`] ?? WORDS[option] ?? { label: option, hint: text };
}
