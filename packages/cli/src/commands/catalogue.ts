import type { Command } from "commander";

/** The exports of `commands/NAME.ts`. */
interface CommandModule {
  register(program: Command): void;
}

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** True if it may compute for seconds without a pause, so that it runs in its own thread. */
  readonly computes?: true;
  load(): Promise<CommandModule>;
}

/** The commands that do the work, with their summaries for `mulligan --help`, which does not load their modules. */
export const catalogue: readonly CommandEntry[] = [
  {
    name: "sat",
    summary: "solve DIMACS files with WalkSAT under learned restarts",
    load: () => import("./sat.ts"),
  },
  {
    name: "run",
    summary: "run any randomised program under learned restarts",
    load: () => import("./run.ts"),
  },
  {
    name: "analyze",
    summary: "say from a log whether to restart, after how long, and what it gains",
    computes: true,
    load: () => import("./analyze.ts"),
  },
  {
    name: "theory",
    summary: "compute the rate curve, best cutoff, restart test and regret bounds of a law",
    computes: true,
    load: () => import("./theory.ts"),
  },
  {
    name: "simulate",
    summary: "compare policies on known laws: reward, regret, curves",
    computes: true,
    load: () => import("./simulate.ts"),
  },
  {
    name: "reproduce",
    summary: "reproduce the figures and claims of the paper, with a verdict for each",
    computes: true,
    load: () => import("./reproduce.ts"),
  },
  {
    name: "serve",
    summary: "serve the page, live runs, and decisions over HTTP",
    load: () => import("./serve.ts"),
  },
  {
    name: "worker",
    summary: "join a cluster and execute trials for other machines",
    load: () => import("./worker.ts"),
  },
  {
    name: "cluster",
    summary: "show, stop and clean runs on a cluster",
    load: () => import("./cluster.ts"),
  },
];
