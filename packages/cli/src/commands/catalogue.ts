import type { Command } from "commander";

/** What `commands/NAME.ts` exports. */
interface CommandModule {
  register(program: Command): void;
}

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** It may compute for seconds without a pause, and has a thread of its own. */
  readonly computes?: true;
  load(): Promise<CommandModule>;
}

/** The commands that do the work, with what `mulligan --help` says of each before its module is loaded. */
export const catalogue: readonly CommandEntry[] = [
  {
    name: "sat",
    summary: "solve DIMACS files with WalkSAT under learned restarts",
    load: () => import("./sat.ts"),
  },
  {
    name: "run",
    summary: "wrap any randomised program; {seed}, {input}",
    load: () => import("./run.ts"),
  },
  {
    name: "analyze",
    summary: "should I restart, after how long, and what would it gain?",
    computes: true,
    load: () => import("./analyze.ts"),
  },
  {
    name: "theory",
    summary: "rate curve, best cutoff, restart test and regret bounds for a known law",
    computes: true,
    load: () => import("./theory.ts"),
  },
  {
    name: "simulate",
    summary: "policies × laws × horizons: reward, regret, curves",
    computes: true,
    load: () => import("./simulate.ts"),
  },
  {
    name: "reproduce",
    summary: "every figure and every numeric claim of the paper, with a verdict for each",
    computes: true,
    load: () => import("./reproduce.ts"),
  },
  {
    name: "serve",
    summary: "the page, live runs, and decisions over HTTP for any language",
    load: () => import("./serve.ts"),
  },
  {
    name: "worker",
    summary: "join a cluster: execute trials for other machines",
    load: () => import("./worker.ts"),
  },
  {
    name: "cluster",
    summary: "look after a cluster: status, cancel NAME, clean",
    load: () => import("./cluster.ts"),
  },
];
