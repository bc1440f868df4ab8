import { readFileSync } from "node:fs";
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { startProxy } from "../../soak/cluster/proxy.mjs";
import { startRedis } from "../../soak/cluster/redis-server.mjs";
import { startCommand } from "../../soak/started.mjs";

/**
 * A Redis and workers, each a process of its own. With a round trip, workers and runs reach Redis by a proxy that delays
 * what passes, in this process.
 */
export async function startCluster({ workers, jobs, allow = [], roundTripMs = 0 }) {
  const redis = await startRedis();
  const proxy = roundTripMs === 0 ? undefined : await startProxy(redis.port);
  proxy?.delay(roundTripMs);
  const url = proxy?.url ?? redis.url;
  const words = [
    "worker",
    "--redis",
    url,
    "--jobs",
    String(jobs),
    ...allow.flatMap((name) => ["--allow", name]),
  ];
  const started = Array.from({ length: workers }, () => startCommand(words));
  await Promise.all(started.map(({ child }) => new Promise((resolve) => child.stderr.once("data", resolve))));
  return {
    url,
    /** Processor time so far, in ms. */
    workerMs: () => started.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    redisMs: () => redisProcessorMs(redis.url),
    async end() {
      for (const { child } of started) child.kill("SIGTERM");
      await Promise.all(started.map(({ ended }) => ended));
      proxy?.close();
      await redis.stop();
    },
  };
}

/**
 * Plays a command to its end: its summary, how many seconds it took from the start of its process and from its first
 * result on, and its processor time in ms.
 */
export async function playCommand(words) {
  const began = performance.now();
  const { child, ended, pid } = startCommand([words[0], "--json", ...words.slice(1)]);
  let first = began;
  child.stdout.once("data", () => {
    first = performance.now();
  });
  let ownMs = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null) ownMs = processorMs(pid);
  }, SAMPLE_MS);
  const { code, lines, stderr } = await ended;
  clearInterval(timer);
  const now = performance.now();
  const summary = lines.at(-1);
  if (code !== 0 || summary?.solved !== summary?.tasks) {
    throw new Error(`${words.slice(0, 6).join(" ")}: ended with ${code}: ${stderr}`);
  }
  return { ...summary, ownMs, seconds: (now - began) / 1_000, workSeconds: (now - first) / 1_000 };
}

const SAMPLE_MS = 50;
/** Ticks of the processor time in /proc are 10 ms. */
const TICK_MS = 10;

/** Processor time of a process so far, in ms. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ");
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
}

async function redisProcessorMs(url) {
  const redis = connectRedis(parseRedisUrl(url, "url"), () => {});
  const info = await redis.info("cpu");
  redis.disconnect();
  const seconds = (name) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)[1]);
  return 1_000 * (seconds("used_cpu_sys") + seconds("used_cpu_user"));
}

/** The middle of a list. */
export function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}
