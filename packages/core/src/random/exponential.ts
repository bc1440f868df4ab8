import type { Random } from "./random.ts";
import { layersUnder } from "./ziggurat.ts";

/** Beyond R the law is itself again, moved by R. */
const R = 7.69711747013105;
const AREA = 0.003949659822581557;

const { width, inside, heights } = layersUnder(
  (x) => Math.exp(-x),
  (height) => -Math.log(height),
  R,
  AREA,
);

/** An exponential variate with mean 1. 98.9% of the calls take two words, one product and one comparison. */
export function standardExponential(random: Random): number {
  let moved = 0;
  for (;;) {
    const bits = random.uint32();
    const layer = bits & 255;
    const integer = (bits >>> 11) * 4294967296 + random.uint32();
    const x = integer * width[layer];
    if (integer < inside[layer]) return moved + x;
    if (layer === 0) {
      moved += R;
      continue;
    }
    const height = heights[layer] + random.uniform() * (heights[layer + 1] - heights[layer]);
    if (height < Math.exp(-x)) return moved + x;
  }
}
