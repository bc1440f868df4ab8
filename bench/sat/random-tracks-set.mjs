/** Forty random formulas like those of the random tracks of the SAT competitions; each is made from its name alone. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  plantedFormula,
  satisfiableFormulas,
  takeFormulas,
  uniformFormula,
} from "../../packages/sat/dist/generate/index.js";
import { printDimacs, xoshiro } from "../../packages/sat/dist/index.js";

const times = (count, shape) => Array.from({ length: count }, (_, i) => named({ ...shape, seed: i + 1 }));

/**
 * Ratios stay below the threshold (4.267, 21.12 and 87.8 for 3, 5 and 7 literals), so that large formulas have
 * models. Where it is blurred, at a few hundred variables, an oracle takes those that have one.
 */
export const randomTracks = [
  ...times(3, { literals: 3, variables: 250, ratio: 4.2, kind: "satisfiable" }),
  ...times(2, { literals: 3, variables: 600, ratio: 4.1 }),
  ...times(3, { literals: 3, variables: 2_000, ratio: 4.15 }),
  ...times(4, { literals: 3, variables: 10_000, ratio: 4.2 }),
  ...times(2, { literals: 3, variables: 20_000, ratio: 4.15 }),
  ...times(2, { literals: 3, variables: 50_000, ratio: 4.2 }),
  ...times(2, { literals: 3, variables: 100_000, ratio: 4.1 }),
  ...times(1, { literals: 3, variables: 100_000, ratio: 4.2 }),
  ...times(1, { literals: 3, variables: 300_000, ratio: 4.1 }),
  ...times(1, { literals: 3, variables: 1_000_000, ratio: 3.9 }),
  ...times(1, { literals: 3, variables: 1_000_000, ratio: 4 }),
  ...times(1, { literals: 3, variables: 1_000_000, ratio: 4.2 }),
  ...times(5, { literals: 5, variables: 500, ratio: 20 }),
  ...times(2, { literals: 5, variables: 1_000, ratio: 20 }),
  ...times(4, { literals: 7, variables: 120, ratio: 85 }),
  ...times(1, { literals: 7, variables: 150, ratio: 85 }),
  ...times(2, { literals: 3, variables: 10_000, ratio: 4.2, kind: "planted" }),
  ...times(1, { literals: 3, variables: 500, ratio: 6, kind: "planted" }),
  ...times(1, { literals: 5, variables: 600, ratio: 21, kind: "planted" }),
  ...times(1, { literals: 7, variables: 120, ratio: 87, kind: "planted" }),
];

function named(shape) {
  const { literals, variables, ratio, seed, kind = "uniform" } = shape;
  return { ...shape, kind, name: `${kind}-${literals}sat-n${variables}-r${ratio}-${seed}` };
}

/** Writes one formula into the folder. A file is there whole or not at all, so that what is there can be kept. */
export async function writeTrackFile(folder, { literals, variables, ratio, seed, kind, name }) {
  const shape = { variables, clauses: Math.round(variables * ratio), clauseLength: literals };
  const path = join(folder, `${name}.cnf`);
  writeFileSync(`${path}.part`, printDimacs(await draw(kind, shape, seed), [name]));
  renameSync(`${path}.part`, path);
}

async function draw(kind, shape, seed) {
  if (kind === "planted") return plantedFormula(shape, xoshiro(seed)).formula;
  if (kind === "uniform") return uniformFormula(shape, xoshiro(seed));
  return (await takeFormulas(satisfiableFormulas(shape, seed), 1))[0];
}
