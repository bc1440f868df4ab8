import type { Estimate, Row } from "@mulligan/core";
import { brief, textTable } from "./text-table.ts";

interface Simulation {
  readonly problem: { readonly arms: readonly { readonly name: string }[]; readonly mode: string };
  readonly optimal: {
    readonly arm: string;
    readonly cutoff: number;
    readonly rate: number;
    /** "given" where there is no best of all cutoffs, but of those given. */
    readonly among: "all" | "given";
  };
  readonly rows: readonly Row[];
}

/** What `simulate` prints for people. */
export function simulationText({ problem, optimal, rows }: Simulation): string {
  const cutoff = optimal.cutoff === Infinity ? "without a cutoff" : `cut off at ${brief(optimal.cutoff)}`;
  const head = ["policy", "horizon", "runs", "trials", "reward", "efficiency", "regret"];
  const table = textTable([
    head,
    ...rows.map((row) => [
      row.policy,
      row.horizon.toLocaleString("en-US"),
      String(row.runs),
      brief(row.trials.mean),
      measured(row.reward),
      percent(row.efficiency),
      measured(row.regret),
    ]),
  ]);
  const [best, note] =
    optimal.among === "all"
      ? ["Best", ""]
      : [
          "Best of the cutoffs given",
          "There is no best of all: ever shorter ones earn ever more, without end.\n",
        ];
  return `${best}: ${optimal.arm}, ${cutoff}, earns ${brief(optimal.rate)} per unit time (mode ${problem.mode}).\n${note}\n${table}`;
}

function measured({ mean, standardError }: Estimate): string {
  return `${brief(mean)} ± ${Number(standardError.toPrecision(2))}`;
}

function percent({ mean, standardError }: Estimate): string {
  return `${(100 * mean).toFixed(1)}% ± ${(100 * standardError).toFixed(1)}`;
}
