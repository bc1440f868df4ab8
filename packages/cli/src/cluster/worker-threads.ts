import type { CellResult } from "@mulligan/core/simulate";
import { openPool, type Pool } from "../threads/open-pool.ts";
import type { CellWork } from "./cell-thread.ts";
import type { WalkReply, WalkWork } from "./sat-thread.ts";

/** Threads that are started when the first formula comes. */
export function walkingThreads(threads: number): Pool<WalkWork, WalkReply> {
  return onceAsked(() => openPool(new URL("./sat-thread.js", import.meta.url), "walk", threads, undefined));
}

/** The same for the cells of experiments: all of them share these. */
export function cellThreads(threads: number): Pool<CellWork, CellResult[]> {
  return onceAsked(() =>
    openPool(new URL("./cell-thread.js", import.meta.url), "playCellsOf", threads, undefined),
  );
}

function onceAsked<Task, Result>(open: () => Pool<Task, Result>): Pool<Task, Result> {
  let pool: Pool<Task, Result> | undefined;
  return {
    run(task) {
      pool ??= open();
      return pool.run(task);
    },
    close: async () => pool?.close(),
  };
}
