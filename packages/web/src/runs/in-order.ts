import type { Summary } from "mulligan/client";

const MINUTE_MS = 60_000;

/** Whether something happened to it within the last minute. */
export function isActive({ lastActive }: Summary, now: number): boolean {
  return now - lastActive < MINUTE_MS;
}

/**
 * What runs, then what is active now, then the newest activity first. The first two stand in the order of their names,
 * or they would change places every second.
 */
export function inOrder(problems: Iterable<Summary>, now: number): Summary[] {
  const age = (problem: Summary) => {
    if (standingText(problem) === "running") return -1;
    return isActive(problem, now) ? 0 : now - problem.lastActive;
  };
  return [...problems].sort((a, b) => age(a) - age(b) || (a.name < b.name ? -1 : 1));
}

/** Whether it is at work, in a word. */
export function standingText({ readOnly, live }: Summary): "running" | "over" | "service" {
  if (!readOnly) return "service";
  return live ? "running" : "over";
}

/** How long ago, in words that do not change every second. */
export function agoText(time: number, now: number): string {
  const minutes = Math.floor((now - time) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return new Date(time).toISOString().slice(0, 10);
}
