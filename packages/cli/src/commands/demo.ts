import { knownArm, parseLaw, rewardOne, runExperiment, stationary } from "@mulligan/core";
import type { Command } from "commander";
import { policyTable } from "../report/policy-table.ts";

/**
 * What `npm start` shows until the paper's experiment takes its place: which policy gets how much out of
 * a time budget, on a law with a heavy tail?
 */
export function register(program: Command): void {
  program
    .command("demo", { hidden: true })
    .description("the short table of `npm start`")
    .action(() => {
      process.stdout.write(demo());
    });
}

function demo(): string {
  const law = "pareto(scale=0.3,shape=1.2)";
  const expert = "log:0.316:3.16:9";
  const rows = runExperiment({
    environment: stationary([knownArm(rewardOne(parseLaw(law)), { name: "solver" })]),
    policies: [
      { name: "static" },
      { name: "km-ts" },
      { name: "km-ucb", cutoffs: expert },
      { name: "ucb-rb", cutoffs: expert },
      { name: "ucb-rm", cutoffs: expert },
      { name: "ucb-rc", cutoffs: "0.3..3" },
      { name: "luby" },
      { name: "quantile" },
      { name: "never" },
    ],
    horizons: [1_000, 10_000],
    runs: 10,
    seed: 1,
  });
  return policyTable(law, rows);
}
