// Listeners to events that do not read, from two addresses, while clients work: everybody else is answered within a second,
// the memory stays small, the listeners are dropped, and one that reads has every event.
import { once } from "node:events";
import { connect } from "node:net";
import { checkedAnswers, startServe } from "./start-serve.mjs";
import { pause } from "./started.mjs";

/** The most listeners that one address may have. */
const PER_ADDRESS = 100;
/** A listener is dropped 10 s after the system takes no more for it, which on a busy machine takes some time, too. */
const MAX_DROP_MS = 60_000;
/** So many with 64 arms make a first state of 8 MB, more than the system takes for a reader. */
const PROBLEMS = 500;

/**
 * @param {number} _seed
 * @param {number} count
 */
export async function listenServe(_seed, count = 200) {
  const answers = checkedAnswers();
  const { child, url, ended } = startServe([]);
  const place = await url;
  try {
    for (let i = 0; i < PROBLEMS; i++) {
      await answers.ask("POST", `${place}/v1/problems`, { name: `p${i}`, arms: ARMS }, 201);
    }
    const before = await answers.checkMemory(place);
    const sockets = Array.from({ length: count }, (_, i) => deafListener(place, i));
    await Promise.all(sockets.map((socket) => once(socket, "readable")));
    const events = await workUntilDropped(place, answers);
    const growth = (await answers.checkMemory(place)) - before;
    for (const socket of sockets) socket.destroy();
    return { listeners: count, events, growthMiB: Math.round(growth / 2 ** 20), ...answers.totals() };
  } finally {
    child.kill("SIGTERM");
    const { code, stderr } = await ended;
    if (code !== 0 || /defect/.test(stderr)) answers.problem(`crash: ended with ${code}: ${stderr}`);
  }
}

const ARMS = Array.from({ length: 64 }, (_, arm) => ({ name: `arm ${arm} ${"x".repeat(100)}` }));

/**
 * @param {string} url
 * @param {number} place
 */
function deafListener(url, place) {
  const localAddress = `127.0.0.${1 + Math.floor(place / PER_ADDRESS)}`;
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  socket.write("GET /v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
  return socket;
}

/**
 * Decides and observes until nobody listens any more, and resolves to how much that was.
 * @param {string} url
 * @param {ReturnType<typeof checkedAnswers>} answers
 */
async function workUntilDropped(url, answers) {
  const began = performance.now();
  let events = 0;
  for (;;) {
    const { body } = await answers.ask("POST", `${url}/v1/problems/p0/decisions`, { count: 10 }, 200);
    const observations = body.decisions.map((/** @type {{ id: string }} */ { id }) => ({
      id,
      kind: "completed",
      time: 1,
    }));
    await answers.ask("POST", `${url}/v1/problems/p0/observations`, { observations }, 200);
    await answers.ask("GET", `${url}/healthz`, undefined, 200);
    events += 20;
    const metrics = await answers.ask("GET", `${url}/metrics`, undefined, 200);
    if (/^mulligan_listeners 0$/m.test(metrics.body)) return events;
    if (performance.now() - began > MAX_DROP_MS) {
      answers.problem("left: listeners that do not read are still there");
      return events;
    }
    await pause(20);
  }
}
