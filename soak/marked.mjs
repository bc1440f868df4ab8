import { readdirSync, readFileSync } from "node:fs";

/** Linux's /proc for tests, also where scripts/test-without-proc.mjs hides it from the command. macOS has none. */
export const PROC = process.env.MULLIGAN_TEST_PROC ?? "/proc";

/**
 * The processes that run programs of a `mulligan run` or `worker` with one of these numbers, wherever they went.
 * @param {number[]} pids
 * @returns {number[]}
 */
export function programsOf(...pids) {
  return readdirSync(PROC)
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const environment = readFileSync(`${PROC}/${name}/environ`, "latin1");
        const marked = pids.some((pid) => environment.includes(`MULLIGAN_RUN=${pid}-`));
        return marked && !/\) [ZX] /.test(readFileSync(`${PROC}/${name}/stat`, "latin1"));
      } catch {
        return false;
      }
    })
    .map(Number);
}

/**
 * How long until none is left, in ms; gives up after `limit`.
 * @param {number} pid
 * @param {number} limit
 */
export async function goneAfter(pid, limit) {
  const began = performance.now();
  while (programsOf(pid).length > 0 && performance.now() - began < limit) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - began;
}
