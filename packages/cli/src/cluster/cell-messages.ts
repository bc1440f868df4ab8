import type { CellResult } from "@mulligan/core/simulate";
import { z } from "zod";
import type { ExperimentWords } from "../simulate/read-experiment.ts";
import { SCHEDULES } from "../tasks/policy-options.ts";

const MAX_TEXT = 10_000;
const MAX_LIST = 10_000;
const texts = z.array(z.string().max(MAX_TEXT)).max(MAX_LIST);

/** An experiment as it stands in Redis. The times of `empirical(FILE)` travel apart, by their content. */
export const cellsSchema = z.strictObject({
  words: z.strictObject({
    laws: texts,
    reward: z.string().max(MAX_TEXT),
    resetting: z.string().max(MAX_TEXT),
    policies: texts,
    horizons: z.array(z.number().positive()).min(1).max(MAX_LIST),
    runs: z.int().positive(),
    seed: z.int().nonnegative(),
    cutoffs: z.string().max(MAX_TEXT),
    mode: z.enum(["abandon", "retry"]),
    schedule: z.enum(SCHEDULES).optional(),
    maxRestarts: z.int().nonnegative().optional(),
  }),
  times: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** The times of files as text, and back; refused unless it is a list of them. */
export function timesText(times: ExperimentWords["times"]): string {
  return JSON.stringify([...times].map(([file, values]) => [file, Array.from(values)]));
}

const timesSchema = z.array(z.tuple([z.string(), z.array(z.number().nonnegative())]));

export function readTimesText(text: string): ExperimentWords["times"] {
  return new Map(timesSchema.parse(JSON.parse(text)).map(([file, list]) => [file, Float64Array.from(list)]));
}

/** The cells of a job, from the first up to, not including, the second. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

export function rangeText({ from, to }: CellRange): string {
  return `${from}-${to}`;
}

/** Undefined if it is none, or one beyond `total`. */
export function readRange(text: string | null, total: number): CellRange | undefined {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? "")?.map(Number) ?? [];
  return from < to && to <= total ? { from, to } : undefined;
}

/** JSON has no ∞, and that is what some regrets are. Every other number comes back as it was, to the last digit. */
const amount = z.union([z.number(), z.literal("inf"), z.literal("nan")]);
const resultsSchema = z.array(z.tuple([amount, amount, amount, amount]));

export function resultsDocument(results: readonly CellResult[]): z.infer<typeof resultsSchema> {
  return results.map(({ reward, trials, completed, pseudoRegret }) => [
    asDocument(reward),
    asDocument(trials),
    asDocument(completed),
    asDocument(pseudoRegret),
  ]);
}

/** Undefined if these are not the results of so many cells. */
export function readResults(value: unknown, count: number): CellResult[] | undefined {
  const { data } = resultsSchema.safeParse(value);
  if (data?.length !== count) return undefined;
  return data.map((numbers) => {
    const [reward, trials, completed, pseudoRegret] = numbers.map(asNumber);
    return { reward, trials, completed, pseudoRegret };
  });
}

function asDocument(value: number): z.infer<typeof amount> {
  if (Number.isNaN(value)) return "nan";
  return value === Infinity ? "inf" : value;
}

function asNumber(value: z.infer<typeof amount>): number {
  if (value === "nan") return Number.NaN;
  return value === "inf" ? Infinity : value;
}
