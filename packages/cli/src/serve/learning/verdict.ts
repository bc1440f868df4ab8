import type { ArmAnalysis } from "@mulligan/core/analysis";
import type { Pool } from "../../threads/open-pool.ts";
import { runsOf, type Seen } from "./seen.ts";
import type { ToJudge } from "./verdict-worker.ts";

/** What the analysis says of an arm; null as long as nothing was observed. */
export type Verdict = Pick<
  ArmAnalysis,
  "bestCutoff" | "bestRate" | "rateWithoutCutoff" | "gain" | "restart" | "unfinished" | "curve"
>;

/** An arm of which a verdict is asked. */
interface Judged {
  readonly name: string;
  readonly seen: Seen;
  /** What a cut costs, as its problem says. */
  readonly resetting: string | number;
}

export interface Judge {
  verdict(arm: Judged): Promise<Verdict | null>;
  close(): Promise<void>;
}

/** Judges arms in a thread that is started with the first question. Who asks again before more was seen is told the same. */
export function openJudge(): Judge {
  const known = new WeakMap<Seen, { readonly runs: number; readonly verdict: Promise<Verdict> }>();
  let pool: Promise<Pool<ToJudge, ArmAnalysis>> | undefined;

  async function start(): Promise<Pool<ToJudge, ArmAnalysis>> {
    const { openPool } = await import("../../threads/open-pool.ts");
    return openPool(new URL("./verdict-worker.js", import.meta.url), "judge", 1, undefined);
  }

  async function ask({ name, seen, resetting }: Judged): Promise<Verdict> {
    pool ??= start();
    const cost = resetting === "measured" ? seen.resetTime / Math.max(1, seen.resets) : resetting;
    const runs = runsOf(seen, name);
    const found = await (await pool).run({ name, runs, resetting: cost });
    const { bestCutoff, bestRate, rateWithoutCutoff, gain, restart, unfinished, curve } = found;
    return { bestCutoff, bestRate, rateWithoutCutoff, gain, restart, unfinished, curve };
  }

  return {
    async verdict(arm) {
      const { seen } = arm;
      const runs = seen.completed + seen.censored;
      if (runs === 0) return null;
      const before = known.get(seen);
      if (before?.runs === runs) return before.verdict;
      const verdict = ask(arm);
      known.set(seen, { runs, verdict });
      // One that failed is not to be told again.
      verdict.catch(() => known.delete(seen));
      return verdict;
    },
    async close() {
      await (await pool)?.close();
    },
  };
}
