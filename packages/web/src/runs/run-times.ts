import type { Summary } from "mulligan/client";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago, in a text that does not change every second. */
export function agoText(time: number, now: number): string {
  const ago = now - time;
  if (ago < MINUTE_MS) return "just now";
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`;
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h ago`;
  return new Date(time).toISOString().slice(0, 10);
}

/** A time on the clock: 7 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND_MS));
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.floor(seconds / unit));
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${seconds % 60} s`;
  if (days === 0) return `${hours} h ${minutes % 60} min`;
  return `${days} d ${hours % 24} h`;
}

/** A date and a time of day on the reader's clock: 19 Nov 2026, 13:04. */
export function startText(time: number): string {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** For how long the latest session of a run has run, or did; undefined if its journal does not say. */
export function runDuration({ run, lastActive }: Summary, now: number): number | undefined {
  if (run?.began === undefined) return undefined;
  return Math.max(0, (run.state === "running" ? Math.max(now, lastActive) : lastActive) - run.began);
}

/** How long a run still takes if it goes on at its present rate; undefined if that is not known. */
export function runTimeLeft(problem: Summary, now: number): number | undefined {
  const { run } = problem;
  const duration = runDuration(problem, now);
  if (run?.state !== "running" || run.tasks === undefined || duration === undefined) return undefined;
  const [done, left] = [run.done - run.doneBefore, run.tasks - run.done];
  return done > 0 && left > 0 ? (duration * left) / done : undefined;
}
