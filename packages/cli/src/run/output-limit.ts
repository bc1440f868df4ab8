import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Captured } from "../processes/capture.ts";
import type { ProgramRun } from "../processes/run-program.ts";
import { UsageError } from "../shell/usage-error.ts";

/** How much of an output is searched for the reward. */
export const REWARD_LIMIT = 16 * 2 ** 20;
const COMPLAINT_LIMIT = 2 ** 16;
/** How much of a whole output is kept in memory; the rest goes to a file. */
const IN_MEMORY = 2 ** 20;
const MAX_LIMIT = 2 ** 30;
const UNITS = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 } as const;

/** Reads `--output-limit`: `500K`, `16M`, `1GiB`. */
export function readOutputLimit(text: string): number {
  const match = /^(\d+)\s*([KMG]?)(iB|B)?$/i.exec(text.trim());
  const unit = match?.[2].toUpperCase() as keyof typeof UNITS;
  const bytes = match === null ? Number.NaN : Number(match[1]) * UNITS[unit];
  if (!(bytes >= 1 && bytes <= MAX_LIMIT)) {
    throw new UsageError(`--output-limit: must be a size from 1 to 1G, such as 500K or 16M, got "${text}"`);
  }
  return bytes;
}

/** Returns the rules for capturing the output of a program: all of it if that is wanted, the last part if there is a limit. */
export function captureRules(
  { wanted, limit }: { readonly wanted: boolean; readonly limit: number | undefined },
  folder: string,
): ProgramRun["keep"] {
  if (!wanted) return { output: { limit: REWARD_LIMIT }, complaint: { limit: COMPLAINT_LIMIT } };
  if (limit !== undefined) return { output: { limit }, complaint: { limit } };
  let files = 0;
  const whole = {
    limit: IN_MEMORY,
    file() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return join(folder, `output-${++files}`);
    },
  };
  return { output: whole, complaint: whole };
}

/** Returns a notice on the missing part of the output `name`; undefined if nothing is missing. */
export function missingText(name: string, { size, kept, problem }: Captured): string | undefined {
  if (kept === size) return undefined;
  return `${name}: only the last ${sizeText(kept)} of ${sizeText(size)} were kept: ${problem ?? "--output-limit"}`;
}

function sizeText(bytes: number): string {
  const [unit, name] = [
    [UNITS.G, "GiB"],
    [UNITS.M, "MiB"],
    [UNITS.K, "KiB"],
  ].find(([least]) => bytes >= (least as number)) ?? [1, "bytes"];
  const amount = bytes / (unit as number);
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} ${name}`;
}
