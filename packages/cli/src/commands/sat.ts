import { availableParallelism } from "node:os";
import { heuristicNames } from "@mulligan/sat";
import { type Command, Option } from "commander";
import { addClusterOptions, type ClusterOptions, wantsCluster } from "../cluster/redis-options.ts";
import type { WorkerSpeeds } from "../cluster/worker-speeds.ts";
import { type Outputs, openArchive, openOutputs } from "../journal/archive.ts";
import { seedOfRun } from "../journal/journal.ts";
import { DEFAULT_ARMS } from "../sat/competition.ts";
import { walkStopControl } from "../sat/executor.ts";
import { checkSolutionNames, findFiles, readOnce } from "../sat/formula-files.ts";
import { modelParts } from "../sat/model-parts.ts";
import { DEFAULT_POLICY, readSatPlan, type SatCommandOptions } from "../sat/plan.ts";
import { openSatState, solveFiles } from "../sat/solve-files.ts";
import { exitCode } from "../shell/exit.ts";
import { addGroupedHelp } from "../shell/grouped-help.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { printJsonLine, printParts, say } from "../shell/output.ts";
import { liveLine } from "../shell/terminal.ts";
import { brief, textTable } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import {
  flipsText,
  idleTime,
  type LiveView,
  leadingArm,
  liveLineText,
  summaryLine,
  triesText,
} from "../tasks/lines.ts";
import { reportRest } from "../tasks/loop.ts";
import {
  addPolicyHelp,
  addRetries,
  addRetryOptions,
  refuseScheduleOfPlanner,
} from "../tasks/policy-options.ts";
import { fileReporter } from "../tasks/reporter.ts";
import type { RunState } from "../tasks/run-state.ts";
import { startSession } from "../tasks/session-start.ts";
import { exitCodeFor, type StopReason } from "../tasks/stop-control.ts";
import type { Task } from "../tasks/task.ts";
import { MAX_THREADS } from "../threads/open-pool.ts";

/** Returns the summary at the end, for people. */
export function summaryText(state: RunState, seed: number, wallMs: number): string {
  const { tasks, earlier } = state;
  const table = textTable([
    ["arm", "tries", "solved", "flips"],
    ...state.arms
      .map((arm) => arm.totals())
      .map((arm) => [arm.name, String(arm.tries), String(arm.solved), brief(arm.time)]),
  ]);
  const before = earlier.tasks === 0 ? "" : ` (${earlier.tasks} files were done before)`;
  const seconds = (wallMs / 1_000).toFixed(2);
  return `\n${state.solved} of ${tasks.total} solved, ${flipsText(state.time)}, ${seconds} s${before}; seed ${seed}\n${table}`;
}

/**
 * The output of the SAT competition for the only file of a run, in parts. A local search proves nothing, so a file that is not solved
 * is unknown; a comment says what was tried, or that there is an empty clause. A file that cannot be read has none.
 */
function competitionText(task: Partial<Task>, { trials, time }: RunState, seed: number): Iterable<string> {
  const { problem, unsatisfiable, model } = task;
  if (problem !== undefined) return [];
  if (model !== undefined) return modelParts(model);
  const why = unsatisfiable
    ? "unsatisfiable: it has an empty clause"
    : `no model in ${triesText(trials)}, ${flipsText(time)}; seed ${seed}`;
  return [`c ${why}\ns UNKNOWN\n`];
}

/** Returns the progress line on a terminal: finished files of this run, and flips. */
export function satLiveText(state: RunState, view: LiveView): string {
  const { earlier, tasks } = state;
  const done = tasks.finished.count - earlier.tasks;
  const total = tasks.total - earlier.tasks;
  const best = leadingArm(state.arms)!;
  const parts = {
    count: `${done}/${total} files`,
    done,
    total,
    work: `${((state.time - earlier.time) / view.wallMs / 1_000).toFixed(1)}M flips/s`,
    best: { arm: best.name, cutoff: brief(Math.floor(best.cutoff() ?? 0)) },
  };
  return liveLineText(parts, view);
}

const EXAMPLES = `  printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' > tiny.cnf; mulligan sat tiny.cnf
  mulligan sat instances/ --arm rnovelty:noise=0.5 --arm probsat --solutions models --budget 5m
  mulligan sat instances/ --policy fixed:cutoff=100 --schedule luby --seed 1 --jobs 1 --json`;

const DETAILS = `
One file prints the output of the SAT competition: s SATISFIABLE and v lines with exit code 10, or s UNKNOWN.
A folder or several files print a line for each file, and a summary.

Heuristics: ${heuristicNames.join(", ")}, with :noise=, :walk= and :tenure=
Without --arm these compete: ${DEFAULT_ARMS.join(", ")}
`;

const EVERYDAY = ["--arm", "--jobs", "--budget", "--retries", "--state", "--solutions", "--json"];

interface Options extends Omit<SatCommandOptions, "seed">, ClusterOptions {
  readonly seed?: number;
  readonly jobs: number;
  readonly solutions?: string;
  readonly state?: string;
  readonly json?: true;
}

export function register(program: Command): void {
  const command = program
    .command("sat")
    .argument("<path...>", "DIMACS files, plain or gzip, or folders; - for standard input")
    .description("solve DIMACS files with WalkSAT under learned restarts");
  command
    .optionsGroup("What to run:")
    .addOption(
      new Option(
        "--arm <name>",
        "a heuristic, NAME[:noise=0.5,…]; may be repeated (default: several that compete)",
      ).argParser(repeated),
    );
  command
    .optionsGroup("How many:")
    .addOption(
      new Option("--jobs <n>", "worker threads")
        .argParser(wholeNumber("--jobs", 1, MAX_THREADS))
        .default(availableParallelism(), "all cores"),
    );
  command.optionsGroup("When to stop:");
  addRetries(command, "give a file up after this many failed tries").option(
    "--budget <time>",
    "a duration such as 5m, or a number of flips",
  );
  command
    .optionsGroup("What to keep:")
    .option("--state <file>", "keep a journal; the next run resumes it and keeps what was learned")
    .option("--solutions <dir>", "write each model as DIR/NAME.sol")
    .option("--json", "JSON lines on stdout: one for each file, and a summary");
  command
    .optionsGroup("How to decide:")
    .addOption(
      new Option("--seed <n>", "same seed, same run, with --jobs 1 (default: a fresh one)").argParser(
        wholeNumber("--seed", 0),
      ),
    )
    .option("--policy <name>", "NAME[:option=value,…]; help lists all", DEFAULT_POLICY)
    .option("--cutoffs <set>", "in flips: auto | LOW..HIGH | LIST | log:FROM:TO:COUNT", "auto");
  addRetryOptions(command, "retry", "file").option(
    "--explore <share>",
    "leave this share of the tries uncut, so that analyze can judge the journal",
  );
  addClusterOptions(command.optionsGroup("On a cluster:"));
  addPolicyHelp(command);
  addGroupedHelp(command, { everyday: EVERYDAY, examples: EXAMPLES, details: DETAILS }).action(sat);
}

async function sat(paths: string[], given: Options, command: Command): Promise<void> {
  refuseScheduleOfPlanner(command, given);
  const seed = seedOfRun(given.seed, given.state);
  const options = { ...given, seed };
  const cluster = wantsCluster(options) ? await import("../cluster/solve-remotely.ts") : undefined;
  const { json = false, jobs } = options;
  const plan = readSatPlan(options);
  const { files, single } = findFiles(paths);
  const outputs = outputsFor(files, options);
  const readBefore = await readOnce(files);
  const session = startSession(process.argv.slice(2), files.length);
  const archive = await openArchive(options.state, plan.header, outputs, { session });
  for (const text of archive.notices) say(text);
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const competition = single && !json;
  const state = await openSatState(files, plan, archive, { reportsModels: competition });
  const later: Iterable<string>[] = [];
  let only: Task | undefined;
  const competitionReporter = {
    report(task: Task) {
      only = task;
    },
  };
  const reporter = competition ? competitionReporter : fileReporter(state, { json, later });
  const idleMs = idleTime(wallMs);
  const line = liveLine((width) => satLiveText(state, { wallMs: wallMs(), width, idleMs }));
  const context = { plan, state, archive, reporter, given: readBefore, models: single, seed };
  const stopControl =
    cluster === undefined ? walkStopControl(plan.budget.ms) : cluster.remoteStopControl(plan.budget.ms);
  const speeds = cluster === undefined ? undefined : new cluster.WorkerSpeeds();
  try {
    if ("flag" in stopControl) await solveFiles({ ...context, stopControl }, jobs);
    else {
      const run = { ...context, stopControl, speeds: speeds! };
      await cluster!.withRedisErrors(() => cluster!.solveRemotely(run, options));
    }
    // Tasks that were stopped before their turn came, or between two trials.
    await reportRest(state, reporter, ({ trials }) => json || trials > 0);
  } finally {
    stopControl.release();
    line.stop();
    await archive.close();
  }
  const { reason } = stopControl;
  // Before the output, since its reader may leave in the middle.
  process.exitCode = satCode(state, reason, single);
  for (const line of later) await printParts(line);
  // A file that had all its tries in earlier runs is not reported.
  const text = competition ? competitionText(only ?? {}, state, seed) : [summaryText(state, seed, wallMs())];
  await sayEnd(state, reason, options, { text, speeds });
}

/** The folder for models. With a journal they must be as lasting as its lines. */
function outputsFor(files: readonly string[], { state, solutions }: Options): Outputs | undefined {
  if (state !== undefined && files.includes("-")) {
    throw new UsageError("--state: must be used with files, got -: standard input differs each time");
  }
  if (solutions === undefined) return undefined;
  checkSolutionNames(files);
  return openOutputs(solutions, { lasting: state !== undefined });
}

/** Prints the summary. */
async function sayEnd(
  state: RunState,
  reason: StopReason,
  options: Options & { readonly seed: number },
  { text, speeds }: { readonly text: Iterable<string>; readonly speeds: WorkerSpeeds | undefined },
): Promise<void> {
  const differing = speeds?.notice();
  if (differing !== undefined) say(differing);
  const workers = speeds === undefined ? {} : { workers: speeds.all() };
  if (options.json) printJsonLine({ ...summaryLine(state, reason, options), ...workers });
  else await printParts(text);
}

/** One file has the exit codes of the SAT competition. */
function satCode({ tasks, solved }: RunState, reason: StopReason, single: boolean): number {
  if (tasks.finished.problems > 0) return exitCode.usage;
  const reached = solved === tasks.total;
  if (!single || reason === "interrupted") return exitCodeFor(reason, reached);
  return reached ? exitCode.satisfiable : exitCode.done;
}
