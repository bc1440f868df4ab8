// Three tasks of 0.2 s, alone and while a run of 600 such tasks goes on with the same workers.
// npm run bench cluster-fairness -- [--tasks=600] [--slots=4] [--rounds=5]
import { parseArgs } from "node:util";
import { pause, startCommand } from "../../soak/started.mjs";
import { row, title } from "../report.mjs";
import { median, playCommand, startCluster } from "./start-cluster.mjs";

const options = {
  tasks: { type: "string", default: "600" },
  slots: { type: "string", default: "4" },
  rounds: { type: "string", default: "5" },
};
const SMALL = 3;
/** From when on the large run keeps all slots busy. */
const AHEAD_MS = 3_000;

export async function benchFairness(args = []) {
  const { values } = parseArgs({ args, options });
  const rounds = Number(values.rounds);
  const cluster = await startCluster({ workers: 1, jobs: values.slots, allow: ["sleep"] });
  const words = (count) => {
    const inputs = Array.from({ length: count }, () => "0.2");
    return ["run", "--redis", cluster.url, "--", "sleep", "{}", ":::", ...inputs];
  };
  const small = async () => {
    const times = [];
    for (let round = 0; round < rounds; round++) times.push((await playCommand(words(SMALL))).seconds);
    return times;
  };
  try {
    const alone = await small();
    const large = startCommand(words(Number(values.tasks)));
    await pause(AHEAD_MS);
    const beside = await small();
    const early = large.child.exitCode !== null;
    large.child.kill("SIGINT");
    await large.ended;
    title(`${SMALL} tasks of 0.2 s, ${values.slots} slots`, ["", "seconds", "of all rounds"]);
    const shown = (times) => times.map((seconds) => seconds.toFixed(2)).join(", ");
    row(["alone", median(alone).toFixed(2), shown(alone)]);
    row([`beside a run of ${values.tasks}`, median(beside).toFixed(2), shown(beside)]);
    console.log(`\nat most 3 times as long: ${(median(beside) / median(alone)).toFixed(2)}`);
    if (early) console.log("the large run was over before the small ones: give it more --tasks");
  } finally {
    await cluster.end();
  }
}
