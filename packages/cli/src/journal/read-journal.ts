import { open } from "node:fs/promises";
import type { Trial } from "@mulligan/core/problem";
import { givingWay } from "../shell/give-way.ts";
import { MAX_LINES } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";
import { isIntact } from "./checksum.ts";
import { DAMAGED, type Header, hasChecksums, refusal } from "./header.ts";
import { type Line, linesOf } from "./lines.ts";
import { parseTrial } from "./trial-line.ts";

export interface Replay {
  readonly trials: readonly Trial[];
  /** Where the last whole line ends. */
  readonly length: number;
  /** The line that was not whole, if there is one. */
  readonly torn?: number;
}

/** Tasks that may have been begun, and not been told of when a run was killed: as many as it may have jobs. */
const MAX_UNTOLD = 10_000;

/**
 * Reads a journal that this run may resume; refuses any other with the reason, and changes nothing. The
 * last line may be torn, since a crash can come at any moment: it was never acknowledged, and is left
 * out. Anything else that is no observation is refused, since a journal that lost something in its middle
 * is not to be trusted. A first line that only lacks its newline ends where it should, at `length` 0: it is to be
 * written again.
 */
export async function readJournal(path: string, header: Header): Promise<Replay> {
  const bytes = await readWhole(path);
  const reader = trialReader(path, header);
  const trials: Trial[] = [];
  const giveWay = givingWay();
  let length = 0;
  for (const line of linesOf(bytes)) {
    const turn = giveWay();
    if (turn !== undefined) await turn;
    if (line.number === 1) {
      reader.begin(line);
      if (!line.whole) return { trials, length: 0 };
    } else {
      const trial = reader.read(line, trials.length, line.to === bytes.length);
      if (trial === undefined) return { trials, length: line.from, torn: line.number };
      trials.push(trial);
    }
    length = line.to;
  }
  return { trials, length };
}

/** Node reads no file of more than 2 GiB at once. */
async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, Math.min(PART_BYTES, size - length), length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

const PART_BYTES = 2 ** 24;

function trialReader(path: string, header: Header) {
  const arms = header.arms.map(({ name }) => name);
  let checked = false;
  const refuse = (number: number, what: string): never => {
    throw new UsageError(`${path}:${number}: ${what}`);
  };
  return {
    begin({ text }: Line): void {
      const reason = refusal(text, header);
      if (reason !== undefined) refuse(1, reason);
      checked = hasChecksums(text);
    },
    /** The trial on a line, of which `before` are known; undefined if it is the last and was torn. */
    read({ number, text, whole }: Line, before: number, last: boolean): Trial | undefined {
      if (last && !whole) return undefined;
      const trial = parseTrial(text, arms);
      const intact = isIntact(text);
      if (trial === undefined && intact === undefined && last && !checked) return undefined;
      if (intact === false || (checked && trial !== undefined && intact === undefined))
        refuse(number, DAMAGED);
      if (trial === undefined) return refuse(number, `must be an observation, got ${text.slice(0, 60)}`);
      if (trial.input === null && trial.occurrence > before + MAX_UNTOLD) {
        refuse(number, `occurrence must be at most ${before + MAX_UNTOLD} here, got ${trial.occurrence}`);
      }
      if (before === MAX_LINES) refuse(number, `must have at most ${MAX_LINES} trials, got more`);
      return trial;
    },
  };
}
