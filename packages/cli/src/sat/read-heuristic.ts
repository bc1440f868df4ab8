import { heuristicNames, type WalkSettings } from "@mulligan/sat";
import { oneOf } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";

/** A heuristic with its settings, under the name that results carry. */
export interface HeuristicArm {
  readonly name: string;
  readonly settings: WalkSettings;
}

const OPTIONS = { noise: "noise", walk: "walkChance", tenure: "tenure" } as const;

/** Reads `--arm`: `NAME` or `NAME:noise=0.5,walk=0.01,tenure=10`. */
export function readHeuristic(text: string): HeuristicArm {
  const [name, rest = ""] = text.split(":", 2);
  const heuristic = oneOf("--arm", name.trim(), heuristicNames);
  const settings: Record<string, number> = {};
  for (const part of rest.split(",").filter((piece) => piece.trim() !== "")) {
    const [key, value = ""] = part.split("=", 2);
    const option = oneOf(`--arm ${heuristic}`, key.trim(), Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]);
    const number = value.trim() === "" ? Number.NaN : Number(value);
    const most = option === "tenure" ? 1e9 : 1;
    if (!(number >= 0 && number <= most && (option !== "tenure" || Number.isInteger(number)))) {
      throw new UsageError(
        `--arm ${heuristic}: ${option} must be a${option === "tenure" ? " whole" : ""} number from 0 to ${most}, got "${value}"`,
      );
    }
    settings[OPTIONS[option]] = number;
  }
  return { name: text.trim(), settings: { heuristic, ...settings } };
}
