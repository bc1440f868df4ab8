import { UsageError } from "../shell/usage-error.ts";
import { analyse } from "./analyse.ts";
import type { AnalysisOptions, ArmAnalysis } from "./arm-analysis.ts";
import type { Observation } from "./sample.ts";

/** One answer for each arm, or for each instance, in the order in which these first appear. */
export function analyseGroups(
  file: string,
  rows: readonly Observation[],
  by: "arm" | "instance",
  options: AnalysisOptions,
): ArmAnalysis[] {
  return [...groupsOf(file, rows, by)].map(([name, own]) => analyse(name, own, options));
}

/** The runs of each arm, or of each instance. */
export function groupsOf(
  file: string,
  rows: readonly Observation[],
  by: "arm" | "instance",
): ReadonlyMap<string, readonly Observation[]> {
  if (by === "instance" && rows.every((row) => row.instance === undefined)) {
    throw new UsageError(
      `${file}: has no instances for --by instance: a column \`instance\` would name them`,
    );
  }
  const groups = new Map<string, Observation[]>();
  for (const row of rows) {
    const name = by === "arm" ? row.arm : (row.instance ?? "(none)");
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}
