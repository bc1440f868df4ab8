#!/usr/bin/env node
import { knownArm, parseLaw, rewardOne, runExperiment, stationary } from "@mulligan/core";
import { policyTable } from "./policy-table.ts";

// The main job until the paper's experiment takes its place: which policy gets how much out of a time
// budget, on a law with a heavy tail?
const law = "pareto(scale=0.3,shape=1.2)";
const environment = stationary([knownArm(rewardOne(parseLaw(law)), { name: "solver" })]);
const expert = "log:0.316:3.16:9";
const rows = runExperiment({
  environment,
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

process.stdout.write(policyTable(law, rows));
