// Requests that /openapi.json describes, each mutated somewhere, to a real service: every one is answered within a second,
// none with a 5xx, refusals are problem+json, and the memory stays below 512 MiB and does not grow.
import { Agent, request } from "node:http";
import { stream } from "@mulligan/core/random";
import { mutate, nasty } from "./mutate.mjs";
import { mutateValue, pick } from "./mutate-value.mjs";
import { CUTOFFS, POLICIES, RESETTINGS } from "./samples.mjs";
import { ask, MAX_ANSWER_MS, MAX_MEMORY_BYTES, memoryOf, startServe } from "./start-serve.mjs";

/** Requests under way at once. */
const AT_ONCE = 8;
const HANG_MS = 10_000;
/** The problems that mutants made are deleted after so many requests: they may use memory as long as they are there. */
const CLEAR_AFTER = 250;
/** What a heap may differ by from one collection to the next. */
const MAX_GROWTH_BYTES = 96 * 2 ** 20;

/**
 * @param {number} seed
 * @param {number} count
 * @param {string} [url] of a service that is there already
 */
export async function mutateServe(seed, count = 2_000, url = undefined) {
  const started = url === undefined ? startServe([]) : undefined;
  const place = url ?? (await /** @type {NonNullable<typeof started>} */ (started).url);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  /** @type {{ count: number, accepted: number, refused: number, longestMs: number, longestMiB: number, problems: string[] }} */
  const totals = { count, accepted: 0, refused: 0, longestMs: 0, longestMiB: 0, problems: [] };
  try {
    const document = (await ask(`${place}/openapi.json`)).body;
    const random = stream(seed, "mutate", "serve");
    let early = 0;
    for (let done = 0; done < count; done += CLEAR_AFTER) {
      const decisions = [];
      for (const problem of [BASE, CALLS]) {
        await ask(`${place}/v1/problems`, problem);
        const { body } = await ask(`${place}/v1/problems/${problem.name}/decisions`, { count: 10 });
        decisions.push(...body.decisions);
      }
      const operations = operationsOf(document, decisions);
      await inLanes(Math.min(CLEAR_AFTER, count - done), () =>
        play(place, agent, operations, random, totals),
      );
      for (const { name } of (await ask(`${place}/v1/problems`)).body.problems) {
        if (name !== "" && !/^\.{1,2}$/.test(name)) {
          await fetch(`${place}/v1/problems/${encodeURIComponent(name)}`, { method: "DELETE" });
        }
      }
      const memory = await memoryOf(place);
      totals.longestMiB = Math.max(totals.longestMiB, Math.ceil(memory / 2 ** 20));
      if (done <= count / 5) early = Math.max(early, memory);
    }
    // In a test the service shares a process with much else.
    if (url === undefined && totals.longestMiB * 2 ** 20 > MAX_MEMORY_BYTES) {
      totals.problems.push(`memory: ${totals.longestMiB} MiB in use`);
    }
    const growth = (await memoryOf(place)) - early;
    if (growth > MAX_GROWTH_BYTES) totals.problems.push(`left: the memory grew by ${growth} bytes`);
    totals.longestMs = Math.ceil(totals.longestMs);
    return totals;
  } finally {
    agent.destroy();
    started?.child.kill("SIGTERM");
    const end = await started?.ended;
    if (end !== undefined && (end.code !== 0 || /defect/.test(end.stderr))) {
      totals.problems.push(`crash: ended with ${end.code}: ${end.stderr}`);
    }
  }
}

const BASE = { name: "base", arms: [{ name: "east" }, { name: "west" }], mode: "retry" };

const CALLS = { kind: "calls", name: "calls", arms: BASE.arms, deadline: 5_000, msPerCost: 10 };

/**
 * Every operation of the document, with a maker of good bodies where it has one.
 * @param {any} document
 * @param {readonly { id: string }[]} decisions that wait
 */
function operationsOf(document, decisions) {
  /** @type {Record<string, (random: ReturnType<typeof stream>) => unknown>} */
  const samples = {
    "post /v1/problems": (random) => {
      if (random.uniform() < 0.3) {
        return {
          ...CALLS,
          name: nasty(random) || "other",
          maxExtraLoad: 1,
          hedge: { maxExtraLoad: 0.1 },
          halfLife: "inf",
        };
      }
      return {
        ...BASE,
        name: nasty(random) || "other",
        policy: pick(POLICIES, random),
        cutoffs: pick([...CUTOFFS, [1, 2, "inf"]], random),
        resetting: pick(RESETTINGS, random),
        mode: pick(["retry", "abandon"], random),
        horizon: 1_000,
        seed: 7,
      };
    },
    "post /v1/problems/{name}/decisions": (random) =>
      random.uniform() < 0.5
        ? { task: "t", attempt: 2, count: 3 }
        : { task: pick(["a", "b"], random), key: "k", remaining: 1_000 },
    "post /v1/problems/{name}/observations": (random) => ({
      observations: [
        { id: pick(decisions, random).id, kind: "completed", time: 1.5, reward: 1 },
        random.uniform() < 0.5
          ? { id: pick(decisions, random).id, kind: "censored", time: 2, resetting: 0.5 }
          : { id: pick(decisions, random).id, kind: "completed", time: 2, reward: 0, retryAfter: 5, cost: 1 },
      ],
    }),
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method, path, sample: samples[`${method} ${path}`] })),
  );
}

/**
 * @param {string} url
 * @param {Agent} agent
 * @param {ReturnType<typeof operationsOf>} operations
 * @param {ReturnType<typeof stream>} random
 * @param {{ accepted: number, refused: number, longestMs: number, problems: string[] }} totals
 */
async function play(url, agent, operations, random, totals) {
  const mutant = mutated(operations[Math.floor(random.uniform() * operations.length)], random);
  const began = performance.now();
  const { status, type, error } = await send(url, agent, mutant);
  const tookMs = performance.now() - began;
  totals.longestMs = Math.max(totals.longestMs, tookMs);
  const what = `${JSON.stringify(mutant).slice(0, 500)}: ${status} ${type} ${error}`;
  if (tookMs > MAX_ANSWER_MS) totals.problems.push(`slow: ${Math.round(tookMs)} ms: ${what}`);
  if (status === 0) totals.problems.push(`${error === "hang" ? "hang" : "crash"}: ${what}`);
  else if (status >= 500) totals.problems.push(`crash: ${what}`);
  else if (status >= 400 && type !== "application/problem+json") totals.problems.push(`code: ${what}`);
  if (status < 400) totals.accepted += 1;
  else totals.refused += 1;
}

/**
 * @param {ReturnType<typeof operationsOf>[number]} operation
 * @param {ReturnType<typeof stream>} random
 */
function mutated({ method, path, sample }, random) {
  const chance = (/** @type {number} */ share) => random.uniform() < share;
  const name = chance(0.3) ? nasty(random) : pick(["base", "calls"], random);
  const headers = /** @type {Record<string, string>} */ ({ "content-type": "application/json" });
  if (chance(0.1)) headers[pick(HEADERS, random)] = printable(nasty(random));
  const good = sample?.(random);
  let body = good === undefined ? undefined : JSON.stringify(chance(0.7) ? mutateValue(good, random) : good);
  if (body !== undefined && chance(0.2)) body = mutate(body, random);
  if (chance(0.05)) body = nasty(random);
  return {
    method: chance(0.05)
      ? pick(["PUT", "PATCH", "HEAD", "OPTIONS", "DELETE", "POST"], random)
      : method.toUpperCase(),
    path:
      encodeURI(path.replace("{name}", encodeURIComponent(wellFormed(name)))) + (chance(0.1) ? "?x=%zz" : ""),
    headers,
    body: method === "get" ? undefined : body,
  };
}

const HEADERS = [
  "content-type",
  "origin",
  "authorization",
  "content-encoding",
  "accept",
  "expect",
  "x-any",
  "cookie",
];

/** A lone half of a character cannot be sent. @param {string} text */
const wellFormed = (text) => text.replaceAll(/\p{Cs}/gu, "?");
/** What Node lets pass as a header. @param {string} text */
const printable = (text) => text.replaceAll(/[^\x20-\x7e]/g, "?");

/**
 * @param {string} url
 * @param {Agent} agent
 * @param {{ method: string, path: string, headers: Record<string, string>, body: string | undefined }} mutant
 * @returns {Promise<{ status: number, type: string, error: string }>}
 */
function send(url, agent, { method, path, headers, body }) {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(
      `${url}${path}`,
      { method, headers: { ...headers, ...length }, agent },
      (response) => {
        const type = response.headers["content-type"] ?? "";
        const answer = { status: response.statusCode ?? 0, type, error: "" };
        // An event stream has no end: its first word is enough.
        if (type === "text/event-stream") {
          resolve(answer);
          return void sent.destroy();
        }
        response.resume();
        response.on("end", () => resolve(answer));
      },
    );
    sent.setTimeout(HANG_MS, () => {
      resolve({ status: 0, type: "", error: "hang" });
      sent.destroy();
    });
    sent.on("error", (error) => resolve({ status: 0, type: "", error: error.message }));
    sent.end(body);
  });
}

/**
 * @param {number} count
 * @param {() => Promise<void>} work
 */
async function inLanes(count, work) {
  let left = count;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
