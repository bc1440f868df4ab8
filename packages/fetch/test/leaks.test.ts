import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isThorough } from "../../../test/thorough.ts";
import { learnedFetch } from "../src/index.ts";
import { serve } from "./serve.ts";

const REQUESTS = isThorough ? 100_000 : 600;

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

/** Finalizers run in turns of their own. */
async function heapBytes(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test(`${REQUESTS} requests leave no listener, timer, request or memory behind, however they end`, async () => {
  let open = 0;
  const origin = await serve((request, response, count) => {
    open += 1;
    response.on("close", () => (open -= 1));
    if (request.url === "/busy") return response.writeHead(503).end("busy");
    if (count % 100 === 0) return response.flushHeaders();
    response.write("some");
    if (request.url === "/streams") return undefined;
    return response.end("thing");
  });
  const get = learnedFetch({ deadline: 2_000, idle: "auto" });
  const forAll = new AbortController();
  const one = async (number: number): Promise<void> => {
    const own = new AbortController();
    const streams = number % 20 === 7;
    const path = streams ? "/streams" : number % 100 === 8 ? "/busy" : "/";
    const signal = number % 10 === 3 ? own.signal : forAll.signal;
    const response = await get(origin + path, { signal }).catch(() => undefined);
    // Where the machine stands still, a request may miss its deadline.
    if (response === undefined) return;
    if (streams) return response.body!.cancel();
    if (number % 10 === 3) {
      const reader = response.body!.getReader();
      own.abort();
      await reader.read().catch(() => {});
      // Dropped unread.
    } else if (number % 50 !== 5) await response.text();
  };
  const play = async (from: number, to: number) => {
    let next = from;
    const worker = async () => {
      while (next < to) await one(next++);
    };
    await Promise.all(Array.from({ length: 20 }, worker));
  };
  await play(0, REQUESTS / 4);
  const before = await heapBytes();
  const timersBefore = timers();
  await play(REQUESTS / 4, REQUESTS);
  const after = await heapBytes();
  for (let i = 0; i < 200 && open > 0; i++) {
    collect();
    await sleep(20);
  }
  expect(open).toBe(0);
  expect(getEventListeners(forAll.signal, "abort").length).toBe(0);
  expect(timers()).toBeLessThanOrEqual(timersBefore + 2);
  // A kilobyte a request would be seen at once.
  expect(after - before).toBeLessThan(2e6 + 100 * REQUESTS * 0.75);
  expect(get.stats()[origin]).toMatchObject({ running: 0, stragglers: 0 });
}, 1_800_000);
