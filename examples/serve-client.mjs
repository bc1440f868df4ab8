// Asks `mulligan serve` which mirror to try and for how long, and reports the result.
//   node examples/serve-client.mjs [http://127.0.0.1:4600]
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "mulligan/client";

/** What each mirror takes, in ms: stands in for the real thing. */
const mirrors = { east: () => 4, west: () => 2 };

/** One trial: it completed after so long, or was cut off at the cutoff. */
async function attempt({ id, arm, cutoff }) {
  const needed = mirrors[arm]();
  await sleep(Math.min(needed, cutoff));
  return needed <= cutoff
    ? { id, kind: "completed", time: needed, reward: 1 }
    : { id, kind: "censored", time: cutoff };
}

const service = connect(process.argv[2] ?? "http://127.0.0.1:4600", { token: process.env.MULLIGAN_TOKEN });
const problem = await service.create({
  name: "mirrors-ms",
  arms: Object.keys(mirrors).map((name) => ({ name })),
});
for (let trial = 0; trial < 100; trial++) {
  const decision = await problem.decide();
  await problem.observe(await attempt(decision));
}
const { best } = await problem.state();
console.log(`best: ${best?.arm}`);
