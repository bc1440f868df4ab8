// npm run bench serve: a service with journals on one core, and autocannon in a second process on another. How many pairs of a
// decision and an observation a second, singly and in batches of 64; how memory grows with problems; how long a start takes.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { row, title } from "../report.mjs";

const main = fileURLToPath(new URL("../../packages/cli/dist/bundle/main.js", import.meta.url));
const pairs = fileURLToPath(new URL("./pairs.mjs", import.meta.url));
const SECONDS = 10;
const ROUNDS = 3;

/** Each process on a core of its own, where that can be said. */
const pinned = spawnSync("taskset", ["--version"]).status === 0 && cpus().length > 1;
const onCore = (core, words) => (pinned ? ["taskset", "-c", String(core), ...words] : words);

export async function benchServe() {
  console.log(
    pinned ? "the service on core 0, the load on core 1" : "no taskset, or one core: they share it",
  );
  title("Pairs of a decision and an observation, with journals", [
    ...[
      "batch",
      "connections",
      "pairs/s",
      "of three rounds",
      "p50 ms",
      "p99 ms",
      "longest",
      "CPU µs a pair",
      "wrong",
    ],
  ]);
  for (const [batch, connections] of [
    [1, 32],
    [64, 4],
    [64, 8],
  ]) {
    const found = [];
    for (let round = 0; round < ROUNDS; round++) found.push(await load(batch, connections));
    found.sort((a, b) => a.pairs - b.pairs);
    const { pairs: middle, p50, p99, longest, cpu, wrong } = found[Math.floor(ROUNDS / 2)];
    const spread = `${found[0].pairs}–${found.at(-1).pairs}`;
    row([batch, connections, middle, spread, p50, p99, longest, cpu.toFixed(0), wrong]);
  }
  await benchMemory();
  await benchStart();
}

/** A service on the first core, with its address and how much of the processor it has used. */
async function start(folder) {
  const [program, ...words] = onCore(0, [process.execPath, main, "serve", "--port", "0", "--state", folder]);
  const began = performance.now();
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((resolve) =>
    child.stdout.once("data", (part) => resolve(String(part).trim())),
  );
  const metric = async (name) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)[1]);
  };
  const end = (signal) =>
    new Promise((resolve) => {
      child.on("close", resolve);
      child.kill(signal);
    });
  return { url, metric, end, startMs: performance.now() - began };
}

async function load(batch, connections) {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  const { url, metric, end } = await start(folder);
  try {
    const before = await metric("process_cpu_seconds_total");
    const [program, ...words] = onCore(
      1,
      [process.execPath, pairs, url, batch, connections, SECONDS].map(String),
    );
    const found = JSON.parse(await outputOf(program, words));
    const used = (await metric("process_cpu_seconds_total")) - before;
    return { ...found, cpu: (1e6 * used) / (found.pairs * SECONDS) };
  } finally {
    await end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}

function outputOf(program, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
    });
    child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`${program}: code ${code}`))));
  });
}

async function post(url, body) {
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** Asks and tells once, with lognormal times. */
async function learn(problem, count) {
  const { decisions } = await post(`${problem}/decisions`, { count });
  const observations = decisions.map(({ id, cutoff }) => {
    const time = Math.exp(
      2 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()),
    );
    return cutoff === "inf" || time <= cutoff
      ? { id, kind: "completed", time }
      : { id, kind: "censored", time: cutoff };
  });
  await post(`${problem}/observations`, { observations });
}

async function benchMemory() {
  title("Memory with so many problems, each with 50 pairs", [
    ...["problems", "MiB after making them", "MiB after a new start", "start ms"],
  ]);
  const mib = (bytes) => (bytes / 2 ** 20).toFixed(0);
  for (const count of [1, 100, 10_000]) {
    const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
    const first = await start(folder);
    let next = 0;
    const lane = async () => {
      while (next < count) {
        const name = `problem ${next++}`;
        await post(`${first.url}/v1/problems`, { name, arms: [{ name: "only" }] });
        await learn(`${first.url}/v1/problems/${encodeURIComponent(name)}`, 50);
      }
    };
    await Promise.all(Array.from({ length: 16 }, lane));
    const used = await first.metric("process_resident_memory_bytes");
    await first.end("SIGTERM");
    const again = await start(folder);
    const fresh = await again.metric("process_resident_memory_bytes");
    row([count, mib(used), mib(fresh), again.startMs.toFixed(0)]);
    await again.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchStart() {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  const { url, end } = await start(folder);
  await post(`${url}/v1/problems`, { name: "long", arms: [{ name: "only" }] });
  for (let i = 0; i < 1_000; i++) await learn(`${url}/v1/problems/long`, 1_000);
  await end("SIGKILL");
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const again = await start(folder);
    times.push(again.startMs);
    const { problems } = await (await fetch(`${again.url}/v1/problems`)).json();
    if (problems[0].observations !== 1_000_000) throw new Error(`${problems[0].observations} observations`);
    await again.end("SIGKILL");
  }
  const [file] = readdirSync(join(folder, "problems"));
  const bytes = statSync(join(folder, "problems", file)).size;
  rmSync(folder, { recursive: true, force: true });
  title("A start after a kill, with 10⁶ observations of one problem", ["ms", "bytes on the disk"]);
  row([times.map((time) => time.toFixed(0)).join(", "), bytes]);
}
