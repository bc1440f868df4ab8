import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { goneAfter, programsOf } from "../marked.mjs";
import { installed, pause, startCommand } from "../started.mjs";
import { startProxy } from "./proxy.mjs";
import { startRedis } from "./redis-server.mjs";

/** @typedef {Awaited<ReturnType<typeof startWorker>>} FleetWorker */
/** @typedef {Awaited<ReturnType<typeof startFleet>>} Fleet */

/** Jobs of a worker at a time. */
const SLOTS = 2;
/** After so long without a program there will be none. */
const QUIET_MS = 300;

/**
 * A Redis that keeps what it has answered, and two workers that reach it by ways that can fail. All programs are started
 * as a user would start them.
 * @param {{ lockMs?: number, allow?: string, main?: string | undefined }} [options]
 */
export async function startFleet({ lockMs = 2_000, allow = "sh", main } = {}) {
  const redis = await startRedis({ lasting: true });
  const way = await startProxy(redis.port);
  /** @type {FleetWorker[]} */
  const workers = [];
  /** @type {number[]} */
  const pids = [];
  const add = async () => {
    const worker = await startWorker(redis.port, { lockMs, allow, main });
    workers.push(worker);
    pids.push(worker.pid);
    return worker;
  };
  const fleet = {
    redis,
    workers,
    lockMs,
    main,
    /** The way of the process that decides, and its address. */
    way,
    url: way.url,
    add,
    /** Takes out a worker that was killed. */
    remove(/** @type {FleetWorker} */ worker) {
      workers.splice(workers.indexOf(worker), 1);
      worker.way.close();
    },
    delay(/** @type {number} */ roundTripMs) {
      for (const { delay } of [way, ...workers.map((worker) => worker.way)]) delay(roundTripMs);
    },
    /** The number of programs of workers that run at the moment. */
    running: () => programsOf(...pids).length,
    /** Problems if programs still run after so long. A worker that was frozen may begin some, and then hear that they are not wanted. */
    async leftAfter(/** @type {number} */ milliseconds) {
      const until = performance.now() + milliseconds;
      let quietSince = performance.now();
      while (performance.now() < until && performance.now() - quietSince < QUIET_MS) {
        await pause(50);
        if (fleet.running() > 0) quietSince = performance.now();
      }
      const left = fleet.running();
      return left === 0 ? [] : [`left: ${left} programs, ${milliseconds} ms after their run`];
    },
    /** Asks the workers to end; problems if one does not end as it should. */
    async end() {
      const ended = await Promise.all(workers.map((worker) => worker.end()));
      return [...ended.flat(), ...(await fleet.leftAfter(1_000))];
    },
    /** Ends whatever is left. */
    async close() {
      for (const { child, way: own } of workers) {
        child.kill("SIGCONT");
        child.kill("SIGKILL");
        own.close();
      }
      await Promise.all(pids.map((pid) => goneAfter(pid, 2_000)));
      way.close();
      await redis.stop();
    },
  };
  try {
    await Promise.all([add(), add()]);
  } catch (error) {
    await fleet.close();
    throw error;
  }
  return fleet;
}

/** What is left of runs in Redis, as `mulligan cluster status` says it. */
export async function leftInRedis(/** @type {Fleet} */ { redis, main = installed }) {
  const words = [main, "cluster", "status", "--json", "--redis", redis.url];
  const { runs, queues } = JSON.parse((await promisify(execFile)(process.execPath, words)).stdout);
  const left = queues.filter((/** @type {any} */ { waiting, active }) => waiting + active > 0);
  return [...runs, ...left].map((one) => `left: in Redis: ${JSON.stringify(one)}`);
}

/**
 * @param {number} port
 * @param {{ lockMs: number, allow: string, main: string | undefined }} options
 */
async function startWorker(port, { lockMs, allow, main }) {
  const way = await startProxy(port);
  const words = ["worker", "--redis", way.url, "--jobs", String(SLOTS), "--allow", allow];
  const { child, ended, pid } = startCommand([...words, "--lock-time", `${lockMs}ms`], main);
  await new Promise((resolve, reject) => {
    child.stderr.once("data", resolve);
    child.once("close", (code) => reject(new Error(`a worker ended with ${code} at its start`)));
  });
  return {
    child,
    pid,
    way,
    /** Kills it. Problems if its programs outlive it by a second. */
    async kill() {
      child.kill("SIGKILL");
      await ended;
      const tookMs = await goneAfter(pid, 3_000);
      return tookMs < 1_000 ? [] : [`left: a program outlived its killed worker by ${Math.round(tookMs)} ms`];
    },
    /** Asks it to end. Problems if it ended before that, or does not end well. */
    async end() {
      const early = child.exitCode !== null || child.signalCode !== null;
      child.kill("SIGTERM");
      const { code, stderr } = await ended;
      way.close();
      if (early) return [`crash: a worker ended by itself with ${code}: ${stderr}`];
      if (code !== 0) return [`code: a worker ended with ${code}: ${stderr}`];
      return /\n\s+at .*:\d+:\d+/.test(stderr) ? [`crash: a worker printed a stack: ${stderr}`] : [];
    },
  };
}
