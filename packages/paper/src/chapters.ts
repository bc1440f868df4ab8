import { nearestName } from "@mulligan/core/problem";
import { concentrationChapter } from "./concentration/chapter.ts";
import { paretoCorrelationFigure } from "./correlation/chapter.ts";
import { lemmasChapter } from "./lemmas/chapter.ts";
import { longestCutoffChapter } from "./longest-cutoff/chapter.ts";
import { regretGrowthChapter } from "./regret-growth/chapter.ts";
import { restartConditionChapter } from "./restart-condition/chapter.ts";
import { sharingChapter } from "./sharing/chapter.ts";
import { staticPolicyChapter } from "./static-policy/chapter.ts";
import type { Chapter } from "./studies/study.ts";
import { satFigure } from "./walk-sat/chapter.ts";

/** The chapters about the theorems, which need no formulas, in the order of the paper. */
export const theoryChapters: readonly Chapter[] = [
  restartConditionChapter,
  staticPolicyChapter,
  regretGrowthChapter,
  sharingChapter,
  longestCutoffChapter,
  lemmasChapter,
  concentrationChapter,
];

/** All chapters in the order of the report: the figures, then the theorems. */
export const chapters: readonly Chapter[] = [
  paretoCorrelationFigure,
  satFigure({ label: "fig:uf100", set: "uf100-430", cutoffs: 9 }),
  satFigure({ label: "fig:cbs-k3", set: "CBS_k3_n100_m403_b30", cutoffs: 13 }),
  ...theoryChapters,
];

/**
 * Returns the requested chapters in the order of the report, or all if none is requested. `uf100` stands for
 * `fig:uf100`.
 */
export function chooseChapters(requested: readonly string[]): readonly Chapter[] {
  if (requested.length === 0) return chapters;
  const labels = chapters.map(({ label }) => label);
  const chosen = requested.map((word) => {
    const label = labels.find((candidate) => candidate === word || candidate.split(":")[1] === word);
    if (label === undefined) {
      const near = nearestLabel(word, labels);
      const hint = near === undefined ? "" : `, perhaps ${near}`;
      throw new RangeError(`unknown figure "${word}": expected one of ${labels.join(", ")}${hint}`);
    }
    return label;
  });
  return chapters.filter(({ label }) => chosen.includes(label));
}

/** The label nearest to a word, with or without `fig:`, or one that has a similar part: `parto` for fig:pareto-correlation. */
function nearestLabel(word: string, labels: readonly string[]): string | undefined {
  const whole = nearestName(word, [...labels, ...labels.map((label) => label.split(":")[1])]);
  if (whole !== undefined) return whole;
  const part = nearestName(
    word.split(":").at(-1)!,
    labels.flatMap((label) => label.split(":")[1].split("-")).filter((name) => name.length > 2),
  );
  return labels.find((label) =>
    label
      .split(":")[1]
      .split("-")
      .includes(part ?? word),
  );
}
