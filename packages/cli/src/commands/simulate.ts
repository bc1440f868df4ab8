import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { addClusterOptions, type ClusterOptions, wantsCluster } from "../cluster/redis-options.ts";
import { checkFigurePlace, writeFigure } from "../figures/write-figure.ts";
import { addProblemOptions, type ProblemOptions } from "../problem/problem-options.ts";
import { addGroupedHelp } from "../shell/grouped-help.ts";
import { oneOf, positiveNumbers, repeated, wholeNumber } from "../shell/option-values.ts";
import { printJson } from "../shell/output.ts";
import { perSecond, progressLine, timeLeft } from "../shell/terminal.ts";
import { horizonFigure, simulationText } from "../simulate/output.ts";
import { type PlayRows, playExperiment, playSimulation } from "../simulate/play.ts";
import type { ExperimentWords } from "../simulate/read-experiment.ts";
import { SCHEDULES } from "../tasks/cutoff-bounds.ts";
import { addPolicyHelp, addRetryOptions } from "../tasks/policy-options.ts";
import { MAX_THREADS } from "../threads/open-pool.ts";

const EXAMPLES = `  mulligan simulate --law "pareto(scale=1,shape=1.2)" --horizon 1000
  mulligan simulate --law "lognormal(median=0.9,sigma=1.2)" --policy km-ts --policy ucb-rb \\
    --cutoffs log:0.316:3.16:9 --horizon 1e3,1e4 --runs 20 --seed 1 --json
  mulligan simulate --law "lognormal(median=0.9,sigma=1.2)" --mode retry --schedule geometric --max-restarts 20
  mulligan simulate --law "exponential(mean=1)" --law "pareto(scale=0.3,shape=1.2)" --svg efficiency.svg`;

const DETAILS = `
With --redis the machines that joined with \`mulligan worker\` play the runs, with their own --jobs. The rows are the same.
`;

const EVERYDAY = [
  ...["--law", "--reward", "--resetting", "--policy", "--horizon"],
  ...["--runs", "--seed", "--jobs", "--json", "--svg"],
];

interface Options extends ProblemOptions, ClusterOptions {
  policy?: string[];
  horizon: number[];
  runs: number;
  seed: number;
  mode: string;
  schedule?: string;
  maxRestarts?: number;
  cutoffs: string;
  jobs: number;
  json?: true;
  svg?: string;
}

export function register(program: Command): void {
  const command = program
    .command("simulate")
    .description("compare policies on known laws: reward, regret, curves");
  addProblemOptions(command.optionsGroup("What to simulate:"))
    .addOption(
      new Option(
        "--policy <name>",
        "NAME[:option=value,…]; may be repeated; help lists all (default: km-ts, luby, never)",
      ).argParser(repeated),
    )
    .addOption(
      new Option("--horizon <list>", "time budgets")
        .argParser(positiveNumbers("--horizon"))
        .default([1_000], "1000"),
    );
  command
    .optionsGroup("How many:")
    .addOption(
      new Option("--runs <n>", "runs of each policy and horizon")
        .argParser(wholeNumber("--runs", 1))
        .default(20),
    )
    .addOption(
      new Option("--seed <n>", "same seed, same rows").argParser(wholeNumber("--seed", 0)).default(1),
    )
    .addOption(
      new Option("--jobs <n>", "worker threads")
        .argParser(wholeNumber("--jobs", 1, MAX_THREADS))
        .default(availableParallelism(), "all cores"),
    );
  command
    .optionsGroup("What to keep:")
    .option("--json", "one JSON document on stdout")
    .option("--svg <file>", "draw efficiency against horizon");
  command
    .optionsGroup("How tasks are tried again:")
    .option("--cutoffs <set>", "auto | LIST | log:FROM:TO:COUNT | LOW..HIGH", "auto");
  addRetryOptions(command, "abandon").addOption(
    new Option("--max-restarts <n>", "give a task up after this many restarts").argParser(
      wholeNumber("--max-restarts", 0),
    ),
  );
  addClusterOptions(addPolicyHelp(command.optionsGroup("On a cluster:")));
  addGroupedHelp(command, { everyday: EVERYDAY, examples: EXAMPLES, details: DETAILS }).action(simulate);
}

async function simulate(options: Options): Promise<void> {
  const words = wordsOf(options);
  if (options.svg !== undefined) checkFigurePlace(options.svg);
  const began = performance.now();
  const line = progressLine();
  const play = await playing(options, (done, total) =>
    line.update(() => {
      const wallMs = performance.now() - began;
      return `${done}/${total} runs, ${perSecond(done, wallMs)}, ${timeLeft(done, total, wallMs)}`;
    }),
  );
  const simulation = await playSimulation(words, play).finally(line.clear);
  if (options.json) printJson(simulation);
  else process.stdout.write(simulationText(simulation));
  if (options.svg !== undefined) await writeFigure(options.svg, horizonFigure(simulation.rows));
}

/** Here, on threads, or by the workers of a cluster; the rows are the same. */
async function playing(options: Options, progress: (done: number, total: number) => void): Promise<PlayRows> {
  if (!wantsCluster(options)) {
    return (words, experiment) => playExperiment(words, experiment, options.jobs, progress);
  }
  const { simulateRemotely } = await import("../cluster/simulate-remotely.ts");
  return (words, experiment) => simulateRemotely(words, experiment, options, progress);
}

function wordsOf(options: Options): Omit<ExperimentWords, "times"> {
  return {
    laws: options.law ?? [],
    reward: options.reward,
    resetting: options.resetting,
    policies: options.policy ?? ["km-ts", "luby", "never"],
    horizons: [...new Set(options.horizon)],
    runs: options.runs,
    seed: options.seed,
    cutoffs: options.cutoffs,
    mode: oneOf("--mode", options.mode, ["abandon", "retry"]),
    ...(options.schedule === undefined ? {} : { schedule: oneOf("--schedule", options.schedule, SCHEDULES) }),
    ...(options.maxRestarts === undefined ? {} : { maxRestarts: options.maxRestarts }),
  };
}
