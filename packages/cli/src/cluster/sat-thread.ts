import {
  type Assignment,
  DimacsError,
  emptyClause,
  type Formula,
  readDimacs,
  type WalkSettings,
} from "@mulligan/sat";
import { restartFlips } from "../sat/competition.ts";
import { recentFormulas } from "../sat/recent-formulas.ts";
import { openWalks, type Walks } from "../sat/walks.ts";
import { reasonOf } from "../shell/exit.ts";

/** Some trials at one formula. */
export interface WalkWork {
  /** The run it belongs to, and what is the same in all of it. */
  readonly run: string;
  readonly arms: readonly WalkSettings[];
  readonly models: boolean;
  readonly stop: SharedArrayBuffer;
  /** The formula as it came, and the hash of it. */
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** How it is called, where it is spoken of. */
  readonly name: string;
  readonly seed: number;
  readonly decided: readonly { readonly arm: number; readonly cutoff: number }[];
}

export interface WalkReply {
  readonly ending: "left" | "solved" | "stopped" | "hopeless" | "unreadable";
  readonly flips: readonly number[];
  readonly restartFlips: number;
  readonly model?: Assignment | undefined;
  readonly problem?: string | undefined;
}

const formulas = recentFormulas();
/** Of the runs that were worked at last. */
const walksOf = new Map<string, Walks>();
const MAX_RUNS = 4;

/** Called by the pool. */
export async function walk(work: WalkWork): Promise<WalkReply> {
  const none = { flips: [], restartFlips: 0 };
  const formula = formulas.take(work.hash) ?? (await readFormula(work));
  if (typeof formula === "string") return { ending: "unreadable", ...none, problem: formula };
  if (emptyClause(formula) >= 0) return { ending: "hopeless", ...none };
  const walks = openedWalks(work);
  const [arms, cutoffs] = [new Uint32Array(work.decided.length), new Float64Array(work.decided.length)];
  work.decided.forEach(({ arm, cutoff }, place) => {
    arms[place] = arm;
    cutoffs[place] = cutoff;
  });
  const { ending, flips, model, problem } = walks.tries(formula, work.seed, arms, cutoffs);
  if (ending !== "solved") formulas.keep(work.hash, formula);
  return {
    ending: ending === "large" ? "left" : ending,
    flips,
    restartFlips: restartFlips(formula),
    ...(model === undefined ? {} : { model }),
    ...(problem === undefined ? {} : { problem: `${work.name}: ${problem}` }),
  };
}

function openedWalks({ run, arms, models, stop }: WalkWork): Walks {
  const known = walksOf.get(run);
  if (known !== undefined) return known;
  for (const oldest of walksOf.keys()) {
    if (walksOf.size < MAX_RUNS) break;
    walksOf.delete(oldest);
  }
  const walks = openWalks({
    files: [],
    given: new Map(),
    arms,
    models,
    races: false,
    stop,
    solved: new SharedArrayBuffer(4),
  });
  walksOf.set(run, walks);
  return walks;
}

async function readFormula({ bytes, name }: WalkWork): Promise<Formula | string> {
  try {
    return await readDimacs(bytes, name);
  } catch (error) {
    return error instanceof DimacsError ? error.message : `${name}: cannot be read: ${reasonOf(error)}`;
  }
}
