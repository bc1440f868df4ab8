import { nearestName } from "@mulligan/core/distributions";
import { UsageError } from "../../shell/usage-error.ts";
import type { Chapter } from "../chapter.ts";

/** The chapters that were asked for, in the order of the report; `uf100` is enough for `fig:uf100`. */
export function chooseChapters(all: readonly Chapter[], asked: readonly string[]): readonly Chapter[] {
  if (asked.length === 0) return all;
  const labels = all.map(({ label }) => label);
  const wanted = asked.map((word) => {
    const label = labels.find((candidate) => candidate === word || candidate.split(":")[1] === word);
    if (label === undefined) {
      const near = nearestLabel(word, labels);
      const hint = near === undefined ? "" : `, perhaps ${near}`;
      throw new UsageError(`unknown figure "${word}": expected one of ${labels.join(", ")}${hint}`);
    }
    return label;
  });
  return all.filter(({ label }) => wanted.includes(label));
}

/** The nearest label, with or without its `fig:`, or the one of which a word is near: `parto` for fig:pareto-correlation. */
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
