import { UsageError } from "../../shell/usage-error.ts";
import type { Observation } from "../sample.ts";
import type { Observations } from "./observations-in.ts";

const SECONDS: Readonly<Record<string, number>> = { ms: 1e-3, s: 1 };

/** A table does not say what its times are in; other logs do, and are converted if another unit is asked for. */
export function inUnit(
  file: string,
  { rows, unit: own }: Observations,
  asked: string | undefined,
): { readonly rows: readonly Observation[]; readonly unit: string | undefined } {
  if (own === undefined || asked === undefined || asked === own) return { rows, unit: asked ?? own };
  const factor = SECONDS[own] / SECONDS[asked];
  if (Number.isNaN(factor))
    throw new UsageError(`--unit: the times of ${file} are in ${own}, got "${asked}"`);
  return { rows: rows.map((row) => ({ ...row, time: row.time * factor })), unit: asked };
}
