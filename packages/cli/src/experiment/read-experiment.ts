import { abandon, type Contestant, type Experiment, parsePolicy, retry, stationary } from "@mulligan/core";
import { type ProblemWords, readArms } from "./read-arms.ts";

/** `simulate`'s options as plain words, so that a worker thread can make the same experiment of them. */
export interface ExperimentWords extends ProblemWords {
  /** `NAME[:option=value,…]` each. */
  readonly policies: readonly string[];
  readonly horizons: readonly number[];
  readonly runs: number;
  readonly seed: number;
  readonly cutoffs: string;
  readonly mode: "abandon" | "retry";
}

export function readExperiment(words: ExperimentWords): Experiment {
  return {
    environment: stationary(readArms(words)),
    policies: contestants(words.policies),
    horizons: words.horizons,
    runs: words.runs,
    seed: words.seed,
    cutoffs: words.cutoffs,
    mode: words.mode === "retry" ? retry() : abandon,
  };
}

/** A policy's rows carry its name, or all of its notation where the name alone would stand for two. */
function contestants(texts: readonly string[]): Contestant[] {
  const parsed = texts.map(parsePolicy);
  return parsed.map(({ name, options }, place) => {
    const alone = parsed.filter((other) => other.name === name).length === 1;
    return { name, options, label: alone ? name : texts[place] };
  });
}
