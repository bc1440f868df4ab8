// How the arms of a situation answer. Every draw depends on the seed, the call and the attempt only, so that all
// strategies meet the same answers.
import { stream } from "@mulligan/core/random";

/** Longer than any deadline here. */
const NEVER_MS = 1e9;

/** An arm whose answers take as long as the law says; the draw depends on the arm, too. */
export const answers =
  ({ clock, seed }, law) =>
  ({ arm, input, attempt, signal }) =>
    clock.sleep(law.sample(stream(seed, arm, input, attempt)), signal);

/** True with this probability, drawn for each attempt anew. */
export const byChance = (seed, what, share, { arm, input, attempt }) =>
  stream(seed, what, arm, input, attempt).uniform() < share;

/** An attempt that is never answered. */
export const hang = ({ clock }, { signal }) => clock.sleep(NEVER_MS, signal);

/** An attempt that is rejected after `ms`. */
export async function refuse({ clock }, { signal }, ms, status = 503) {
  await clock.sleep(ms, signal);
  throw Object.assign(new Error(`status ${status}`), { status });
}
