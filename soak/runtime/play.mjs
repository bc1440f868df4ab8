// A soak of `mulligan({ arms })`: executions by the hundred thousand, 200 at once, at services of many kinds whose arms,
// callers and listeners do all that they can do. Every execution settles once; events, `stats()`, `discard`, what arms
// saw and what callers got agree to the attempt; no timer and no listener is left; the heap does not grow.
import { mulligan as published } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { takeTurns } from "./callers.mjs";
import { ENOUGH, growthOf, heapNow, MOST_BYTES } from "./heap.mjs";
import { makeLedger } from "./ledger.mjs";
import { makeMischief } from "./mischief.mjs";
import { makeServices } from "./services.mjs";
import { checkQuiet, checkStats } from "./stats.mjs";
import { realTime, virtualTime } from "./times.mjs";

/** One in fifty is played in the machine's own time. */
const REAL_SHARE = 0.02;

/**
 * What was done and what was not in order, as `npm run soak` wants it. `discards` are values that no caller got; the heap's growth is that
 * of an execution, 0 where there are too few to tell.
 * @param {number} seed
 * @param {number} count
 */
export async function soakRuntime(seed, count, mulligan = published) {
  const real = Math.ceil(REAL_SHARE * count);
  const virtual = await playIn(virtualTime(), mulligan, seed, count - real);
  const machine = await playIn(realTime(), mulligan, seed, real);
  /** @type {Record<"executions" | "attempts" | "successes" | "failures" | "aborts" | "discards", number>} */
  const sums = {};
  for (const key of ["executions", "attempts", "successes", "failures", "aborts", "discards"]) {
    sums[key] = virtual[key] + machine[key];
  }
  const longestGrowthBytes = growthOf(virtual.heapMb, count);
  const problems = [...virtual.problems, ...machine.problems];
  if (longestGrowthBytes > MOST_BYTES)
    problems.push(`left: the heap grew to ${virtual.heapMb.map((mb) => mb.toFixed(1)).join(", ")} MB`);
  return { ...sums, longestHeapMb: Math.round(Math.max(0, ...virtual.heapMb)), longestGrowthBytes, problems };
}

async function playIn(time, mulligan, seed, count) {
  const random = stream(seed, "soak", "runtime", time.exact ? "virtual" : "real");
  const mischief = makeMischief(random);
  const ledger = makeLedger(time);
  const world = { ...time, random, mischief, ledger, seed };
  const services = makeServices(mulligan, world);
  const heapMb = [];
  const outside = hearOutside();
  try {
    const tenth = Math.max(1, Math.floor(count / 10));
    const turns = takeTurns(world, services, count, (done) => {
      if (done % tenth !== 0) return;
      for (const service of services) checkStats(service, ledger);
      if (time.exact && count >= ENOUGH) heapMb.push(heapNow());
    });
    await time.run(turns);
    await time.settle();
    ledger.sweep(true);
  } finally {
    outside.stop();
  }
  for (const service of services) checkQuiet(service, ledger);
  if (time.open.size > 0) ledger.say(undefined, "left", `${time.open.size} timers of the runtime`);
  if (time.pending() > 0) ledger.say(undefined, "left", `${time.pending()} timers of anybody`);
  if (outside.told !== mischief.told)
    ledger.say(
      undefined,
      "count",
      `${mischief.told} errors thrown aside, ${outside.told} told on the console`,
    );
  for (const text of outside.heard) ledger.say(undefined, "crash", text);
  const sum = (pick) => services.reduce((total, service) => total + pick(service), 0);
  return {
    executions: sum(({ totals }) => totals.start),
    attempts: sum(({ totals }) => totals.decision),
    successes: sum(({ totals }) => totals.success),
    failures: sum(({ totals }) => totals.failure),
    aborts: sum(({ totals }) => totals.abort),
    discards: sum((service) => service.discards),
    heapMb,
    problems: [...ledger.problems, ...(ledger.dropped > 0 ? [`count: ${ledger.dropped} more`] : [])],
  };
}

/** What the console, and the process, hear of meanwhile: of what was thrown aside only. */
function hearOutside() {
  const { error: before } = console;
  const outside = { told: 0, heard: [], stop };
  const hear = (what) => (given) => outside.heard.push(`${what}: ${given?.stack ?? given}`);
  const events = { unhandledRejection: hear("unhandled"), warning: hear("a warning") };
  console.error = (text, ...more) => {
    if (/^mulligan: (a listener of "\w+"|discard) threw$/.test(text)) outside.told += 1;
    else before(text, ...more);
  };
  for (const [event, listener] of Object.entries(events)) process.on(event, listener);
  function stop() {
    console.error = before;
    for (const [event, listener] of Object.entries(events)) process.off(event, listener);
  }
  return outside;
}
