import { expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { stream } from "../../src/random/stream.ts";
import { comeAll, poisson } from "./arrivals.mjs";
import { queuedReplica } from "./queued-replica.mjs";
import { virtualClock } from "./virtual-clock.mjs";

/*
 * M/M/4 at 75%: Erlang's C for 3 of 4 workers is 0.50943 = (3⁴/4!·4) / (1 + 3 + 9/2 + 27/6 + 3⁴/4!·4), and the mean
 * from request to answer 1/μ + C/(4μ − λ) = 20 + 0.50943/(0.2 − 0.15) = 30.19 ms.
 */
test("four workers, three quarters busy, take on average what Erlang's formula says", async () => {
  const clock = virtualClock();
  const serve = queuedReplica({ clock, workers: 4, cancels: true });
  const random = stream(1, "service");
  let sum = 0;
  const calls = 15_000;
  const one = async () => {
    const start = clock.now();
    await serve(exponential(20).sample(random), new AbortController().signal);
    sum += clock.now() - start;
  };
  await clock.until(comeAll({ at: poisson(1, 150, calls) }, clock, async () => one()));
  expect(sum / calls).toBeGreaterThan(0.9 * 30.19);
  expect(sum / calls).toBeLessThan(1.1 * 30.19);
});

/** One worker; three requests of 10 ms come at once, and the first two are aborted after 4 ms. */
async function answeredAt(cancels: boolean): Promise<number> {
  const clock = virtualClock();
  const serve = queuedReplica({ clock, workers: 1, cancels });
  const impatient = new AbortController();
  const left = Promise.allSettled([serve(10, impatient.signal), serve(10, impatient.signal)]);
  const answer = serve(10, new AbortController().signal);
  clock.setTimer(() => impatient.abort(new Error("enough")), 4);
  await clock.until(answer);
  for (const { status } of await left) expect(status).toBe("rejected");
  return clock.now();
}

test("an aborted request frees its worker and its place in the queue where the server cancels", async () => {
  expect(await answeredAt(true)).toBe(14);
});

test("where the server does not cancel, an aborted request is served to its end, and those behind it wait", async () => {
  expect(await answeredAt(false)).toBe(30);
});
