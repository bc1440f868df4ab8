// What restarts cost on formulas of one family: flips an instance to solve them all with rnovelty at noise
// 0.5, Luby's sequence by its base against km-ts, which knows nothing. Generated like uf100-430, seeded.
import { makePolicy } from "@mulligan/core";
import { parsePolicy } from "@mulligan/core/policies";
import { satisfiableFormulas, takeFormulas, uf100 } from "../../packages/sat/dist/generate/index.js";
import { walkSat, xoshiro } from "../../packages/sat/dist/index.js";
import { row, title } from "../report.mjs";

const SETTINGS = { heuristic: "rnovelty", noise: 0.5 };
const seeds = [1, 2, 3, 4, 5];

/** The flips that a policy takes to solve the formulas one after the other, each try from a seed of its own. */
function flipsToSolve(formulas, policy, seed) {
  const seeds = xoshiro(seed);
  const walk = walkSat(formulas[0], SETTINGS);
  let flips = 0;
  for (const formula of formulas) {
    walk.load(formula);
    for (let [attempt, solved] = [1, false]; !solved; attempt++) {
      const decision = policy.decide({ attempt });
      const { cutoff } = decision;
      walk.restart(seeds.uint32());
      solved = walk.run(Math.floor(cutoff));
      policy.observe(
        decision,
        solved ? { kind: "completed", time: walk.flips, reward: 1 } : { kind: "censored", time: cutoff },
      );
      flips += solved ? walk.flips : cutoff;
    }
  }
  return flips;
}

export async function benchBases() {
  const formulas = await takeFormulas(satisfiableFormulas(uf100, 1), 400);
  const cost = (make) => {
    let flips = 0;
    for (const seed of seeds) flips += flipsToSolve(formulas, make(seed), seed);
    return flips / seeds.length / formulas.length;
  };
  const luby = [20, 32, 50, 80, 120, 180, 250, 350, 500, 1_000].map((base) => ({
    name: `luby, base ${base}`,
    flips: cost(() => makePolicy("fixed", { arms: ["walk"], options: { cutoff: base }, mode: "retry" })),
  }));
  const learned = ["km-ts", "km-ucb"].map((policy) => {
    const { name, options } = parsePolicy(policy);
    const cutoffs = { kind: "auto", resolution: 1 };
    const make = (seed) => makePolicy(name, { arms: ["walk"], cutoffs, options, seed, mode: "retry" });
    return { name: policy, flips: cost(make) };
  });
  const best = Math.min(...luby.map(({ flips }) => flips));
  title(`restarts on ${formulas.length} uf100-like formulas, ${seeds.length} seeds`, [
    "policy",
    "flips an instance",
    "÷ best Luby",
  ]);
  for (const { name, flips } of [...luby, ...learned])
    row([name, Math.round(flips), (flips / best).toFixed(2)]);
}
