import { exponential } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { poisson } from "./arrivals.mjs";
import { queuedReplica } from "./queued-replica.mjs";

/**
 * Replicas with queues: what is asked of one makes it slower, and a cut may ask for more than it saves.
 * @param {{ name: string, workers?: readonly number[], busy?: number, cancels?: boolean, most?: number, calls?: number }} given
 * @returns {import("./situation.ts").Situation}
 */
export function queues({ name, workers = [4, 4], busy = 0.75, cancels = true, most = 1.3, calls = 18_000 }) {
  const MEAN_MS = 20;
  const perSecond = (1000 / MEAN_MS) * workers.reduce((sum, count) => sum + count) * busy;
  const theBetter = (of, others) => Math.min(of(others["round robin"]), of(others["least outstanding"]));
  return {
    name: `${name}, ${100 * busy}% busy${cancels ? "" : ", servers do not cancel"}`,
    options: { deadline: 5_000 },
    needs: ["round robin", "least outstanding"],
    asks: [
      {
        what: "mean, of the better of round robin and least outstanding",
        most,
        of: (played, others) => played.mean / theBetter(({ mean }) => mean, others),
      },
      {
        what: "failed, more than the better of them",
        most: 0,
        of: (played, others) => played.failed - theBetter(({ failed: count }) => count, others),
      },
    ],
    build({ clock, seed }) {
      const law = exponential(MEAN_MS);
      const replica = (count) => {
        const serve = queuedReplica({ clock, workers: count, cancels });
        return ({ arm, input, attempt, signal }) =>
          serve(law.sample(stream(seed, arm, input, attempt)), signal);
      };
      return {
        arms: { east: replica(workers[0]), west: replica(workers[1]) },
        arrivals: { at: poisson(seed, perSecond, calls) },
      };
    },
  };
}
