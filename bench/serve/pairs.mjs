// node bench/serve/pairs.mjs URL BATCH CONNECTIONS SECONDS: autocannon asks for BATCH decisions and says what came of them, over and
// over. It is a process of its own, so that it takes nothing from the core of the service. Prints one line of JSON.
import autocannon from "autocannon";

const [url, ...numbers] = process.argv.slice(2);
const [batch, connections, duration] = numbers.map(Number);
const place = "/v1/problems/load";
const headers = { "content-type": "application/json" };

/** Lognormal times, median 1, with a heavy tail: what a cutoff is good for. */
const time = () =>
  Math.exp(1.2 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()));

/** What a trial under this decision shows. */
function outcome({ id, cutoff }) {
  const needed = time();
  if (cutoff === "inf" || needed <= cutoff) return { id, kind: "completed", time: needed, reward: 1 };
  return { id, kind: "censored", time: cutoff };
}

await fetch(`${url}/v1/problems`, {
  method: "POST",
  headers,
  body: JSON.stringify({ name: "load", arms: [{ name: "only" }], policy: "km-ts", cutoffs: "auto" }),
});

const result = await autocannon({
  url,
  connections,
  duration,
  requests: [
    {
      method: "POST",
      path: `${place}/decisions`,
      headers,
      body: JSON.stringify({ count: batch }),
      onResponse(_status, body, context) {
        context.decisions = JSON.parse(body).decisions;
      },
    },
    {
      method: "POST",
      path: `${place}/observations`,
      headers,
      setupRequest: (request, context) => ({
        ...request,
        body: JSON.stringify({ observations: context.decisions.map(outcome) }),
      }),
    },
  ],
});
const { requests, latency, non2xx, errors, timeouts } = result;
console.log(
  JSON.stringify({
    pairs: Math.round((requests.average / 2) * batch),
    p50: latency.p50,
    p99: latency.p99,
    longest: latency.max,
    wrong: non2xx + errors + timeouts,
  }),
);
