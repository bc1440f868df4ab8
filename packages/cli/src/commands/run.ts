import { type Command, Option } from "commander";
import { addClusterOptions, type ClusterOptions, wantsCluster } from "../cluster/redis-options.ts";
import type { WorkerSpeeds } from "../cluster/worker-speeds.ts";
import { openArchive, openOutputs } from "../journal/archive.ts";
import { seedOfRun } from "../journal/journal.ts";
import { checkTemporaryFolder } from "../processes/watchdog.ts";
import { type Joblog, openJoblog } from "../run/command-lines.ts";
import { openProgramExecutor, programStopControl } from "../run/executor.ts";
import { type RunCommandOptions, type RunPlan, readJobs, readRunPlan } from "../run/plan.ts";
import { dryRun, isReached, openRunState, runInputs } from "../run/state.ts";
import { runLiveText, runText } from "../run/text.ts";
import { makeFolder } from "../shell/files.ts";
import { addGroupedHelp } from "../shell/grouped-help.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { printJsonLine, say, sayOnceEach } from "../shell/output.ts";
import { refuseWindows } from "../shell/refuse-windows.ts";
import { liveLine } from "../shell/terminal.ts";
import { UsageError } from "../shell/usage-error.ts";
import { HOPELESS_AFTER, LEAST_ALIKE } from "../tasks/giving-up.ts";
import { idleTime, summaryLine } from "../tasks/lines.ts";
import { type Capacity, reportRest, runTrials } from "../tasks/loop.ts";
import {
  addPolicyHelp,
  addRetries,
  addRetryOptions,
  refuseScheduleOfPlanner,
} from "../tasks/policy-options.ts";
import { programReporter } from "../tasks/reporter.ts";
import type { RunState } from "../tasks/run-state.ts";
import { startSession } from "../tasks/session-start.ts";
import { exitCodeFor, type StopReason } from "../tasks/stop-control.ts";
import { type TrialExecutor, taskScheduler } from "../tasks/task-scheduler.ts";

const EXAMPLES = `  mulligan run --until 20 -- \\
    bash -c 'RANDOM=$0; sleep $((RANDOM % 4 ? 0 : 1)).05' {seed}
  mulligan run -j 2 --state uf.journal --timeout 1m -- sort {} ::: *.cnf
  mulligan run --success 10 --arm picosat='picosat -s {seed} {}' \\
    --arm minisat='minisat -rnd-init -rnd-seed={seed} {}' ::: *.cnf`;

const DETAILS = `
Commands start without a shell. Each try replaces these words in the arguments:
  {seed}                a fresh number for each try
  {} {input}            the input of the task; without any such word it is appended
  {.} {/} {//} {/.}     the input without ending, without folder, its folder, without both
  {1} {2} {1.} {2/} …   the same for several lists of inputs (:::), which give all combinations
  {#} {%} {arm} {tmp}   the number of the task, the slot, the name of the arm, a new folder for each try

A task is tried again until it is solved. It is given up, and the exit code is 1, when
- at least ${LEAST_ALIKE} tries in a row failed alike (same exit code, similar time) while other inputs succeeded. This applies to
  one command with {input} and without {seed}, if no input ever succeeded after such a failure;
- ${HOPELESS_AFTER} tries failed, or ten times as many as a success took so far on average, if that is more;
- its tries took 1,000 times as long as those of a solved task on average, and at least an hour.
--retries N replaces the first two. A try fails if it ends by itself without success, or is cut at HIGH of --cutoffs.
Without inputs, each success that --until asks for is such a task, and after one that had its --retries none is begun.

If a program cannot be started, the run ends at once with code 2. SIGINT, SIGTERM and SIGHUP end it with 130.
`;

const EVERYDAY = [
  ...["--arm", "--inputs", "--success", "--dry-run", "--jobs", "--until"],
  ...["--timeout", "--retries", "--budget"],
  ...["--state", "--results", "--keep-order", "--tag", "--json"],
];

/** Near the best policy for all kinds of programs (docs/benchmarks/README.md, `npm run bench virtual`). */
const DEFAULT_POLICY = "hidden-types";

interface Options extends Omit<RunCommandOptions, "seed">, ClusterOptions {
  readonly seed?: number;
  readonly state?: string;
  readonly keepOrder?: true;
  readonly tag?: true;
  readonly dryRun?: true;
  readonly joblog?: string;
}

export function register(program: Command): void {
  // All words after the program belong to it, even if they look like options.
  program.enablePositionalOptions();
  const command = program
    .command("run")
    .description("run any randomised program under learned restarts")
    .usage("[options] [--arm NAME=CMD]… [-- CMD ARG…] [::: INPUT…]")
    .argument("[words...]")
    .passThroughOptions();
  addWorkOptions(command);
  addOutputOptions(command);
  addDecisionOptions(command);
  addClusterOptions(command.optionsGroup("On a cluster:"));
  addPolicyHelp(command);
  addGroupedHelp(command, { everyday: EVERYDAY, examples: EXAMPLES, details: DETAILS }).action(run);
}

function addWorkOptions(command: Command): void {
  command
    .optionsGroup("What to run:")
    .addOption(
      new Option("--arm <name=cmd>", "a program to choose from; may be repeated").argParser(repeated),
    )
    .addOption(
      new Option(
        "--inputs <file>",
        "a file with one input a line; - for standard input; may be repeated",
      ).argParser(repeated),
    )
    .option("--success <codes>", "exit codes that mean success", "0")
    .option("--dry-run", "print the commands that would be started, and start nothing")
    .option("--stdin-from <file>", "the file that a program gets as standard input; may have {} in its name");
  command
    .optionsGroup("How many:")
    .addOption(
      new Option("-j, --jobs <n>", "tries at a time: a number, or a share of the cores such as 100%")
        .argParser(readJobs)
        .default(1),
    )
    .addOption(
      new Option("--until <n>", "stop after this many successes").argParser(wholeNumber("--until", 1)),
    );
  command
    .optionsGroup("When to stop:")
    .option("--timeout <time>", "the longest that a try may run: 250ms, 2s, 5m, 1h")
    .option(
      "--idle <time>",
      "cut a try that has printed nothing for this long; auto and LOW.. learn how long",
    );
  addRetries(command, "give a task up after this many failed tries")
    .option("--budget <time>", "stop after this long")
    .option("--halt <when>", "never | now,fail=N | soon,fail=N | now,success=N | soon,success=N", "never")
    .option("--grace <time>", "from SIGTERM to SIGKILL", "1s");
}

function addOutputOptions(command: Command): void {
  command
    .optionsGroup("What to keep:")
    .option("--state <file>", "keep a journal; the next run resumes it and keeps what was learned")
    .option("--results <dir>", "keep the output of successful tries, as NAME.out and NAME.err")
    .option("--out <dir>", "keep the files that successful tries left in {tmp}, as DIR/NAME")
    .option("-k, --keep-order", "print in the order of the inputs")
    .option("--tag", "begin each line of output with the input and a tab")
    .option("--quiet", "do not print the output of the programs")
    .option("--json", "JSON lines on stdout: one for each task, and a summary")
    .option("--joblog <file>", "write a line for each try, with the columns of GNU parallel")
    .option("--output-limit <size>", "keep only the last 500K, 16M, … of the output of a try (default: all)");
}

function addDecisionOptions(command: Command): void {
  command
    .optionsGroup("How to decide:")
    .addOption(
      new Option("--seed <n>", "repeat the decisions and {seed} of a run (default: a fresh one)").argParser(
        wholeNumber("--seed", 0),
      ),
    )
    .option("--policy <name>", "NAME[:option=value,…]; help lists all", DEFAULT_POLICY)
    .option("--cutoffs <set>", "auto | LOW..HIGH | LIST | log:FROM:TO:COUNT, with times such as 2s", "auto");
  addRetryOptions(command, "retry")
    .option("--explore <share>", "leave this share of the tries uncut, so that analyze can judge the journal")
    .option("--reward <source>", "exit | last-number | regex:PATTERN | json:FIELD, in [0, 1]", "exit")
    .option("--reward-range <low..high>", "the range of --reward, if not [0, 1]: LOW is worth 0, HIGH 1");
}

async function run(words: string[], given: Options, command: Command): Promise<void> {
  refuseWindows("run");
  refuseScheduleOfPlanner(command, given);
  const cluster = wantsCluster(given) ? await import("../cluster/run-remotely.ts") : undefined;
  const seed = seedOfRun(given.seed, given.state);
  const options = { ...given, seed, elsewhere: cluster !== undefined };
  const plan = await readRunPlan(words, options);
  refuseContradictions(options);
  if (options.dryRun) return dryRun(plan, given.state);
  if (cluster === undefined) checkTemporaryFolder();
  if (options.out !== undefined) makeFolder(options.out);
  const outputs = options.results === undefined ? undefined : openOutputs(options.results, { lasting: true });
  const { until, halt } = plan;
  const session = startSession(process.argv.slice(2), tasksToDo(plan), plan.hideInput);
  const inputs = runInputs(plan);
  const archive = await openArchive(options.state, plan.header, outputs, { session, inputs });
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const notice = sayOnceEach();
  if (plan.mistake !== undefined) notice("mistake", plan.mistake);
  for (const text of archive.notices) notice(text, text);
  const state = await openRunState(plan, archive, notice);
  const { json = false, quiet = false, keepOrder = false, tag = false } = options;
  const reporter = programReporter(state, { json, quiet, keepOrder, tag });
  let joblog: Joblog | undefined;
  const idleMs = idleTime(wallMs);
  const line = liveLine((width) => runLiveText(state, plan.until, { wallMs: wallMs(), width, idleMs }));
  const stopControl =
    cluster === undefined ? programStopControl(plan.budgetMs) : cluster.remoteStopControl(plan.budgetMs);
  const context = { state, archive, reporter, stopControl, until, halt };
  const { policy } = plan.setup;
  const speeds = cluster === undefined ? undefined : new cluster.WorkerSpeeds();
  try {
    try {
      const resumes = archive.trials.length > 0;
      if (options.joblog !== undefined) joblog = openJoblog(options.joblog, plan, { resumes });
      const executes = async (executor: TrialExecutor, jobs: number | Capacity) => {
        try {
          const log: Joblog["log"] = (task, trial, result) => {
            plan.silence?.learn(trial);
            joblog?.log(task, trial, result);
          };
          await runTrials(context, taskScheduler(context, { policy, executor, jobs, seed, log }));
        } finally {
          await executor.close();
        }
      };
      if ("hurry" in stopControl) {
        await executes(openProgramExecutor(plan, stopControl, notice), plan.jobs);
      } else {
        await cluster!.withRedisErrors(async () => {
          const remote = await cluster!.openRemotePrograms(plan, options, { state, stopControl });
          const executor = cluster!.remoteProgramExecutor(remote, plan, { notice, speeds: speeds! });
          await executes(executor, remote.jobs);
        });
      }
      // A repetition of a command without inputs is not a task before it is tried.
      await reportRest(state, reporter, ({ input, last }) => input !== null || last !== undefined);
      reporter.flush();
      await reporter.written();
    } finally {
      line.stop();
    }
    sayEnd(state, stopControl.reason, { ...options, plan, wallMs: wallMs(), speeds });
  } finally {
    stopControl.release();
    joblog?.close();
    await archive.close();
  }
}

/** Returns the number of tasks of a run; Infinity if only a limit or Ctrl-C ends it. */
function tasksToDo({ until, inputs, repeat }: RunPlan): number {
  return until ?? inputs?.length ?? (repeat ? Infinity : 1);
}

function refuseContradictions({ tag, json, quiet }: Options): void {
  if (tag && (json || quiet)) {
    throw new UsageError("--tag: must not be used with --json or --quiet, which print no output");
  }
}

/** Prints the summary, as JSON or as a table on standard error, and sets the exit code. */
function sayEnd(
  state: RunState,
  reason: StopReason,
  options: RunCommandOptions &
    Options & { readonly plan: RunPlan; readonly wallMs: number; readonly speeds: WorkerSpeeds | undefined },
): void {
  const { plan, json, seed, wallMs, speeds } = options;
  const { until } = plan;
  const differing = speeds?.notice();
  if (differing !== undefined) say(differing);
  const workers = speeds === undefined ? {} : { workers: speeds.all() };
  if (json) printJsonLine({ ...summaryLine(state, reason, { seed, wallMs }), ...workers });
  else process.stderr.write(runText(state, reason, { until, seed, wallMs }));
  process.exitCode = exitCodeFor(reason, isReached(state, plan, reason === "budget"));
}
