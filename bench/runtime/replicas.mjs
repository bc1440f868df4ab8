// Two real HTTP replicas on loopback, in a thread of their own. One is fast with a heavy tail and turns slow
// half-way, the other is steady. 3,000 calls by each strategy, 4 in flight, all strategies at
// the same time, so that they meet the same noise; a call's n-th attempt at a replica draws the same latency whoever
// makes it. node bench/runtime/replicas.mjs
import { createServer } from "node:http";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { mulligan } from "@mulligan/core";
import { lognormal, pareto } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { row, title } from "../report.mjs";

const CALLS = 3_000;
const IN_FLIGHT = 4;
/** A server that answers later than this is as good as dead; it keeps the run short. Only `none` sees it. */
const LONGEST_MS = 5_000;
const replicas = ["east", "west"];

/** What the attempt would take, in ms. */
function latency(replica, call, attempt) {
  const random = stream(1, replica, call, attempt);
  if (replica === "west") return lognormal(30, 0.3).sample(random);
  return Math.min(LONGEST_MS, pareto(call < CALLS / 2 ? 8 : 48, 1.2).sample(random));
}

if (!isMainThread) {
  const ports = await Promise.all(
    replicas.map(
      (replica) =>
        new Promise((resolve) => {
          const server = createServer((request, response) => {
            const [, call, attempt] = request.url.split("/").map(Number);
            const timer = setTimeout(() => response.end("ok"), latency(replica, call, attempt));
            response.on("close", () => clearTimeout(timer));
          }).listen(0, "127.0.0.1", () => resolve(server.address().port));
        }),
    ),
  );
  parentPort.postMessage(ports);
} else {
  await main();
}

async function main() {
  const worker = new Worker(new URL(import.meta.url));
  const ports = await new Promise((resolve) => worker.once("message", resolve));
  const get = async (replica, call, attempt, signal) => {
    const url = `http://127.0.0.1:${ports[replicas.indexOf(replica)]}/${call}/${attempt}`;
    const response = await fetch(url, { signal });
    return response.text();
  };

  /** A timeout that somebody set, on replicas in turn or on one of them, until an attempt is in time. */
  const fixed = (timeout, among) => async (call) => {
    for (let attempt = 1; ; attempt++) {
      const replica = among[(call + attempt) % among.length];
      try {
        return await get(
          replica,
          call,
          attempt,
          timeout < Infinity ? AbortSignal.timeout(timeout) : undefined,
        );
      } catch {}
    }
  };
  const learned = (options) => {
    const arm =
      (replica) =>
      ({ input, attempt, signal }) =>
        get(replica, input, attempt, signal);
    const calls = mulligan({ arms: { east: arm("east"), west: arm("west") }, ...options });
    return (call) => calls.execute({ input: call });
  };

  // As one would before setting a timeout: look at what the first 400 requests took.
  const seen = Array.from({ length: 400 }, (_, i) => Math.round(latency(replicas[i % 2], i, 1))).sort(
    (a, b) => a - b,
  );
  const median = seen[200];
  const best = bestKnownAfterwards();
  const strategies = [
    ["learned", learned({ seed: 1 })],
    ["learned, another seed", learned({ seed: 2 })],
    ["learned, hedged, at most 10% more", learned({ seed: 1, hedge: { maxExtraLoad: 0.1 } })],
    ["none", fixed(Infinity, replicas)],
    [`2 × median: ${2 * median} ms`, fixed(2 * median, replicas)],
    [`p95: ${seen[380]} ms`, fixed(seen[380], replicas)],
    [`p99: ${seen[396]} ms`, fixed(seen[396], replicas)],
    [`best in turn: ${best.turn.timeout} ms`, fixed(best.turn.timeout, replicas)],
    [`best on one: ${best.one.timeout} ms, ${best.one.among}`, fixed(best.one.timeout, best.one.among)],
  ];
  await measure(fixed(60, replicas), 500); // connections, compiled code
  title("Two replicas, 3,000 calls, one turns slow half-way (ms to success)", [
    "timeout",
    "mean",
    "p50",
    "p99",
    "mean, first half",
    "mean, second half",
  ]);
  const results = await Promise.all(strategies.map(([, strategy]) => measure(strategy)));
  strategies.forEach(([name], place) => {
    row([name, ...results[place].map((value) => value.toFixed(1))]);
  });
  await worker.terminate();
}

/** Mean, median, p99, and the means of both halves. */
async function measure(strategy, count = CALLS) {
  const times = new Float64Array(count);
  let next = 0;
  const client = async () => {
    while (next < count) {
      const call = next++;
      const start = performance.now();
      await strategy(call);
      times[call] = performance.now() - start;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  const mean = (part) => part.reduce((sum, time) => sum + time, 0) / part.length;
  const sorted = times.toSorted();
  const half = count / 2;
  return [
    mean(times),
    sorted[half],
    sorted[count * 0.99],
    mean(times.subarray(0, half)),
    mean(times.subarray(half)),
  ];
}

/** Every fixed timeout on the draws themselves: the best on replicas in turn, and the best on only one. */
function bestKnownAfterwards() {
  const drawn = new Map();
  const drawnLatency = (replica, call, attempt) => {
    const key = `${replica}/${call}/${attempt}`;
    if (!drawn.has(key)) drawn.set(key, latency(replica, call, attempt));
    return drawn.get(key);
  };
  const cost = (timeout, among) => {
    let sum = 0;
    for (let call = 0; call < CALLS; call++) {
      for (let attempt = 1; attempt < 100; attempt++) {
        const time = drawnLatency(among[(call + attempt) % among.length], call, attempt);
        sum += Math.min(time, timeout);
        if (time <= timeout) break;
      }
    }
    return sum / CALLS;
  };
  const bestOf = (...choices) => {
    let found = { cost: Infinity };
    for (const among of choices) {
      for (let timeout = 16; timeout < 400; timeout = Math.ceil(timeout * 1.1)) {
        const value = cost(timeout, among);
        if (value < found.cost) found = { cost: value, timeout, among };
      }
    }
    return found;
  };
  return { turn: bestOf(replicas), one: bestOf(["east"], ["west"]) };
}
