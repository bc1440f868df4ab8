import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";

const INSTANCES = 36;
const RUNS = 14;
/** In seconds; whatever took longer was stopped by hand. */
const STOPPED = 600;

const ARMS = [
  // Mostly soon; now and then it goes astray, and takes ten times as long.
  {
    name: "restless",
    law: parseLaw("mixture(0.8*lognormal(median=4,sigma=0.6),0.2*gamma(shape=3,scale=40))"),
  },
  // Slower, but it always gets there.
  { name: "steady", law: parseLaw("gamma(shape=4,scale=6)") },
];

/** A made-up log to try with: two programs on the same inputs, some of which are a little harder than others. */
export function sampleLog(): string {
  const random = stream(7, "sample");
  const lines = ["arm,instance,time,completed"];
  for (let instance = 1; instance <= INSTANCES; instance++) {
    const hardness = 0.8 + (0.4 * instance) / INSTANCES;
    for (let run = 0; run < RUNS; run++) {
      for (const { name, law } of ARMS) {
        const time = hardness * law.sample(random);
        const completed = time < STOPPED;
        lines.push(`${name},input-${instance},${Math.min(time, STOPPED).toFixed(2)}s,${completed ? 1 : 0}`);
      }
    }
  }
  return `${lines.join("\n")}\n`;
}
