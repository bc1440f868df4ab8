import { readFileSync } from "node:fs";
import { type Header, refusal } from "./header.ts";
import { parseTrial, type Trial } from "./trial-line.ts";

export interface Replay {
  readonly trials: readonly Trial[];
  /** Where the last whole line ends. */
  readonly length: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

const NEWLINE = 10;

/**
 * Reads a journal that this run may resume; refuses any other with the reason, and changes nothing. The
 * last line may be torn, since a crash can come at any moment: it was never acknowledged, and is left
 * out. Anything else that is no observation is refused, since a journal that lost something in its middle
 * is not to be trusted.
 */
export function readJournal(path: string, header: Header): Replay {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const lines = bytes.subarray(0, end).toString("utf8").split("\n").slice(0, -1);
  const reason = refusal(lines[0] ?? bytes.toString("utf8", 0, 200), header);
  if (reason !== undefined) throw new Error(`${path}:1: ${reason}`);
  const arms = header.arms.map(({ name }) => name);
  const trials: Trial[] = [];
  for (let i = 1; i < lines.length; i++) {
    const trial = parseTrial(lines[i], arms);
    if (trial !== undefined) trials.push(trial);
    else if (i === lines.length - 1 && end === bytes.length) {
      return { trials, length: end - Buffer.byteLength(lines[i]) - 1, torn: i + 1 };
    } else throw new Error(`${path}:${i + 1}: must be an observation, got ${lines[i].slice(0, 60)}`);
  }
  return { trials, length: end, ...(end < bytes.length ? { torn: lines.length + 1 } : {}) };
}
