import type { Redis } from "@mulligan/cluster";
import { givingWay } from "../../shell/give-way.ts";
import { keys, keysOf } from "./keys.ts";
import { trimBefore } from "./log.ts";
import type { Replica } from "./replica.ts";
import { savedDocument } from "./saved-document.ts";
import { answered, type scriptsOn } from "./store-client.ts";

/** One of the services saves so often. */
const SAVE_MS = 10_000;

/**
 * Saves what was learned, so that the log need not be kept for ever. One service at a time does it, whichever comes
 * first; it goes on while it is there. The log is cut off where it was saved a round ago, so that a service which is a
 * little behind finds what it needs; one that is further behind begins again with what is saved.
 */
export function openSaving(
  redis: Redis,
  scripts: ReturnType<typeof scriptsOn>,
  own: string,
  known: { all(): Replica[]; position(): number | undefined },
  everyMs = SAVE_MS,
) {
  let savedBefore = 0;

  async function isKeeper(): Promise<boolean> {
    return answered(redis, async () => {
      const taken = await redis.set(keys.keeper, own, "PX", 3 * everyMs, "NX");
      if (taken !== null) return true;
      if ((await redis.get(keys.keeper)) !== own) return false;
      await redis.pexpire(keys.keeper, 3 * everyMs);
      return true;
    });
  }

  async function save(): Promise<void> {
    if (!(await isKeeper())) return;
    const from = known.position();
    if (from === undefined) return;
    const giveWay = givingWay();
    for (const replica of known.all()) {
      if (replica.changedAt <= replica.savedAt) continue;
      await giveWay();
      const { definition, mark, problem } = replica;
      const position = known.position();
      // All is begun again, and some of it may not be there yet.
      if (position === undefined) return;
      const document = savedDocument(problem.save());
      const places = [keys.position, keys.marks, keysOf(mark).saved];
      await scripts.save(...places, definition.name, mark, position, document);
      // Else all was begun again meanwhile, and what was saved may be another's.
      if (replica.problem === problem) replica.savedAt = position;
    }
    // A Redis that lost its last second counts on from where it was then.
    const before = Math.min(savedBefore, from) + 1;
    if (savedBefore > 0) await answered(redis, () => trimBefore(redis, before));
    savedBefore = from;
  }

  let busy: Promise<void> = Promise.resolve();
  // While Redis is away there is nothing to save to: the next round will.
  const round = () => (busy = busy.then(save).catch(() => {}));
  const timer = setInterval(round, everyMs).unref();
  return {
    /** Resolves when what was begun is saved; another service may go on. */
    async close(): Promise<void> {
      clearInterval(timer);
      if (redis.status !== "ready") return;
      await busy;
      const leave = async () => (await redis.get(keys.keeper)) === own && redis.del(keys.keeper);
      await answered(redis, leave).catch(() => {});
    },
  };
}
