// Problems with extreme but allowed numbers, one after the other, to a real service: each is made, decided, observed, read
// and deleted. Nothing is refused, nothing is answered with a 5xx or late, and the service starts again after kill -9.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as limits from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { pick } from "./mutate-value.mjs";
import { checkedAnswers, startServe } from "./start-serve.mjs";

/** Problems under way at once. */
const AT_ONCE = 4;
/** The service is killed and started again after so many problems. */
const KILL_AFTER = 2_000;
/** One of so many problems is analyzed, which takes a tenth of a second. */
const READ_EVERY = 20;
/** One of so many problems is not deleted before the service is killed. */
const KEEP_EVERY = 50;

const { MIN_TIME = 1e-12, MAX_TIME = 1e12, MIN_REWARD = 1e-12 } = /** @type {Record<string, any>} */ (limits);
const TIMES = [
  0,
  MIN_TIME,
  2 * MIN_TIME,
  Math.sqrt(MIN_TIME),
  1,
  Math.sqrt(MAX_TIME),
  MAX_TIME / 2,
  MAX_TIME,
];
const REWARDS = [0, MIN_REWARD, 0.5, 1, 1];
const POLICIES = ["km-ts", "ucb-rb", "ucb-rm", "hidden-types", "luby:base=5", "luby:base=5", "never"];

/**
 * @param {number} seed
 * @param {number} count
 */
export async function extremeServe(seed, count = 10_000) {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  const answers = checkedAnswers();
  try {
    for (let done = 0; done < count; done += KILL_AFTER) {
      await playUntilKilled(folder, { seed, from: done, to: Math.min(count, done + KILL_AFTER) }, answers);
    }
    return { made: count, ...answers.totals() };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {string} folder
 * @param {{ seed: number, from: number, to: number }} range of problems
 * @param {ReturnType<typeof checkedAnswers>} answers
 */
async function playUntilKilled(folder, { seed, from, to }, answers) {
  const first = startServe(["--state", folder]);
  const url = await first.url;
  if (url === "") return void answers.problem(`crash: it did not start: ${(await first.ended).stderr}`);
  /** @type {Set<string>} */
  const kept = new Set();
  let next = from;
  const lane = async () => {
    while (next < to) {
      const place = next++;
      if (await playProblem(url, place, stream(seed, "extreme", place), answers)) kept.add(`p${place}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await answers.checkMemory(url);
  first.child.kill("SIGKILL");
  await first.ended;
  await checkKept(folder, kept, answers);
}

/**
 * True if the problem is still there.
 * @param {string} url
 * @param {number} place
 * @param {ReturnType<typeof stream>} random
 * @param {ReturnType<typeof checkedAnswers>} answers
 */
async function playProblem(url, place, random, answers) {
  const name = `p${place}`;
  const problem = `/v1/problems/${name}`;
  const isCalls = random.uniform() < 0.2;
  const arms = [{ name: "east" }, { name: "west" }];
  const definition = isCalls
    ? { kind: "calls", name, arms, deadline: pick([1, 1_000, 1e9], random) }
    : policyProblem(name, arms, random);
  const { status } = await answers.ask("POST", `${url}/v1/problems`, definition, 201);
  if (status !== 201) return false;
  for (let i = 0; i < 3; i++) {
    const { body } = await answers.ask("POST", `${url}${problem}/decisions`, { count: 1 + (i % 2) * 3 }, 200);
    const observations = (body.decisions ?? []).map((/** @type {{ id: string }} */ { id }) => ({
      id,
      ...outcome(random, isCalls),
    }));
    if (observations.length > 0)
      await answers.ask("POST", `${url}${problem}/observations`, { observations }, 200);
  }
  if (place % READ_EVERY === 0) {
    for (const path of ["", "/tries"]) await answers.ask("GET", `${url}${problem}${path}`, undefined, 200);
  }
  if (place % KEEP_EVERY === 0) return true;
  await answers.ask("DELETE", `${url}${problem}`, undefined, 204);
  return false;
}

/**
 * @param {string} name
 * @param {readonly { name: string }[]} arms
 * @param {ReturnType<typeof stream>} random
 */
function policyProblem(name, arms, random) {
  return {
    name,
    arms,
    policy: pick(POLICIES, random),
    mode: pick(["abandon", "retry"], random),
    horizon: pick([1, MAX_TIME], random),
    ...(random.uniform() < 0.3 ? { cutoffs: [MIN_TIME, 1, MAX_TIME] } : {}),
  };
}

/**
 * @param {ReturnType<typeof stream>} random
 * @param {boolean} isCalls whose times are milliseconds, and whose resets cost nothing
 */
function outcome(random, isCalls) {
  const time = pick(isCalls ? [0, 1, 1e6] : TIMES, random);
  if (random.uniform() < 0.5) return { kind: "completed", time, reward: pick(REWARDS, random) };
  return isCalls ? { kind: "censored", time } : { kind: "censored", time, resetting: pick(TIMES, random) };
}

/**
 * Starts the service again, which must have the problems that were not deleted, and deletes them.
 * @param {string} folder
 * @param {ReadonlySet<string>} kept
 * @param {ReturnType<typeof checkedAnswers>} answers
 */
async function checkKept(folder, kept, answers) {
  const { child, url, ended } = startServe(["--state", folder]);
  const place = await url;
  if (place === "") return void answers.problem(`crash: it did not start again: ${(await ended).stderr}`);
  const { body } = await answers.ask("GET", `${place}/v1/problems`, undefined, 200);
  const names = new Set(body.problems.map((/** @type {{ name: string }} */ { name }) => name));
  for (const name of kept) if (!names.has(name)) answers.problem(`lost: ${name} after kill -9`);
  for (const name of names) await answers.ask("DELETE", `${place}/v1/problems/${name}`, undefined, 204);
  child.kill("SIGTERM");
  const { code, stderr } = await ended;
  if (code !== 0) answers.problem(`code: ended with ${code}: ${stderr}`);
}
