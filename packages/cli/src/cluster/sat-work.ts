import type { WorkKind } from "@mulligan/cluster";
import type { SatMessage, SatReply } from "../sat/messages.ts";
import { readHeuristic } from "../sat/plan.ts";
import type { SentMessage } from "../sat/worker.ts";
import { startedModule } from "../shell/assets.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { plain } from "./plain-values.ts";
import { satDetailSchema, satRequestSchema } from "./sat-messages.ts";

interface Thread {
  readonly pool: Pool<SentMessage, SatReply>;
  /** One number: not 0 when the request is to end. */
  readonly stop: SharedArrayBuffer;
}

/**
 * Walks for other machines, in a thread for each slot and run. The walks of a race stay in their thread between turns, so
 * the worker that has one opens a queue of its own for the next turns.
 */
export function satWork(openOwnQueue: () => void): WorkKind {
  const module = startedModule("sat-thread");
  return {
    open({ detail, blobs }) {
      const { arms, models, races, files: count } = satDetailSchema.parse(detail);
      const settings = arms.map((arm) => readHeuristic(arm).settings);
      const solved = new SharedArrayBuffer(4 * count);
      const shared = { files: [], given: new Map(), arms: settings, models, races, solved };
      const threads: (Thread | undefined)[] = [];
      const newThread = (): Thread => {
        const stop = new SharedArrayBuffer(4);
        return { stop, pool: openPool(module, "solveSent", 1, { ...shared, stop }) };
      };
      /** The slots that keep walks, by race. */
      const homes = new Map<string, number>();
      return {
        slotOf(work) {
          const message = satRequestSchema.safeParse(work).data?.message;
          return message !== undefined && "race" in message ? homes.get(raceName(message)) : undefined;
        },
        async execute(work, { slot, stop }) {
          const { files, message } = satRequestSchema.parse(work);
          const sent = new Set(files.map(({ index }) => index));
          const used = "race" in message ? [message.race] : [...message.tasks];
          // A formula that was not sent would be read from a file of this machine.
          if (!used.every((index) => sent.has(index) && index < count)) {
            throw new RangeError("the request lacks a formula");
          }
          const thread = (threads[slot] ??= newThread());
          const flag = new Int32Array(thread.stop);
          Atomics.store(flag, 0, stop.aborted ? 1 : 0);
          stop.addEventListener("abort", () => Atomics.store(flag, 0, 1), { once: true });
          const formulas = await Promise.all(
            files.map(async ({ index, name, blob }) => {
              const bytes = blob === undefined ? new Uint8Array() : await blobs.get(blob);
              return bytes === undefined ? undefined : { index, name, bytes };
            }),
          );
          if (!formulas.every((formula) => formula !== undefined)) return { missing: true };
          if ("race" in message) {
            homes.set(raceName(message), slot);
            openOwnQueue();
          }
          const reply = await thread.pool.run({ formulas, message });
          const goesOn =
            "ending" in reply && reply.ending === "left" && "race" in message && message.flips > 0;
          if ("race" in message && !goesOn) homes.delete(raceName(message));
          return plain(reply);
        },
        async close() {
          await Promise.all(threads.map((thread) => thread?.pool.close()));
        },
      };
    },
  };
}

function raceName({ race, seed }: Extract<SatMessage, { readonly race: number }>): string {
  return `${race}/${seed}`;
}
