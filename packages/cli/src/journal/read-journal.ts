import { readFileSync } from "node:fs";
import { UsageError } from "../shell/usage-error.ts";
import { type Header, refusal } from "./header.ts";
import { linesOf } from "./lines.ts";
import { parseTrial, type Trial } from "./trial-line.ts";

export interface Replay {
  readonly trials: readonly Trial[];
  /** Where the last whole line ends. */
  readonly length: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

/**
 * Reads a journal that this run may resume; refuses any other with the reason, and changes nothing. The
 * last line may be torn, since a crash can come at any moment: it was never acknowledged, and is left
 * out. Anything else that is no observation is refused, since a journal that lost something in its middle
 * is not to be trusted.
 */
export function readJournal(path: string, header: Header): Replay {
  const bytes = readFileSync(path);
  const arms = header.arms.map(({ name }) => name);
  const trials: Trial[] = [];
  let length = 0;
  for (const { number, text, from, to, whole } of linesOf(bytes)) {
    if (number === 1) {
      const reason = refusal(text, header);
      if (reason !== undefined) throw new UsageError(`${path}:1: ${reason}`);
    } else {
      const trial = whole ? parseTrial(text, arms) : undefined;
      if (trial === undefined && to === bytes.length) return { trials, length: from, torn: number };
      if (trial === undefined) {
        throw new UsageError(`${path}:${number}: must be an observation, got ${text.slice(0, 60)}`);
      }
      trials.push(trial);
    }
    length = to;
  }
  return { trials, length };
}
