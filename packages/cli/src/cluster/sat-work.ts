import type { ClusterWorker, RunWork, WorkerRun, WorkKind } from "@mulligan/cluster";
import type { SatMessage, SatReply } from "../sat/messages.ts";
import { readHeuristic } from "../sat/plan.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { plain } from "./plain-values.ts";
import { satDetailSchema, satRequestSchema } from "./sat-messages.ts";
import type { ThreadRequest } from "./sat-thread.ts";

/** A thread for each slot of a worker, started when it is first needed. Its walks stay there between turns. */
export function satWork(
  worker: () => Pick<ClusterWorker, "openOwnQueue">,
): WorkKind & { close(): Promise<void> } {
  const threads: { readonly pool: Pool<ThreadRequest, SatReply>; readonly stop: SharedArrayBuffer }[] = [];
  const module = new URL("./sat-thread.js", import.meta.url);
  const threadAt = (slot: number) =>
    (threads[slot] ??= { pool: openPool(module, "solveFor", 1, undefined), stop: new SharedArrayBuffer(4) });

  function open({ name: run, detail, blobs }: WorkerRun): RunWork {
    const { arms, models, races, files: count } = satDetailSchema.parse(detail);
    const settings = arms.map((arm) => readHeuristic(arm).settings);
    const solved = new SharedArrayBuffer(4 * count);
    /** The slots that keep walks, by race. */
    const homes = new Map<string, number>();
    return {
      slotOf(work) {
        const read = satRequestSchema.safeParse(work);
        const message = read.data?.message;
        return message !== undefined && "race" in message ? homes.get(raceName(message)) : undefined;
      },
      async execute(work, trial) {
        const { files, message } = satRequestSchema.parse(work);
        if (files.some(({ index }) => index >= count)) throw new RangeError("the request has no such file");
        const { pool, stop } = threadAt(trial.slot);
        const flag = new Int32Array(stop);
        Atomics.store(flag, 0, 0);
        const abort = () => Atomics.store(flag, 0, 1);
        trial.stop.addEventListener("abort", abort);
        if (trial.stop.aborted) abort();
        const loaded = await Promise.all(
          files.map(async ({ index, name, blob }) => {
            const bytes = blob === undefined ? new Uint8Array() : await blobs.get(blob);
            return bytes === undefined ? undefined : { index, name, bytes };
          }),
        );
        if (!loaded.every((file) => file !== undefined)) return { missing: true };
        if ("race" in message) {
          homes.set(raceName(message), trial.slot);
          worker().openOwnQueue();
        }
        const reply = await pool.run({
          run,
          arms: settings,
          models,
          races,
          solved,
          stop,
          files: loaded,
          message,
        });
        trial.stop.removeEventListener("abort", abort);
        if ("race" in message && !("ending" in reply && reply.ending === "left" && message.flips > 0)) {
          homes.delete(raceName(message));
        }
        return plain(reply);
      },
    };
  }

  return {
    open,
    async close() {
      await Promise.all(threads.map((thread) => thread?.pool.close()));
    },
  };
}

function raceName({ race, seed }: Extract<SatMessage, { readonly race: number }>): string {
  return `${race}/${seed}`;
}
