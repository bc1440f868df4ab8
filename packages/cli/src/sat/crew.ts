import { openPool, type Pool } from "../threads/open-pool.ts";
import { MESSAGES_A_WORKER } from "./agenda.ts";
import type { SatReply, SatShared, SatWork } from "./messages.ts";

/** Workers by number, since each keeps what it has begun. A thread is started when it is first needed. */
export interface Crew {
  run(worker: number, work: SatWork): Promise<SatReply>;
  close(): Promise<unknown>;
}

export function openCrew(shared: SatShared): Crew {
  const pools: (Pool<SatWork, SatReply> | undefined)[] = [];
  const module = new URL("./worker.js", import.meta.url);
  return {
    run: (worker, work) =>
      (pools[worker] ??= openPool(module, "solve", 1, shared, MESSAGES_A_WORKER)).run(work),
    close: () => Promise.all(pools.map((pool) => pool?.close())),
  };
}
