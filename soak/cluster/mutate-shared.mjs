// What somebody who may write into Redis writes there for services: problems, what they learned, what happened to them.
// No service crashes, and good problems are answered for as before.
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { ServiceProblem } from "../../packages/cli/dist/serve/problem/problem.js";
import { mutate, nasty } from "../mutate.mjs";
import { mutateValue, pick } from "../mutate-value.mjs";
import { ask, startServe } from "../start-serve.mjs";
import { pause } from "../started.mjs";
import { startRedis } from "./redis-server.mjs";

const KEY = "mulligan:{serve}:";
/** After so many all connections are cut, so that all is read again. */
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
const RECORDS = [
  { decided: [[1, 0, 0.5]], at: 1_700_000_000_000 },
  { observed: [[1, 1, 0.4, 1]] },
  { made: { ...DEFINITION, name: "another" } },
  { removed: true },
];

/**
 * @param {number} seed
 * @param {number} count
 */
export async function mutateShared(seed, count = 2_000) {
  const server = await startRedis();
  const redis = connectRedis(parseRedisUrl(server.url, "url"), () => {});
  const service = startServe(["--redis", server.url]);
  const url = await service.url;
  const random = stream(seed, "mutate", "shared");
  /** @type {{ count: number, longestMs: number, problems: string[] }} */
  const totals = { count, longestMs: 0, problems: [] };
  try {
    for (let done = 0; done < count; done += BATCH) {
      const good = (await ask(`${url}/v1/problems`, { name: `good ${done}`, arms: [{ name: "a" }] })).body;
      for (let i = done; i < Math.min(count, done + BATCH); i++) await write(redis, random, good.name, i);
      await redis.client("KILL", "TYPE", "normal", "SKIPME", "yes");
      const began = performance.now();
      const fault = await answersStill(url, `good ${done}`);
      totals.longestMs = Math.max(totals.longestMs, Math.ceil(performance.now() - began));
      if (fault !== undefined) {
        totals.problems.push(fault);
        break;
      }
    }
    return totals;
  } finally {
    service.child.kill("SIGTERM");
    const { code, stderr } = await service.ended;
    if (code !== 0 || /defect|\n\s+at .*:\d+:\d+/.test(stderr)) {
      totals.problems.push(`crash: the service ended with ${code}: ${stderr.slice(-2_000)}`);
    }
    redis.disconnect();
    await server.stop();
  }
}

/**
 * @param {import("@mulligan/cluster").Redis} redis
 * @param {{ uniform(): number }} random
 * @param {string} name of a problem that is there
 * @param {number} number
 */
async function write(redis, random, name, number) {
  const chance = (/** @type {number} */ share) => random.uniform() < share;
  const text = (/** @type {unknown} */ value) => {
    const whole = JSON.stringify(chance(0.8) ? mutateValue(value, random) : value) ?? "";
    return chance(0.2) ? mutate(whole, random) : whole;
  };
  const other = `bad ${number}`;
  const place = pick(["definition", "saved", "record", "entry"], random);
  if (place === "definition") {
    await redis.hset(`${KEY}marks`, other, `m${number}`);
    await redis.hset(`${KEY}definitions`, `m${number}`, text({ ...DEFINITION, name: other }));
  } else if (place === "saved") {
    // Of a problem whose definition is good.
    await redis.hset(`${KEY}definitions`, `m${number}`, JSON.stringify({ ...DEFINITION, name: other }));
    await redis.hset(`${KEY}marks`, other, `m${number}`);
    const document = text({ version: 1, ...learned() });
    await redis.hset(`${KEY}m${number}:saved`, { position: chance(0.5) ? 1 : nasty(random), document });
  } else {
    const mark = chance(0.5) ? ((await redis.hget(`${KEY}marks`, name)) ?? "") : `x${number}`;
    const position = await redis.incr(`${KEY}position`);
    const record = text(pick(RECORDS, random));
    const fields = ["mark", mark, "name", chance(0.8) ? name : other, "by", "me", "record", record];
    const kept = place === "entry" ? fields.slice(0, 2 * Math.floor(1 + 4 * random.uniform())) : fields;
    await redis.xadd(`${KEY}log`, `${position}-0`, ...kept);
  }
}

/** What a problem saves that decided twice and observed once. */
function learned() {
  const problem = new ServiceProblem({ ...DEFINITION, mode: "abandon" });
  problem.decide({ count: 2 }, 1, 0);
  problem.observe([{ number: 1, outcome: { kind: "completed", time: 0.1, reward: 1 } }]);
  return problem.save();
}

/**
 * Whatever was made of the mutants, it can be looked at, and decided for.
 * @param {string} url
 */
async function allAnswered(url) {
  const { status, body } = await ask(`${url}/v1/problems`);
  if (status !== 200) return `crash: the list is answered with ${status}`;
  for (const { name } of body.problems.filter((/** @type {any} */ one) => one.name.startsWith("bad"))) {
    const place = `${url}/v1/problems/${encodeURIComponent(name)}`;
    const answers = [await ask(place), await ask(`${place}/decisions`, {})];
    if (answers.some((one) => one.status >= 500)) return `crash: ${name}: ${JSON.stringify(answers)}`;
    await fetch(place, { method: "DELETE" });
  }
  return undefined;
}

/**
 * What is wrong, if anything is: a problem can be made, decided for and learned from, once all was read again.
 * @param {string} url
 * @param {string} before
 */
async function answersStill(url, before) {
  const name = `${before}, afterwards`;
  const place = `${url}/v1/problems/${encodeURIComponent(name)}`;
  const began = performance.now();
  for (let last = ""; ; ) {
    try {
      await ask(`${url}/v1/problems`, { name, arms: [{ name: "a" }] });
      const { decisions } = (await ask(`${place}/decisions`, {})).body;
      const observations = [{ id: decisions[0].id, kind: "completed", time: 1 }];
      const { accepted } = (await ask(`${place}/observations`, { observations })).body;
      if (accepted !== 1) return "lost: an observation did not count";
      return await allAnswered(url);
    } catch (error) {
      last = String(error);
    }
    if (performance.now() - began > HANG_MS) return `hang: nothing is answered: ${last}`;
    await pause(50);
  }
}
