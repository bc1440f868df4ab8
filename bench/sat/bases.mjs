// What restarts cost on formulas of one family: flips an instance to solve them all with rnovelty at noise
// 0.5, Luby's sequence by its base against km-ts, which knows nothing. Generated like uf100-430, seeded.
import { makePolicy } from "@mulligan/core";
import { parsePolicy } from "@mulligan/core/policies";
import { satisfiableFormulas, takeFormulas, uf100 } from "../../packages/sat/dist/generate/index.js";
import { runTasks, satTasks } from "../../packages/sat/dist/index.js";
import { row, title } from "../report.mjs";

const arms = [{ heuristic: "rnovelty", noise: 0.5 }];
const seeds = [1, 2, 3, 4, 5];

export async function benchBases() {
  const formulas = await takeFormulas(satisfiableFormulas(uf100, 1), 400);
  const cost = (make) => {
    let flips = 0;
    for (const seed of seeds) flips += runTasks(satTasks(formulas, { arms, seed }), make(seed)).flips;
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
