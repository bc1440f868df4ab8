import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { DAMAGED, isIntact, linesOf, parseObject } from "../journal/lines.ts";
import { UsageError } from "../shell/usage-error.ts";

const Trial = z.object({
  type: z.literal("trial"),
  arm: z.string(),
  instance: z.string().nullish(),
  time: z.number().nonnegative(),
  completed: z.union([z.literal(0), z.literal(1)]),
  reward: z.number().nonnegative().optional(),
  occurrence: z.number().optional(),
});

/** Reads the trials of a journal of `mulligan run` or `sat`, one JSON object a line; a torn last line is left out. */
export function readTrialLines(file: string, bytes: Uint8Array): LoggedRun[] {
  const rows: LoggedRun[] = [];
  let sealed = false;
  for (const { number, text, to, whole } of linesOf(bytes)) {
    const value = parseObject(text);
    const intact = isIntact(text);
    if (number === 1) sealed = value?.type === "header";
    if (intact === false || (sealed && whole && intact === undefined)) {
      throw new UsageError(`${file}:${number}: ${DAMAGED}`);
    }
    if (value === undefined) {
      if (to === bytes.length) break;
      throw new UsageError(`${file}:${number}: must be an observation, got a broken line`);
    }
    if (value.type !== "trial") continue;
    const checked = Trial.safeParse(value);
    if (!checked.success) {
      const [{ path, message }] = checked.error.issues;
      throw new UsageError(`${file}:${number}: ${path.join(".")}: ${message}`);
    }
    const { arm, instance, time, completed, reward = 1, occurrence } = checked.data;
    rows.push({
      arm,
      ...(instance == null ? {} : { instance }),
      // Trials are written when they end; repetitions of a command are counted when they begin.
      ...(instance === null && occurrence !== undefined ? { start: occurrence } : {}),
      time,
      completed: completed === 1,
      reward: completed === 1 ? reward : 0,
    });
  }
  return rows;
}
