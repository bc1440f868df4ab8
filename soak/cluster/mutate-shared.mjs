// Mutated data in Redis for services: definitions, saved states, records, owners, leases and messages. No service may
// crash or answer with 500, and good problems are answered as before.
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { formatLine } from "../../packages/cli/dist/journal/lines.js";
import { ServiceProblem } from "../../packages/cli/dist/serve/problem/problem.js";
import { mutate, nasty } from "../mutate.mjs";
import { mutateValue, pick } from "../mutate-value.mjs";
import { ask, startServe } from "../start-serve.mjs";
import { pause } from "../started.mjs";
import { startRedis } from "./redis-server.mjs";

const KEY = "mulligan:{serve}:";
/** After so many mutants the connections are cut, and the services are asked. */
const BATCH = 200;
const HANG_MS = 20_000;
const DEFINITION = {
  name: "good",
  arms: [{ name: "a" }, { name: "b" }],
  policy: "km-ts",
  cutoffs: "auto",
  resetting: "measured",
  mode: "abandon",
  seed: 1,
};
const RECORDS = [{ decided: [[1, 0, 0.5]], at: 1_700_000_000_000 }, { observed: [[1, 1, 0.4, 1]] }];
const ID = "0123456789abcdef";
const MESSAGES = [
  { type: "request", id: ID, from: ID, operation: "decide", name: "good", body: '{"count":3}' },
  { type: "request", id: ID, from: ID, operation: "list", name: "", body: '{"after":""}' },
  { type: "reply", id: ID, status: 200, body: "{}" },
  { type: "removed", from: ID, name: "good", mark: "abcd" },
  { type: "listening", from: ID },
  { type: "events", from: ID, events: [{ event: "outcome", problem: "good", sequence: 1, data: "{}" }] },
];

/**
 * @param {number} seed
 * @param {number} count
 */
export async function mutateShared(seed, count = 2_000) {
  const server = await startRedis();
  const redis = connectRedis(parseRedisUrl(server.url, "url"), () => {});
  const services = [startServe(["--redis", server.url]), startServe(["--redis", server.url])];
  const urls = await Promise.all(services.map(({ url }) => url));
  const random = stream(seed, "mutate", "shared");
  /** @type {{ count: number, longestMs: number, problems: string[] }} */
  const totals = { count, longestMs: 0, problems: [] };
  try {
    for (let done = 0; done < count && totals.problems.length === 0; done += BATCH) {
      for (let i = done; i < Math.min(count, done + BATCH); i++) await write(redis, random, i);
      await redis.client("KILL", "TYPE", "normal", "SKIPME", "yes");
      const began = performance.now();
      const fault = (await answersStill(urls, `good ${done}`)) ?? (await badAnswered(urls));
      totals.longestMs = Math.max(totals.longestMs, Math.ceil(performance.now() - began));
      if (fault !== undefined) totals.problems.push(fault);
    }
    return totals;
  } finally {
    for (const { child, ended } of services) {
      child.kill("SIGTERM");
      const { code, stderr } = await ended;
      if (code !== 0 || /defect|\n\s+at .*:\d+:\d+/.test(stderr)) {
        totals.problems.push(`crash: the service ended with ${code}: ${stderr.slice(-2_000)}`);
      }
    }
    redis.disconnect();
    await server.stop();
  }
}

/**
 * Writes one mutant.
 * @param {import("@mulligan/cluster").Redis} redis
 * @param {{ uniform(): number }} random
 * @param {number} number
 */
async function write(redis, random, number) {
  const chance = (/** @type {number} */ share) => random.uniform() < share;
  const changed = (/** @type {any} */ value) => (chance(0.8) ? mutateValue(value, random) : value);
  /** Most lines have a checksum that agrees with them. */
  const line = (/** @type {any} */ value) => {
    const object = typeof value === "object" && value !== null ? value : { value };
    return chance(0.2) ? `${mutate(JSON.stringify(object), random)}\n` : formatLine(object);
  };
  const name = `bad ${number}`;
  const mark = `m${number}`;
  const place = pick(["definition", "state", "record", "owner", "message", "message"], random);
  if (place === "message") {
    const text = JSON.stringify(changed(pick(MESSAGES, random))) ?? "";
    const channels = (await redis.pubsub("CHANNELS", `${KEY}*`)).map(String);
    await redis.publish(pick(channels, random) ?? `${KEY}all`, chance(0.2) ? mutate(text, random) : text);
    return;
  }
  const header = { type: "problem", format: "mulligan-problem", version: 1, mark };
  const definition = { ...DEFINITION, name };
  const lines = [line({ ...header, definition: place === "definition" ? changed(definition) : definition })];
  if (place === "state") lines.push(line(changed({ type: "state", ...learned() })));
  if (place === "record") for (const record of RECORDS) lines.push(line(changed(record)));
  await redis.rpush(`${KEY}log:${mark}`, ...lines);
  await redis.hset(`${KEY}log-state:${mark}`, {
    writes: chance(0.8) ? 1 : String(nasty(random)),
    changed: 1,
  });
  await redis.hset(`${KEY}problems`, name, mark);
  if (place !== "owner") return;
  const owner = chance(0.5) ? ID : String(nasty(random));
  await redis.hset(`${KEY}owners`, mark, owner);
  await redis.zadd(`${KEY}services`, chance(0.5) ? Date.now() + 200 : 0, owner);
}

/** What a problem saves that decided twice and observed once. */
function learned() {
  const problem = new ServiceProblem({ ...DEFINITION, mode: "abandon" });
  problem.decide({ count: 2 }, 1, 0);
  problem.observe([{ number: 1, outcome: { kind: "completed", time: 0.1, reward: 1 } }]);
  return problem.save();
}

/**
 * Every problem that a mutant made can be looked at, decided for or refused, and deleted.
 * @param {readonly string[]} urls
 */
async function badAnswered(urls) {
  const { status, body } = await ask(`${urls[0]}/v1/problems`);
  if (status !== 200) return `crash: the list is answered with ${status}: ${JSON.stringify(body)}`;
  for (const { name } of body.problems.filter((/** @type {any} */ one) => one.name.startsWith("bad"))) {
    const path = `/v1/problems/${encodeURIComponent(name)}`;
    const answers = [await ask(`${urls[0]}${path}`), await ask(`${urls[1]}${path}/decisions`, {})];
    if (answers.some((one) => one.status === 500)) return `crash: ${name}: ${JSON.stringify(answers)}`;
    await fetch(`${urls[1]}${path}`, { method: "DELETE" });
  }
  return undefined;
}

/**
 * What is wrong, if anything is: a problem can be made by one service, decided by the other, and learned from.
 * @param {readonly string[]} urls
 * @param {string} name
 */
async function answersStill([one, other], name) {
  const path = `/v1/problems/${encodeURIComponent(name)}`;
  const began = performance.now();
  for (let last = ""; ; ) {
    try {
      await ask(`${one}/v1/problems`, { name, arms: [{ name: "a" }] });
      const { decisions } = (await ask(`${other}${path}/decisions`, {})).body;
      const observations = [{ id: decisions[0].id, kind: "completed", time: 1 }];
      const { accepted } = (await ask(`${one}${path}/observations`, { observations })).body;
      return accepted === 1 ? undefined : "lost: an observation did not count";
    } catch (error) {
      last = String(error);
    }
    if (performance.now() - began > HANG_MS) return `hang: nothing is answered: ${last}`;
    await pause(50);
  }
}
