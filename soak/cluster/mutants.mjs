import { createHash } from "node:crypto";
import { mutate, nasty } from "../mutate.mjs";
import { mutateValue, pick } from "../mutate-value.mjs";

/**
 * What somebody who can write into Redis may write there for a worker: jobs, documents of runs, statistics, inputs. Each
 * is like a good one, but for something. The programs that are asked for make a file, and none of them is allowed.
 * @typedef {{ uniform(): number }} Random
 * @typedef {{ command: string[], version: string, run: string, index: number }} About
 * @typedef {{ job: string, fields: Record<string, string>, others: (readonly (string | number)[])[], blob?: string }} Mutant
 */

const learning = {
  policy: "km-ts",
  options: {},
  arms: ["a"],
  cutoffs: { kind: "auto", resolution: 2 },
  schedule: "luby",
  resets: "measured",
};
const wishes = { explore: 0, exploreUpTo: "inf", seed: 1 };
const formula = "p cnf 3 2\n1 -2 3 0\n-1 2 0\n";

/** By the kind of run, what is special to it. @type {Record<string, (about: About) => unknown>} */
const details = {
  run: ({ command }) => ({
    programs: [{ name: "a", command }],
    success: [0],
    reward: "one",
    graceMs: 100,
    seed: 1,
    folders: false,
    output: { wanted: false, limit: 1_000 },
    wishes,
  }),
  sat: () => ({ arms: ["walksat:noise=0.5"], seed: 1, models: true, inOrder: false, wishes }),
  simulate: () => ({
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
  }),
};

/**
 * @param {Random} random
 * @param {About} about
 * @returns {Mutant}
 */
export function mutantOf(random, about) {
  const { version, run, index } = about;
  const chance = (/** @type {number} */ share) => random.uniform() < share;
  const kind = pick(Object.keys(details), random);
  const bytes = chance(0.5) ? mutate(formula, random) : formula;
  const hash = createHash("sha256").update(bytes).digest("hex");
  const task = { index, input: kind === "simulate" ? "0-2" : "x", occurrence: 1, trials: 0, attempts: 0 };
  const job = { version, run, task: kind === "sat" ? { ...task, blob: hash } : task, turn: 1 };
  const document = { version, kind, learning, detail: details[kind](about) };
  const place = pick(["job", "document", "detail", "learning", "tally", "blob", "type"], random);
  const changed = place === "document" ? mutateValue(document, random) : document;
  if (place === "detail") changed.detail = mutateValue(document.detail, random);
  if (place === "learning") changed.learning = mutateValue(learning, random);
  return {
    job: text(place === "job" ? mutateValue(job, random) : job, place === "job" && chance(0.3), random),
    fields: {
      version: place === "document" && chance(0.1) ? nasty(random) : version,
      state: place === "document" && chance(0.1) ? nasty(random) : "open",
      document: text(notEndless(changed), place === "document" && kind !== "simulate" && chance(0.3), random),
    },
    others: othersOf(place, random, about),
    // Under a hash that is right, but for the mutants of a blob.
    ...(kind === "sat" && !(place === "blob" && chance(0.5)) ? { blob: bytes } : {}),
  };
}

/**
 * A simulation that takes for ever is no mistake, and is played: but nobody waits for it here.
 * @param {any} document
 */
function notEndless(document) {
  const words = document?.detail?.words;
  if (!Array.isArray(words?.horizons)) return document;
  const horizons = words.horizons.map((/** @type {unknown} */ time) =>
    typeof time === "number" && time > 10 ? 10 : time,
  );
  return { ...document, detail: { ...document.detail, words: { ...words, horizons } } };
}

/**
 * @param {unknown} value
 * @param {boolean} torn
 * @param {Random} random
 */
function text(value, torn, random) {
  const whole = JSON.stringify(value) ?? "undefined";
  return torn ? mutate(whole, random) : whole;
}

/**
 * Commands of Redis that put nonsense beside it: statistics that are none, or keys of another type.
 * @param {string} place
 * @param {Random} random
 * @param {About} about
 * @returns {Mutant["others"]}
 */
function othersOf(place, random, { version, run }) {
  const key = (/** @type {string} */ part) => `mulligan:${version}:run:${run}:${part}`;
  if (place === "tally") {
    return [["hset", key("tally"), pick(["0/c/3", "^f/0", "n", nasty(random)], random), nasty(random)]];
  }
  if (place === "type") {
    const part = pick(["tally", "seen0", "seen1", "over", "log"], random);
    return [
      pick(
        [
          ["set", key(part), nasty(random)],
          ["rpush", key(part), nasty(random)],
        ],
        random,
      ),
    ];
  }
  return [];
}
