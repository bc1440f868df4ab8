// node make.mjs MAIN FOLDER: makes what README.md describes, with the command at MAIN (packages/cli/dist/main.js of the
// version that is to be remembered).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const [main, folder] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(folder, { recursive: true });
const service = join(folder, "service");

/** @param {string[]} words */
async function serve(words) {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--state", service, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const ask = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/v1/problems${path}`, { method, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  };
  return { ask, end };
}

/** @typedef {Awaited<ReturnType<typeof serve>>["ask"]} Ask */
/** @typedef {{ id: string, cutoff: number | "inf" }} Decision */

/**
 * The outcome of the nth trial: it needs 1 to 9 units of time.
 * @param {Decision} decision @param {number} n @param {object} [ofCut] more fields if it is cut
 */
function outcome({ id, cutoff }, n, ofCut) {
  const time = 1 + ((n * 7) % 17) / 2;
  return cutoff !== "inf" && time > cutoff
    ? { id, kind: "censored", time: cutoff, ...ofCut }
    : { id, kind: "completed", time, reward: n % 5 === 0 ? 0 : 1 };
}

/** @param {Ask} ask @param {string} name @param {number} rounds @param {number} count @param {object} [ofCut] */
async function play(ask, name, rounds, count, ofCut) {
  for (let round = 0; round < rounds; round++) {
    const { decisions } = await ask("POST", `/${name}/decisions`, { count });
    const observations = decisions.map((/** @type {Decision} */ decision, /** @type {number} */ place) =>
      outcome(decision, round * count + place, ofCut),
    );
    await ask("POST", `/${name}/observations`, { observations });
  }
}

const arms = [{ name: "east" }, { name: "west" }];
const DEFINITIONS = [
  { name: "auto", arms },
  { name: "new", arms },
  { name: "tasks", arms, policy: "hidden-types", mode: "retry" },
  { name: "calls", kind: "calls", arms, msPerCost: 10, halfLife: "inf", hedge: { maxExtraLoad: 0.5 } },
  { name: "fixed", arms, policy: "fixed:arm=1,cutoff=5", cutoffs: "auto" },
  { name: "list", arms, policy: "ucb-rm", cutoffs: [2, 5, "inf"], resetting: "measured" },
];

/** @param {Ask} ask */
async function tryTasks(ask) {
  for (let n = 0; n < 6; n++) {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { decisions } = await ask("POST", "/tasks/decisions", { task: `task ${n}`, attempt });
      const { id, cutoff } = decisions[0];
      const isLast = attempt === 3;
      const time = isLast || cutoff === "inf" ? 3 + n : cutoff;
      const kind = isLast ? "completed" : "censored";
      await ask("POST", "/tasks/observations", { observations: [{ id, kind, time }] });
    }
  }
}

/** @param {Ask} ask */
async function makeCalls(ask) {
  for (let n = 0; n < 12; n++) {
    const request = { task: `call ${n}`, ...(n % 3 === 0 ? { key: "slow", remaining: 5_000 } : {}) };
    const { decisions } = await ask("POST", "/calls/decisions", request);
    // Refused while both arms cool down: the refusal is in the log, too.
    if (decisions.length === 0) continue;
    const { id } = decisions[0];
    const failed = n % 4 === 3;
    const more = failed ? { reward: 0, retryAfter: 20, cost: 2 } : { cost: 1 };
    await ask("POST", "/calls/observations", {
      observations: [{ id, kind: "completed", time: 20 + n, ...more }],
    });
    if (failed) await ask("POST", "/calls/decisions", { task: `call ${n}` });
  }
}

/** @type {Record<string, unknown>} */
const problems = {};
{
  const { ask, end } = await serve(["--forget-after", "1s"]);
  for (const definition of DEFINITIONS) await ask("POST", "", definition);
  await ask("POST", "/list/decisions", {});
  await pause(1_200);
  // Forgets the first one.
  await play(ask, "list", 6, 3, { resetting: 0.25 });
  await end("SIGKILL");
}
{
  const { ask, end } = await serve([]);
  await play(ask, "auto", 10, 3);
  await tryTasks(ask);
  await makeCalls(ask);
  await play(ask, "fixed", 4, 4);
  for (const { name } of DEFINITIONS) {
    const request = name === "tasks" ? { task: "open", attempt: 2 } : name === "calls" ? {} : { count: 2 };
    const { decisions } = await ask("POST", `/${name}/decisions`, request);
    const waiting = decisions.map((/** @type {Decision} */ { id }) => id);
    const { lastActive: _, explanation: __, ...state } = await ask("GET", `/${name}`);
    // The curves would be most of the file.
    state.arms = state.arms.map((/** @type {object} */ arm) => ({ ...arm, curve: undefined }));
    const { tries } = await ask("GET", `/${name}/tries?after=0`);
    problems[name] = { waiting, state, tries: tries.slice(-3) };
  }
  await end("SIGTERM");
}

/** @param {string[]} words */
function mulligan(...words) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...words], { cwd: folder });
  if (![0, 1, 10].includes(status ?? 70)) throw new Error(`${words.join(" ")}: ${stderr}`);
  const lines = stdout.toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

// Three variables, and every clause of three literals but (-1 -2 -3): solved by 1 1 1 only.
const clauses = [0, 1, 2, 3, 4, 5, 6].map((bits) =>
  [1, 2, 3].map((variable, place) => ((7 - bits) & (1 << place) ? variable : -variable)),
);
writeFileSync(
  join(folder, "formula.cnf"),
  `p cnf 3 7\n${clauses.map((clause) => `${clause.join(" ")} 0\n`).join("")}`,
);
const RUN = ["--json", "--seed", "3", "--jobs", "1", "--state", "run.journal"];
const PROGRAM = ["--", "sh", "-c", 'test "$(($1 % 3))" = 0', "sh", "{seed}", "{}"];
const run = mulligan("run", ...RUN, ...PROGRAM, ":::", "a", "b", "c").at(-1);
const sat = mulligan(
  "sat",
  "--json",
  "--seed",
  "3",
  "--jobs",
  "1",
  "--state",
  "sat.journal",
  "formula.cnf",
).at(-1);
writeFileSync(join(folder, "expected.json"), `${JSON.stringify({ problems, run, sat }, undefined, 1)}\n`);
