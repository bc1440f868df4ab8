import { createHash } from "node:crypto";
import { VERSION } from "@mulligan/cluster";
import { mutate, nasty } from "../mutate.mjs";
import { mutateValue, pick } from "../mutate-value.mjs";

/**
 * @typedef {{ uniform(): number }} Random
 * @typedef {{ run: string, epoch: string, queue: string }} Victim a run that goes on, and its queue
 * @typedef {(string | number)[]} Command a command of Redis
 */

const PREFIX = "{mulligan}";
const key = (/** @type {string[]} */ ...parts) => [PREFIX, VERSION, ...parts].join(":");
/** The queue of runs that need nothing. */
export const PLAIN_QUEUE = `mulligan-${VERSION}`;
export const PLAIN_NEEDS = { labels: [], programs: [], reads: false };

const FORMULA = "p cnf 3 2\n1 -2 3 0\n-1 2 0\n";
const BLOB = createHash("sha256").update(FORMULA).digest("hex");
export const blobCommand = ["SET", key("blob", BLOB), FORMULA];

/** The documents and the work of runs that are in order, by their kinds. */
const runs = {
  run: {
    detail: {
      programs: [{ name: "a", command: ["sh", "-c", ":"] }],
      lists: 1,
      success: [0],
      reward: "exit",
      graceMs: 100,
      folders: { wanted: false, kept: false },
      output: { wanted: false, limit: 1_000 },
    },
    work: { arm: 0, seed: 1, index: 1, input: "a", occurrence: 1, cutoff: 1_000 },
  },
  sat: {
    detail: { arms: ["skc:noise=0.5"], models: true, races: false, files: 1 },
    work: {
      files: [{ index: 0, name: "f.cnf", blob: BLOB }],
      message: { tasks: [0], seeds: [1], firsts: [0], counts: [1], arms: [0], cutoffs: [100] },
    },
  },
  race: {
    detail: { arms: ["skc:noise=0.5"], models: true, races: true, files: 1 },
    work: {
      files: [{ index: 0, name: "f.cnf", blob: BLOB }],
      message: { race: 0, seed: 1, weights: [1], flips: 100 },
    },
  },
  simulate: {
    detail: {
      words: {
        laws: ["exponential(mean=1)"],
        reward: "one",
        resetting: "none",
        policies: ["never"],
        horizons: [2],
        runs: 2,
        seed: 1,
        cutoffs: "auto",
        mode: "abandon",
      },
    },
    work: { from: 0, to: 2 },
  },
};

/**
 * A run of a stranger with one job, of which something is not as it should be. Half of those with programs ask for one
 * that is not allowed.
 * @param {Random} random
 * @param {{ victim: Victim, name: string, forbidden: string[] }} about
 * @returns {Command[]}
 */
export function strangeRun(random, { victim, name, forbidden }) {
  const kind = pick(/** @type {(keyof typeof runs)[]} */ (Object.keys(runs)), random);
  const place = pick(["nothing", "detail", "document", "work", "data", "fields", "entry"], random);
  const changed = (/** @type {string} */ at, /** @type {unknown} */ value) =>
    at === place ? mutateValue(value, random) : value;
  const asked = structuredClone(runs[kind]);
  if (kind === "run" && random.uniform() < 0.5)
    Object.assign(asked.detail, { programs: [{ name: "a", command: forbidden }] });
  const queue = kind === "run" ? victim.queue : PLAIN_QUEUE;
  const detail = notEndless(changed("detail", asked.detail));
  const run = { kind: kind === "race" ? "sat" : kind, title: "strange", queue, detail };
  const document = JSON.stringify(changed("document", run)) ?? "undefined";
  const torn = place === "document" && random.uniform() < 0.3;
  const fields = {
    document: torn ? mutate(document, random) : document,
    epoch: "e",
    state: "open",
    owner: "x",
  };
  const data = { version: VERSION, run: name, epoch: "e", work: changed("work", asked.work) };
  return [
    ["HSET", key("run", name), ...entries(changed("fields", fields))],
    ["SET", key("lease", name), "e", "EX", 60],
    ["SADD", key("runs"), name],
    ...jobCommands(queue, `${name}/e/1`, {
      name: run.kind,
      data: JSON.stringify(changed("data", data)) ?? "undefined",
      opts: JSON.stringify(changed("entry", { attempts: 3 })) ?? "undefined",
    }),
  ];
}

/**
 * Messages, queues and workers that a stranger makes up. None of them is meant for a trial that is under way.
 * @param {Random} random
 * @param {Victim} victim
 * @returns {Command[]}
 */
export function strangeMessage(random, { run, epoch, queue }) {
  const id = `${run}/${pick([`${epoch}x`, epoch], random)}/${1_000_000 + Math.floor(1e6 * random.uniform())}`;
  const result = { worker: "w", ms: 1, value: success("forged") };
  const json = (/** @type {unknown} */ value) => JSON.stringify(mutateValue(value, random)) ?? "undefined";
  return pick(
    /** @type {Command[][]} */ ([
      [["PUBLISH", key("reports", run), JSON.stringify({ finished: id, result })]],
      [["PUBLISH", key("reports", run), json({ finished: id, result })]],
      [["PUBLISH", key("reports", run), mutate(json({ started: id }), random)]],
      [["PUBLISH", key("control", run), json({ stop: [id], moves: [[id, 5]] })]],
      [["PUBLISH", key("control", run), nasty(random)]],
      [["SADD", key("cancelled", run), nasty(random)]],
      [["HSET", key("queues"), nasty(random), json(PLAIN_NEEDS)]],
      [["HSET", key("queues"), `mulligan-${VERSION}-${nasty(random)}`, json(PLAIN_NEEDS)]],
      [["HSET", key("refusals", queue), nasty(random), nasty(random)]],
      [
        ["SADD", `${PREFIX}:workers`, "strange"],
        ["SET", `${PREFIX}:worker:strange`, json(strangeWorker), "EX", 2],
      ],
      [["LPUSH", `${PREFIX}:${queue}:wait`, nasty(random)]],
      [["ZADD", `${PREFIX}:${queue}:prioritized`, 1, `x${nasty(random)}`]],
      [["SET", key("blob", BLOB), nasty(random), "EX", 1]],
    ]),
    random,
  );
}

/** It serves nothing, so that the run does not count on it. */
const strangeWorker = {
  name: "strange",
  version: VERSION,
  slots: 1,
  busy: 0,
  labels: [],
  programs: [],
  queues: [],
  trials: 0,
  draining: false,
};

/**
 * Spoils a trial that is or will be under way: its job, its result, or its run. What it writes is never in order, since
 * nothing tells a forgery in order from the truth.
 * @param {Random} random
 * @param {Victim} victim
 * @param {readonly string[]} ids of its jobs that wait or are under way
 * @returns {Command[]}
 */
export function spoiledTrial(random, { run, epoch, queue }, ids) {
  const id = pick([...ids, `${run}/${epoch}/${1 + Math.floor(40 * random.uniform())}`], random);
  const result = { worker: "w", ms: 1, value: brokenResult(random) };
  const job = `${PREFIX}:${queue}:${id}`;
  const data = { version: VERSION, run, epoch, work: { ...runs.run.work, ...brokenWork(random) } };
  return pick(
    /** @type {Command[][]} */ ([
      [["PUBLISH", key("reports", run), JSON.stringify({ finished: id, result })]],
      [
        [
          "PUBLISH",
          key("reports", run),
          JSON.stringify({ finished: id, result: { worker: "w", ms: 1, blob: BLOB } }),
        ],
      ],
      [["PUBLISH", key("control", run), JSON.stringify({ moves: [[id, pick([0, 1, "inf"], random)]] })]],
      [setInJob(job, "returnvalue", JSON.stringify(result))],
      [setInJob(job, "returnvalue", nasty(random))],
      [setInJob(job, "data", JSON.stringify(data))],
      [setInJob(job, "data", nasty(random))],
      [setInJob(job, "opts", nasty(random))],
      [["DEL", job]],
      jobCommands(queue, id, { name: "run", data: JSON.stringify(data), opts: "{}" }),
    ]),
    random,
  );
}

/** Changes a field of a job that is there: one that is not would never get into its queue. */
const setInJob = (/** @type {string[]} */ ...words) => ["EVAL", SET_IF_THERE, 1, ...words];
const SET_IF_THERE =
  "if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end";

/** @param {string} text */
const success = (text) => ({
  outcome: { kind: "completed", time: 1, reward: 1 },
  cutoff: 1_000,
  stopped: false,
  output: { out: Buffer.from(text).toString("base64"), err: "" },
  notices: [],
});

/** @param {Random} random */
function brokenResult(random) {
  const good = success("forged");
  const { outcome } = good;
  return pick(
    [
      null,
      [],
      nasty(random),
      { ...good, outcome: { ...outcome, time: pick([-1, "1", null], random) } },
      { ...good, outcome: { ...outcome, reward: pick([2, -1, "1", null], random) } },
      { ...good, outcome: { ...outcome, kind: nasty(random) } },
      { ...good, outcome: null },
      { ...good, cutoff: pick([-1, "x", null], random) },
      { ...good, output: { out: "???", err: "" } },
      { ...good, notices: pick([null, [[nasty(random)]]], random) },
      { ...good, [`x${nasty(random)}`]: 1 },
    ],
    random,
  );
}

/** @param {Random} random */
const brokenWork = (random) =>
  pick(
    [
      { arm: 99 },
      { arm: -1 },
      { seed: -1 },
      { seed: "x" },
      { index: 0 },
      { cutoff: "x" },
      { input: 5 },
      { x: 1 },
    ],
    random,
  );

/**
 * Puts a job into a queue by hand, with whatever is in its fields.
 * @param {string} queue
 * @param {string} id
 * @param {Record<string, string>} fields
 * @returns {Command[]}
 */
function jobCommands(queue, id, fields) {
  const at = `${PREFIX}:${queue}`;
  const all = { ...fields, timestamp: "1", delay: "0", priority: "0" };
  return [
    ["HSET", `${at}:${id}`, ...entries(all)],
    ["LPUSH", `${at}:wait`, id],
    ["ZADD", `${at}:marker`, 0, "0"],
  ];
}

/** The names and values of an object as Redis takes them; of anything else, a field that does not belong there. */
function entries(/** @type {unknown} */ value) {
  const pairs = Object.entries(value !== null && typeof value === "object" ? value : { x: String(value) });
  const all = pairs.length === 0 ? [["x", "x"]] : pairs;
  return all.flatMap(([name, text]) => [
    name,
    typeof text === "string" ? text : (JSON.stringify(text) ?? ""),
  ]);
}

/**
 * A simulation that takes for ever is in order, and is played; it would only keep the slots busy.
 * @param {any} detail
 */
function notEndless(detail) {
  const words = detail?.words;
  if (!Array.isArray(words?.horizons)) return detail;
  const horizons = words.horizons.map((/** @type {unknown} */ time) =>
    typeof time === "number" ? Math.min(time, 10) : time,
  );
  return { ...detail, words: { ...words, horizons } };
}
