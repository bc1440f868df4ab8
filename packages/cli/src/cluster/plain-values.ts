import { z } from "zod";

/**
 * Converts values for JSON: bytes in base64, lists of numbers as arrays, maps as pairs, and numbers that JSON does
 * not have as strings. The schemas below read them back, so that a message is checked and converted in one step.
 */
export function plain(value: unknown): unknown {
  if (value === Infinity) return "inf";
  if (typeof value === "number" && Number.isNaN(value)) return "nan";
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Uint32Array || value instanceof Float64Array) return Array.from(value, plain);
  if (value instanceof Map) return Array.from(value, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

const MAX_ITEMS = 1_000_000;

export const whole = z.int().nonnegative();
export const amount = z.number().nonnegative();
export const shortText = z.string().max(10_000);
/** A number that may be ∞ or not a number. */
export const anyNumber = z
  .union([z.number(), z.literal("inf"), z.literal("nan")])
  .transform((value) => ({ inf: Infinity, nan: Number.NaN })[value as "inf"] ?? (value as number));
/** A time or a cutoff, which may be ∞. */
export const cutoff = anyNumber.refine((value) => value >= 0);
export const bytes = z
  .string()
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .transform((text) => new Uint8Array(Buffer.from(text, "base64")));
export const wholes = z
  .array(whole)
  .max(MAX_ITEMS)
  .transform((values) => Uint32Array.from(values));
export const numbers = z
  .array(anyNumber)
  .max(MAX_ITEMS)
  .transform((values) => Float64Array.from(values));
export const byIndex = <Value extends z.ZodType>(value: Value) =>
  z
    .array(z.tuple([whole, value]))
    .max(MAX_ITEMS)
    .transform((pairs) => new Map(pairs as [number, z.output<Value>][]));
