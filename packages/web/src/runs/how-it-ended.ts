import type { Tried } from "mulligan/client";

export const ENDS = ["solved", "cut", "failed", "stopped"] as const;
export type End = (typeof ENDS)[number];

/** How a try ended, as the reports of the command call it. */
export function howItEnded({ kind, reward, stopped }: Tried): End {
  if (kind === "completed") return (reward ?? 1) > 0 ? "solved" : "failed";
  return stopped ? "stopped" : "cut";
}
