import { nearestName } from "@mulligan/core";
import { UsageError } from "../shell/usage-error.ts";
import type { Chapter } from "./chapter.ts";

/** The chapters that were asked for, in the order of the report; `uf100` is enough for `fig:uf100`. */
export function chooseChapters(all: readonly Chapter[], asked: readonly string[]): readonly Chapter[] {
  if (asked.length === 0) return all;
  const labels = all.map(({ label }) => label);
  const wanted = asked.map((word) => {
    const label = labels.find((candidate) => candidate === word || candidate.split(":")[1] === word);
    if (label === undefined) {
      const near = nearestName(word, [...labels, ...labels.map((name) => name.split(":")[1])]);
      const hint = near === undefined ? "" : `, perhaps ${near}`;
      throw new UsageError(`unknown figure "${word}": expected one of ${labels.join(", ")}${hint}`);
    }
    return label;
  });
  return all.filter(({ label }) => wanted.includes(label));
}
