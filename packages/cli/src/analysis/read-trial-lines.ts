import { z } from "zod";
import { UsageError } from "../shell/usage-error.ts";
import type { Observation } from "./sample.ts";

const Trial = z.object({
  type: z.literal("trial"),
  arm: z.string(),
  instance: z.string().nullish(),
  time: z.number().nonnegative(),
  completed: z.union([z.literal(0), z.literal(1)]),
  reward: z.number().nonnegative().optional(),
});

/** The trials of a journal of `mulligan run`, one JSON object a line; a torn last line is left out. */
export function readTrialLines(file: string, text: string): Observation[] {
  const lines = text.split("\n");
  const rows: Observation[] = [];
  lines.forEach((line, place) => {
    const value = line.trim() === "" ? undefined : parseLine(line);
    if (value === undefined) {
      if (place < lines.length - 1)
        throw new UsageError(`${file}:${place + 1}: must be an observation, got a broken line`);
      return;
    }
    if ((value as { type?: unknown }).type !== "trial") return;
    const checked = Trial.safeParse(value);
    if (!checked.success) {
      const [{ path, message }] = checked.error.issues;
      throw new UsageError(`${file}:${place + 1}: ${path.join(".")}: ${message}`);
    }
    const { arm, instance, time, completed, reward = 1 } = checked.data;
    rows.push({
      arm,
      ...(instance == null ? {} : { instance }),
      time,
      completed: completed === 1,
      reward: completed === 1 ? reward : 0,
    });
  });
  return rows;
}

function parseLine(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
