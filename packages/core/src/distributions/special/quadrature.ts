/** Gauss–Kronrod (7, 15) on [−1, 1], from QUADPACK (Piessens et al. 1983): nodes, outermost first, and weights. */
const NODES = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911,
  0.4058451513773972, 0.20778495500789848, 0,
];
const KRONROD = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679,
  0.19035057806478542, 0.20443294007529889, 0.20948214108472782,
];
/** Gauss weights of the nodes with an odd position. */
const GAUSS = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694];

const PRECISION = 1e-13;
const MAX_PIECES = 2000;
/** The number of halvings without progress after which the rest is rounding of f itself. */
const MAX_STALLS = 8;

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly error: number;
}

/**
 * ∫ f over [points[0], points[last]], cut first at the points given (where f or a derivative jumps), then
 * adaptively: the piece with the largest error is halved until the sum is exact to about 13 digits.
 */
export function integrate(f: (x: number) => number, points: readonly number[]): number {
  const pieces: Piece[] = [];
  for (let i = 1; i < points.length; i++) {
    if (points[i] > points[i - 1]) pieces.push(piece(f, points[i - 1], points[i]));
  }
  let stalls = 0;
  while (pieces.length > 0 && pieces.length < MAX_PIECES && stalls < MAX_STALLS) {
    let total = 0;
    let error = 0;
    let worst = 0;
    for (let i = 0; i < pieces.length; i++) {
      total += Math.abs(pieces[i].value);
      error += pieces[i].error;
      if (pieces[i].error > pieces[worst].error) worst = i;
    }
    if (!(error > PRECISION * total)) break;
    const { from, to } = pieces[worst];
    const middle = (from + to) / 2;
    if (!(middle > from && middle < to)) break;
    const left = piece(f, from, middle);
    const right = piece(f, middle, to);
    const changed = Math.abs(left.value + right.value - pieces[worst].value) > 1e-8 * total;
    if (!changed && left.error + right.error > 0.9 * pieces[worst].error) stalls++;
    pieces[worst] = left;
    pieces.push(right);
  }
  return pieces.reduce((sum, { value }) => sum + value, 0);
}

function piece(f: (x: number) => number, from: number, to: number): Piece {
  const centre = (from + to) / 2;
  const half = (to - from) / 2;
  let kronrod = 0;
  let gauss = 0;
  for (let i = 0; i < NODES.length; i++) {
    const offset = half * NODES[i];
    const value = offset === 0 ? f(centre) : f(centre - offset) + f(centre + offset);
    kronrod += KRONROD[i] * value;
    if (i % 2 === 1) gauss += GAUSS[(i - 1) / 2] * value;
  }
  return { from, to, value: half * kronrod, error: Math.abs(half * (kronrod - gauss)) };
}
