// What `execute` adds to a function that resolves at once, against cockatiel's wrap(retry, timeout); then
// 10,000 at a time, and the heap over a million in a row. Stretches of both in turn, the best of each and the
// median. node --expose-gc bench/runtime/overhead.mjs
import { mulligan } from "@mulligan/core";
import { handleAll, retry, TimeoutStrategy, timeout, wrap } from "cockatiel";
import { row, title } from "../report.mjs";

const STRETCH = 20_000;
const call = async () => 1;
const callWithSignal = async ({ signal }) => (signal.aborted ? 0 : 1);
const wrapped = wrap(retry(handleAll, { maxAttempts: 3 }), timeout(1_000, TimeoutStrategy.Aggressive));
const one = mulligan({ arms: { only: call } });
const withSignal = mulligan({ arms: { only: callWithSignal } });
const two = mulligan({ arms: { east: callWithSignal, west: callWithSignal } });

const contestants = {
  "cockatiel wrap(retry, timeout)": () => wrapped.execute(callWithSignal),
  "execute, one arm": () => one.execute(),
  "execute, one arm that reads its signal": () => withSignal.execute(),
  "execute, two arms that read their signals": () => two.execute(),
};

async function microseconds(step) {
  const start = performance.now();
  for (let i = 0; i < STRETCH; i++) await step();
  return (1000 * (performance.now() - start)) / STRETCH;
}

const measured = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
for (let round = 0; round < 8; round++) {
  for (const [name, step] of Object.entries(contestants)) measured[name].push(await microseconds(step));
}
title("One execution of a function that resolves at once (µs)", ["", "best", "median"]);
for (const [name, times] of Object.entries(measured)) {
  const sorted = times.slice(2).sort((a, b) => a - b); // the first two rounds warm up
  row([name, sorted[0].toFixed(2), sorted[3].toFixed(2)]);
}

const waiting = mulligan({
  arms: { only: () => new Promise((resolve) => setTimeout(resolve, 50, 1)) },
  minCutoffMs: 5_000,
});
const start = performance.now();
const values = await Promise.all(Array.from({ length: 10_000 }, () => waiting.execute()));
console.log(
  `\n10,000 at a time, 50 ms each: ${values.length} done in ${(performance.now() - start).toFixed(0)} ms`,
);

const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const sizes = [heap()];
for (let part = 0; part < 5; part++) {
  for (let i = 0; i < 200_000; i++) await withSignal.execute();
  sizes.push(heap());
}
console.log(
  `heap every 200,000 of a million in a row (MiB): ${sizes.map((size) => size.toFixed(2)).join(" ")}`,
);
