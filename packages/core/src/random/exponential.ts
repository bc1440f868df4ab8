import type { Random } from "./random.ts";

/*
 * The ziggurat for exp(−x) with 256 layers: the same construction as in normal.ts, and the same sources.
 * Beyond R the law is itself again, moved by R.
 */
const R = 7.69711747013105;
const AREA = 0.003949659822581557;

const LAYERS = 256;
const width = new Float64Array(LAYERS);
const inside = new Float64Array(LAYERS);
const heights = new Float64Array(LAYERS + 1);
fillLayers();

/** An exponential variate with mean 1. 98.9% of the calls take two words, one product and one comparison. */
export function standardExponential(random: Random): number {
  let moved = 0;
  for (;;) {
    const bits = random.uint32();
    const layer = bits & 255;
    const integer = (bits >>> 11) * 4294967296 + random.uint32();
    const x = integer * width[layer]!;
    if (integer < inside[layer]!) return moved + x;
    if (layer === 0) {
      moved += R;
      continue;
    }
    const height = heights[layer]! + random.uniform() * (heights[layer + 1]! - heights[layer]!);
    if (height < Math.exp(-x)) return moved + x;
  }
}

function fillLayers(): void {
  const unit = 2 ** -53;
  let right = R;
  let height = Math.exp(-R);
  width[0] = (AREA / height) * unit;
  inside[0] = (R * height) / AREA / unit;
  for (let layer = 1; layer < LAYERS; layer++) {
    heights[layer] = height;
    width[layer] = right * unit;
    height = layer === LAYERS - 1 ? 1 : height + AREA / right;
    const above = layer === LAYERS - 1 ? 0 : -Math.log(height);
    inside[layer] = above / right / unit;
    right = above;
  }
  heights[LAYERS] = 1;
}
