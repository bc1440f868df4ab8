// Real latencies and errors of 19 provider × model arms (llmperf), replayed in virtual time: 5,000 calls
// of `execute` against the best arm and cutoff known afterwards. node bench/runtime/replay.mjs FILE.csv [RUNS]
import { existsSync, readFileSync } from "node:fs";
import { mulligan } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { virtualClock } from "../../packages/core/test/situations/virtual-clock.mjs";
import { row, title } from "../report.mjs";

const CALLS = 5_000;

/** Per arm its requests as { ms, ok }, in the order in which they were made. */
function readTrace(file) {
  const arms = new Map();
  for (const line of readFileSync(file, "utf8").trim().split(/\r?\n/).slice(1)) {
    const [provider, size, , seconds, , , , error] = line.split(",");
    const name = `${provider} ${size}`;
    if (!arms.has(name)) arms.set(name, []);
    arms.get(name).push({ ms: 1000 * Number(seconds), ok: error === "" });
  }
  return arms;
}

/** The most successes in a second of any arm and cutoff, over what was measured. */
function bestFixed(arms) {
  let best = { rate: 0 };
  for (const [arm, requests] of arms) {
    for (const { ms: cutoff } of requests) {
      let successes = 0;
      let time = 0;
      for (const { ms, ok } of requests) {
        if (ok && ms <= cutoff) successes += 1;
        time += Math.min(ms, cutoff);
      }
      if ((1000 * successes) / time > best.rate) best = { arm, cutoff, rate: (1000 * successes) / time };
    }
  }
  return best;
}

async function replay(arms, seed, options = {}) {
  const clock = virtualClock();
  const functions = {};
  for (const [name, requests] of arms) {
    const random = stream(seed, name);
    functions[name] = async ({ signal }) => {
      const { ms, ok } = requests[Math.floor(random.uniform() * requests.length)];
      await clock.sleep(ms, signal);
      if (!ok) throw new Error("the provider's error");
    };
  }
  const calls = mulligan({ arms: functions, clock, seed, ...options });
  let attempts = 0;
  let failed = 0;
  calls.on("decision", () => {
    attempts += 1;
  });
  for (let call = 0; call < CALLS; call++) await clock.until(calls.execute()).catch(() => failed++);
  return { rate: (1000 * (CALLS - failed)) / clock.now(), attempts, failed };
}

if (process.argv[1] === import.meta.filename) {
  const file = process.argv[2] ?? "../shared/data/traces/llmperf_latency.csv";
  if (!existsSync(file)) {
    console.error(`replay: ${file} must exist; the trace is not part of this repository`);
    process.exit(2);
  }
  const arms = readTrace(file);
  const best = bestFixed(arms);
  console.log(
    `best known afterwards: ${best.arm}, cut at ${best.cutoff.toFixed(0)} ms, ${best.rate.toFixed(3)}/s`,
  );
  title("Replay of 19 providers, 5,000 calls", [
    "seed",
    "successes/s",
    "share of the best",
    "attempts",
    "failed calls",
  ]);
  const options = JSON.parse(process.argv[4] ?? "{}");
  for (let seed = 1; seed <= Number(process.argv[3] ?? 5); seed++) {
    const { rate, attempts, failed } = await replay(arms, seed, options);
    row([seed, rate.toFixed(3), (rate / best.rate).toFixed(3), attempts, failed]);
  }
}
