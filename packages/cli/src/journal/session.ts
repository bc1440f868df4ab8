import { isCount, isTime } from "@mulligan/core/problem";

/** One start of a command that writes a journal. The journal has it for people who look at it; a resumed run ignores it. */
export interface Session {
  /** When the command began, in milliseconds since 1970. */
  readonly began: number;
  /** The command line, as for a shell. */
  readonly command: string;
  /** The number of tasks to solve, with those of earlier sessions; absent if there is no end. */
  readonly tasks?: number;
}

/** The longest command line that is kept. */
export const MAX_COMMAND = 2_000;

/** Reads a session from parsed JSON; undefined if it is none. */
export function readSession(value: unknown): Session | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { began, command, tasks } = value as Readonly<Record<string, unknown>>;
  if (!isTime(began) || typeof command !== "string" || command.length > MAX_COMMAND) return undefined;
  return { began, command, ...(isCount(tasks) ? { tasks } : {}) };
}
