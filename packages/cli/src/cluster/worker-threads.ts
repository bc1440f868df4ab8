import { openPool, type Pool } from "../threads/open-pool.ts";
import type { WalkReply, WalkWork } from "./sat-thread.ts";

/** Threads that are started when the first formula comes. */
export function walkingThreads(threads: number): Pool<WalkWork, WalkReply> {
  let pool: Pool<WalkWork, WalkReply> | undefined;
  return {
    run(work) {
      pool ??= openPool(new URL("./sat-thread.js", import.meta.url), "walk", threads, undefined);
      return pool.run(work);
    },
    close: async () => pool?.close(),
  };
}
