/*
 * The ziggurat of Marsaglia and Tsang ("The ziggurat method for generating random variables", 2000): 256 layers
 * of equal area under a curve that falls from 1, in Doornik's form, where the bits that choose the layer
 * and the sign are not those of the abscissa; the original used one word for all and failed tests.
 */
const LAYERS = 256;

export interface Layers {
  /** Right end of layer i, divided by 2⁵³ so that a 53-bit integer needs no other scaling. */
  readonly width: Float64Array;
  /** Integers below this lie under the curve for sure: 2⁵³ × (right end of the layer above / own right end). */
  readonly inside: Float64Array;
  /** Height of the curve at the right end of layer i; heights[LAYERS] is the top, 1. */
  readonly heights: Float64Array;
}

/**
 * The lowest layer is a box up to `right` and the tail beyond. `right` and `area` are the solution of "the top
 * layer ends at height 1", solved for and printed by test/reference/make-random.py.
 */
export function layersUnder(
  curve: (x: number) => number,
  inverse: (height: number) => number,
  right: number,
  area: number,
): Layers {
  const unit = 2 ** -53;
  const width = new Float64Array(LAYERS);
  const inside = new Float64Array(LAYERS);
  const heights = new Float64Array(LAYERS + 1);
  let end = right;
  let height = curve(right);
  // Layer 0 is drawn as a box of the same area, of which the part beyond `right` stands for the tail.
  width[0] = (area / height) * unit;
  inside[0] = (right * height) / area / unit;
  for (let layer = 1; layer < LAYERS; layer++) {
    heights[layer] = height;
    width[layer] = end * unit;
    height = layer === LAYERS - 1 ? 1 : height + area / end;
    const above = layer === LAYERS - 1 ? 0 : inverse(height);
    inside[layer] = above / end / unit;
    end = above;
  }
  heights[LAYERS] = 1;
  return { width, inside, heights };
}
