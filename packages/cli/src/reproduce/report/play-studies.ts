import { openPool } from "../../threads/open-pool.ts";
import type { PlayStudy } from "../studies/study.ts";

/** Threads that play the parts of studies. */
export interface Studies {
  readonly play: PlayStudy;
  close(): Promise<void>;
}

export function openStudies(jobs: number, progress: (done: number, total: number) => void): Studies {
  const pool = openPool<{ study: string; part: unknown }, unknown>(
    new URL("./study-worker.js", import.meta.url),
    "playPart",
    jobs,
    undefined,
  );
  let [done, total] = [0, 0];
  return {
    play<Part, Result>({ name }: { readonly name: string }, parts: readonly Part[]): Promise<Result[]> {
      total += parts.length;
      return Promise.all(
        parts.map(async (part) => {
          const result = await pool.run({ study: name, part });
          progress(++done, total);
          return result as Result;
        }),
      );
    },
    close: () => pool.close(),
  };
}
