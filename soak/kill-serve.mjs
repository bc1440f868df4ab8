// `mulligan serve --state` is killed with -9 at random moments under load and started again, over and over: no
// observation that was acknowledged is lost, none counts twice, no decision that was answered is unknown afterwards, and in
// the end the counts and sums are those of what was acknowledged, added up one by one.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "@mulligan/core/random";
import { ask, startServe } from "./start-serve.mjs";
import { pause } from "./started.mjs";

const CLIENTS = 4;
const LONG = "x".repeat(200);
/** Decisions after which a file has grown so much that it is written anew. */
const ENOUGH = 2_000;
const MAX_FIRST_MS = 10_000;
const PROBLEM = { name: "killed", arms: [{ name: "east" }, { name: "west" }] };

/** @typedef {{ id: string, kind: "completed" | "censored", time: number, reward?: number }} Observation */

/**
 * Two services at a time, each with its own folder.
 * @param {number} seed
 * @param {number} kills
 */
export async function killServe(seed, kills = 50) {
  const halves = [Math.ceil(kills / 2), Math.floor(kills / 2)].filter((half) => half > 0);
  const lanes = await Promise.all(halves.map((half, lane) => killLane(stream(seed, "kill", lane), half)));
  const sum = (/** @type {"decided" | "acknowledged" | "inDoubt" | "compacted"} */ field) =>
    lanes.reduce((total, lane) => total + lane[field], 0);
  return {
    kills,
    decided: sum("decided"),
    acknowledged: sum("acknowledged"),
    inDoubt: sum("inDoubt"),
    compacted: sum("compacted"),
    problems: lanes.flatMap(({ problems }) => problems),
  };
}

/**
 * @param {{ uniform(): number }} random
 * @param {number} kills
 */
async function killLane(random, kills) {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-soak-"));
  const ledger = newLedger();
  try {
    for (let kill = 0; kill < kills; kill++) {
      const { child, url, ended } = startServe(["--state", folder]);
      try {
        // A fifth of them while it starts or replays, the others at work, however slow the machine is today.
        if (kill % 5 > 0) await serveLoad(await url, ledger, random);
        else await pause(200 * random.uniform());
      } finally {
        child.kill("SIGKILL");
      }
      const { stderr } = await ended;
      const said = stderr.replaceAll(/^mulligan: (kept in|.*dropped an incomplete line).*\n/gm, "");
      if (said !== "") ledger.problems.push(`crash: kill ${kill}: ${said}`);
    }
    await checkEnd(folder, ledger);
    const { decided, observed, inDoubt, compacted, problems } = ledger;
    return { decided: decided.size, acknowledged: observed.size, inDoubt, compacted, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the clients know: all that they were told, and what they sent and heard nothing of. */
function newLedger() {
  return {
    /** @type {Map<string, string>} the arm of each decision */
    decided: new Map(),
    /** @type {Map<string, Observation>} */
    observed: new Map(),
    /** @type {Map<string, Observation>} */
    doubtful: new Map(),
    inDoubt: 0,
    compacted: 0,
    /** @type {string[]} */
    problems: [],
  };
}

/**
 * First what was in doubt is sent again, then clients ask and tell until the service is killed.
 * @param {string} url
 * @param {ReturnType<typeof newLedger>} ledger
 * @param {{ uniform(): number }} random
 */
async function serveLoad(url, ledger, random) {
  if (url === "") return void ledger.problems.push("crash: it did not start");
  await ask(`${url}/v1/problems`, PROBLEM);
  await settle(url, ledger);
  const clients = Array.from({ length: CLIENTS }, (_, place) => client(url, ledger, random, place));
  const working = Promise.all(clients.map((one) => one.catch(() => {})));
  // The first one lives until its file has been written anew, however slow the machine is today.
  const patience = performance.now() + MAX_FIRST_MS;
  while (ledger.decided.size < ENOUGH && performance.now() < patience) await pause(10);
  await pause(10 + 70 * random.uniform());
  void working;
}

/**
 * @param {string} url
 * @param {ReturnType<typeof newLedger>} ledger
 */
async function settle(url, ledger) {
  const place = `${url}/v1/problems/${PROBLEM.name}/observations`;
  const doubtful = [...ledger.doubtful.values()];
  ledger.inDoubt += doubtful.length;
  if (doubtful.length > 0) {
    const { body } = await ask(place, { observations: doubtful });
    if (body.unknown !== 0)
      ledger.problems.push(`lost: ${body.unknown} decisions that were answered are unknown`);
    for (const one of doubtful) ledger.observed.set(one.id, one);
    ledger.doubtful.clear();
  }
  const again = [...ledger.observed.values()].slice(-20);
  if (again.length === 0) return;
  const { body } = await ask(place, { observations: again });
  if (body.repeated !== again.length)
    ledger.problems.push(`lost: sent again, not known: ${JSON.stringify(body)}`);
}

/**
 * @param {string} url
 * @param {ReturnType<typeof newLedger>} ledger
 * @param {{ uniform(): number }} random
 * @param {number} place
 */
async function client(url, ledger, random, place) {
  const problem = `${url}/v1/problems/${PROBLEM.name}`;
  for (;;) {
    // One of them makes the file grow fast, so that it is often written anew.
    const [count, about] = place === 0 ? [400, { task: LONG }] : [1, {}];
    const { decisions } = (await ask(`${problem}/decisions`, { count, ...about })).body;
    for (const { id, arm } of decisions) {
      if (ledger.decided.has(id)) ledger.problems.push(`lost: the id ${id} was given twice`);
      ledger.decided.set(id, arm);
    }
    const observations = decisions.map(
      (/** @type {{ id: string, cutoff: number | "inf" }} */ { id, cutoff }) => {
        const time = -Math.log(1 - random.uniform());
        return cutoff === "inf" || time <= cutoff
          ? { id, kind: "completed", time, reward: 1 }
          : { id, kind: "censored", time: cutoff };
      },
    );
    for (const one of observations) ledger.doubtful.set(one.id, one);
    const { body } = await ask(`${problem}/observations`, { observations });
    if (body.accepted !== count) ledger.problems.push(`lost: of ${count} new ones ${JSON.stringify(body)}`);
    for (const one of observations) {
      ledger.doubtful.delete(one.id);
      ledger.observed.set(one.id, one);
    }
  }
}

/**
 * Whether the service has, twice, what the ledger adds up to.
 * @param {string} folder
 * @param {ReturnType<typeof newLedger>} ledger
 */
async function checkEnd(folder, ledger) {
  const expected = sumsOf(ledger);
  for (const ending of /** @type {const} */ (["SIGKILL", "SIGTERM"])) {
    const { child, url, ended } = startServe(["--state", folder]);
    const place = await url;
    if (ending === "SIGKILL") await settle(place, ledger).then(() => Object.assign(expected, sumsOf(ledger)));
    const [found] = (await ask(`${place}/v1/problems`)).body.problems;
    for (const { name, completed, censored, time } of found.arms) {
      const wanted = expected[name];
      const same = completed === wanted.completed && censored === wanted.censored;
      if (!same || Math.abs(time - wanted.time) > 1e-9 * wanted.time) {
        const has = JSON.stringify({ completed, censored, time });
        ledger.problems.push(`lost: ${name} has ${has}, acknowledged were ${JSON.stringify(wanted)}`);
      }
    }
    if (found.decisions < ledger.decided.size) ledger.problems.push("lost: decisions that were answered");
    child.kill(ending);
    const { code } = await ended;
    if (ending === "SIGTERM" && code !== 0) ledger.problems.push(`code: ended with ${code}`);
  }
  const [file] = readdirSync(join(folder, "problems"));
  if (readFileSync(join(folder, "problems", file), "utf8").includes('\n{"type":"state"'))
    ledger.compacted += 1;
  const left = readdirSync(folder).filter((name) => name !== "problems");
  if (left.length > 0) ledger.problems.push(`left: ${left}`);
}

/** @param {ReturnType<typeof newLedger>} ledger */
function sumsOf({ decided, observed }) {
  /** @type {Record<string, { completed: number, censored: number, time: number }>} */
  const sums = {};
  for (const { name } of PROBLEM.arms) sums[name] = { completed: 0, censored: 0, time: 0 };
  for (const [id, { kind, time }] of observed) {
    const sum = sums[/** @type {string} */ (decided.get(id))];
    sum[kind] += 1;
    sum.time += time;
  }
  return sums;
}
