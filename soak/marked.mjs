import { readdirSync, readFileSync } from "node:fs";

/**
 * The processes that run programs of a `mulligan run` with this number, wherever they went.
 * @param {number} pid
 * @returns {number[]}
 */
export function programsOf(pid) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const marked = readFileSync(`/proc/${name}/environ`, "latin1").includes(`MULLIGAN_RUN=${pid}-`);
        return marked && !/\) [ZX] /.test(readFileSync(`/proc/${name}/stat`, "latin1"));
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
