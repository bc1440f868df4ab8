import { UsageError } from "../shell/usage-error.ts";

/** So many plays fit into memory, and take minutes at the least. */
const MAX_PLAYS = 1_000_000;

/** `rows` policies × horizons, each played `runs` times: what is kept of every play must fit into memory. */
export function checkPlays(rows: number, runs: number): void {
  const most = Math.floor(MAX_PLAYS / rows);
  if (runs > most) {
    throw new UsageError(
      `--runs: must be at most ${most} for ${rows} policies × horizons, ${MAX_PLAYS} runs in all, got ${runs}`,
    );
  }
}
