import { policies } from "@mulligan/core/policies";
import type { Trial } from "@mulligan/core/problem";
import { type Command, Option } from "commander";
import { addClusterOptions, type ClusterOptions, wantsCluster } from "../cluster/redis-options.ts";
import type { WorkerSpeeds } from "../cluster/worker-speeds.ts";
import { decisionsFigure } from "../figures/decisions-figure.ts";
import { checkFigurePlace } from "../figures/write-figure.ts";
import { type Archive, openArchive, openOutputs } from "../journal/archive.ts";
import { checkTemporaryFolder } from "../processes/watchdog.ts";
import { reportedTry, withHistory } from "../report/tries.ts";
import { openProgramExecutor, programStopControl } from "../run/executor.ts";
import type { Notify } from "../run/outcome.ts";
import { type RunCommandOptions, type RunPlan, readJobs, readRunPlan } from "../run/plan.ts";
import { runLiveText, runText } from "../run/text.ts";
import { makeFolder } from "../shell/files.ts";
import { allowedJobs, FILES_OF_PROGRAM } from "../shell/open-files.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { printJsonLine, say, sayOnceEach } from "../shell/output.ts";
import { liveLine } from "../shell/terminal.ts";
import { UsageError } from "../shell/usage-error.ts";
import { tallyArm } from "../tasks/arm-tally.ts";
import { givenUpEarly, HOPELESS_AFTER, LEAST_ALIKE } from "../tasks/giving-up.ts";
import { summaryLine } from "../tasks/lines.ts";
import { type Capacity, reportRest, runTrials } from "../tasks/loop.ts";
import { addCutoffOptions, addRetryOptions, refuseScheduleOfPlanner } from "../tasks/policy-options.ts";
import { programReporter } from "../tasks/reporter.ts";
import { RunState, resume } from "../tasks/run-state.ts";
import { exitCodeFor, type StopReason } from "../tasks/stop-control.ts";
import { listTasks } from "../tasks/task-list.ts";
import { type TrialExecutor, taskScheduler } from "../tasks/task-scheduler.ts";

/** The state of a run at its start: the tasks of the plan, with what the archive knows of them. */
export async function openRunState(
  plan: RunPlan,
  { trials, outputs }: Archive,
  { draws, notice }: { readonly draws: boolean; readonly notice: Notify },
): Promise<RunState> {
  const { setup, givesUp, repeats, findsBroken, silence, unit, clock, timeoutMs: timeout } = plan;
  const { maxAttempts, maxCounted, mode } = setup;
  const kind = { repeats, abandons: mode === "abandon" };
  const arms = plan.programs.map(({ name }) => tallyArm(name, setup.schedule, kind));
  const limits = { maxAttempts, maxCounted, timeout, limitsTime: clock?.isTime !== false };
  const rules = { unit, draws, givesUp, findsBroken, ...limits };
  const state = new RunState(listTasks(plan.inputs, plan.repeat), arms, rules);
  let lost = 0;
  await resume(state, trials, {
    relearn(trial) {
      setup.relearn(trial);
      silence?.learn(trial);
    },
    isLost({ last }) {
      if (last?.result === undefined || outputs?.has(last.result) === false) lost += 1;
      // A program may have done more than print, so it is not run again unasked.
      return false;
    },
  });
  // Only this run is drawn.
  state.points.length = 0;
  if (outputs !== undefined && lost > 0) {
    notice(
      "results",
      `${outputs.folder} has no output of ${lost} of the tasks that were solved before; without --state they are run again`,
    );
  }
  return state;
}

/** Whether the run did all that was asked for. Endless repetitions are done when the budget is spent. */
export function isReached(
  { solved, tasks }: RunState,
  until: number | undefined,
  budgetSpent: boolean,
): boolean {
  if (until !== undefined) return solved >= until;
  return solved === tasks.total || (budgetSpent && tasks.total === Infinity);
}

const HELP = `
A command is started without a shell; --arm is split into words at spaces, with '…', "…" and \\ as in a shell, and
nothing else of one. In its arguments {seed} becomes a fresh number for each try, {} or {input} the input of the task,
{.} the same without its ending, {/} without its folder, {//} its folder, {/.} neither folder nor ending, {#} its number,
{arm} the name of the arm, and {tmp} a new folder for each try, which is removed after it. Inputs stand after :::, in
--inputs FILE, or, if a command has a place for them, on standard input, which a command itself does not get.
A cut is SIGTERM to the whole process group, and SIGKILL after the grace.

As with GNU parallel, what the try that solved a task wrote is printed when the task is done, whole and not mixed with
that of others: standard output to standard output, standard error to standard error, where the table at the end goes
too. With --json there are JSON lines on standard output, and nothing of what the programs write.

A task is tried again until it is solved. One that has had thirty times as much time as solved ones took, or four tries
while none is solved, waits for those that had no try or less time.

A task is given up, and the exit code is 1, when
- ${LEAST_ALIKE} tries in a row, or more if other inputs fail too, failed alike (same exit code, similar time) while other inputs
  succeeded, if none ever did after such a failure, and there is one command, with {input} and without {seed};
- ${HOPELESS_AFTER} tries failed, or ten times as many as a success took so far on average, if that is more;
- its tries took 1,000 times as long as those of a solved task on average, and at least an hour.
--retries N, or --max-restarts N, replaces the first two; --timeout TIME replaces the third, and also ends a try that
is under way. --retries counts tries that ended by themselves without success, --max-restarts also those that were cut.

--explore leaves a try uncut for as long as it takes, or up to HIGH of --cutoffs LOW..HIGH. A program that cannot be
started ends the run at once with code 2. SIGINT, SIGTERM and SIGHUP end it with 130.

Examples:
  mulligan run --until 20 -- bash -c 'RANDOM=$0; sleep 0.0$((RANDOM % 90 + 10))' {seed}
  mulligan run --success 10 --state uf.journal --results found \\
    --arm minisat='minisat -rnd-init -rnd-seed={seed} {input}' --arm picosat='picosat -s {seed} {input}' \\
    ::: *.cnf

Policies: ${policies.map(({ name }) => name).join(", ")}`;

/** Never far from the best, whatever the programs are like (docs/benchmarks/README.md, `npm run bench virtual`). */
const DEFAULT_POLICY = "hidden-types";

interface Options extends RunCommandOptions, ClusterOptions {
  readonly state?: string;
  readonly keepOrder?: true;
  readonly svg?: string;
  readonly report?: string;
}

export function register(program: Command): void {
  // What follows the command is the command's own, whatever it looks like.
  program.enablePositionalOptions();
  addClusterOptions(addCutoffOptions(addRetryOptions(program.command("run"), "retry"), "time", "task"))
    .description("wrap any randomised program; {seed}, {input}")
    .usage("[options] [--arm NAME=CMD]… [-- CMD ARG…] [::: INPUT…]")
    .argument("[words...]", "a command, ::: and inputs")
    .passThroughOptions()
    .addOption(
      new Option("--arm <name=cmd>", "a program to choose from; may be repeated").argParser(repeated),
    )
    .addOption(
      new Option("--inputs <file>", "one input a line; - for standard input; may be repeated").argParser(
        repeated,
      ),
    )
    .option("--policy <name>", "NAME[:option=value,…]", DEFAULT_POLICY)
    .option("--cutoffs <set>", "auto | LIST | log:FROM:TO:COUNT | LOW..HIGH, in ms or as 2s", "auto")
    .option("--budget <time>", "stop after this long: 250ms, 2s, 5m, 1h")
    .option("--timeout <time>", "give a task up when its tries have taken this long together")
    .addOption(new Option("--until <n>", "stop after so many successes").argParser(wholeNumber("--until", 1)))
    .addOption(
      new Option("-j, --jobs <n>", "tries at a time: a number, or a share of the cores such as 100%")
        .argParser(readJobs)
        .default(1),
    )
    .option(
      "--stdin-from <file>",
      "what a program reads as its standard input; {input} and the like stand for names",
    )
    .option("--success <codes>", "exit codes that mean success", "0")
    .option("--reward <source>", "exit | last-number | regex:PATTERN | json:FIELD, in [0, 1]", "exit")
    .option("--reward-range <low..high>", "what --reward may be, if not in [0, 1]: LOW is worth 0, HIGH 1")
    .option("--clock <source>", "what a try costs: wall | cpu | json:FIELD | regex:PATTERN", "wall")
    .option("--idle <time>", "cut a try that has printed nothing for so long; auto learns how long")
    .option("--grace <time>", "from SIGTERM to SIGKILL", "1s")
    .option("--keep-order", "tell of the tasks in the order of the inputs, not as they are done")
    .option("--quiet", "print nothing of what the programs write")
    .option("--out <dir>", "keep the files that the try that solved a task left in {tmp}, as DIR/NAME")
    .option("--results <dir>", "keep what the try that solved each task wrote, as NAME.out and NAME.err")
    .option("--output-limit <size>", "keep only the last 500K, 16M, … of what a try writes (default: all)")
    .option("--state <file>", "a journal; the next run resumes and keeps what was learned")
    .addOption(
      new Option("--seed <n>", "same seed, same decisions for same times")
        .argParser(wholeNumber("--seed", 0))
        .default(1),
    )
    .option("--svg <file>", "draw which cutoffs were tried, over time")
    .option("--report <file>", "write a page on the run: its tries, its arms, what was learned and saved")
    .option("--json", "JSON lines on stdout: one a task, and a summary")
    .addHelpText("after", HELP)
    .action(run);
}

async function run(words: string[], given: Options, command: Command): Promise<void> {
  refuseScheduleOfPlanner(command, given);
  for (const place of [given.svg, given.report]) if (place !== undefined) checkFigurePlace(place);
  const cluster = wantsCluster(given) ? await import("../cluster/run-remotely.ts") : undefined;
  const options = { ...given, elsewhere: cluster !== undefined };
  const plan = await readRunPlan(words, options);
  if (cluster === undefined) checkTemporaryFolder();
  if (plan.clock?.isTime === false && options.report !== undefined) {
    throw new UsageError("--report: must stand with --clock wall or cpu, since its axes are times");
  }
  if (options.out !== undefined) makeFolder(options.out);
  const outputs = options.results === undefined ? undefined : openOutputs(options.results, { lasting: true });
  const opened = await openArchive(options.state, plan.header, outputs);
  const remembered = options.report === undefined ? undefined : withHistory(opened);
  const archive = remembered ?? opened;
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const notice = sayOnceEach();
  if (plan.mistake !== undefined) notice("mistake", plan.mistake);
  for (const text of archive.notices) notice(text, text);
  const state = await openRunState(plan, archive, { draws: options.svg !== undefined, notice });
  const { json = false, quiet = false, keepOrder = false } = options;
  const reporter = programReporter(state, { json, quiet, keepOrder });
  const line = liveLine(() => runLiveText(state, plan.until, wallMs()));
  const stopControl =
    cluster === undefined ? programStopControl(plan.budgetMs) : cluster.remoteStopControl(plan.budgetMs);
  const context = { state, archive, reporter, stopControl, until: plan.until };
  const { policy } = plan.setup;
  const speeds = cluster === undefined ? undefined : new cluster.WorkerSpeeds();
  try {
    try {
      const executes = async (executor: TrialExecutor, jobs: number | Capacity) => {
        try {
          await runTrials(
            context,
            taskScheduler(context, { policy, executor, jobs, seed: plan.seed, learn: plan.silence?.learn }),
          );
        } finally {
          await executor.close();
        }
      };
      if ("hurry" in stopControl) {
        const jobs = allowedJobs(plan.jobs, FILES_OF_PROGRAM, say);
        await executes(openProgramExecutor(plan, stopControl, notice), jobs);
      } else {
        await cluster!.withRedisErrors(async () => {
          const remote = await cluster!.openRemotePrograms(plan, options, { state, stopControl });
          const executor = cluster!.remoteProgramExecutor(remote, plan, { notice, speeds: speeds! });
          await executes(executor, remote.jobs);
        });
      }
      // A repetition of a command without inputs is no task before it is tried.
      await reportRest(state, reporter, ({ input, last }) => input !== null || last !== undefined);
      reporter.flush();
      await reporter.written();
    } finally {
      line.stop();
    }
    await sayEnd(state, stopControl.reason, {
      ...options,
      unitName: plan.header.unit,
      wallMs: wallMs(),
      speeds,
    });
    if (remembered !== undefined) await report(options.report!, remembered.history, plan, wallMs());
  } finally {
    stopControl.release();
    await archive.close();
  }
}

async function report(
  path: string,
  trials: readonly Trial[],
  { programs, repeats, setup }: RunPlan,
  wallMs: number,
): Promise<void> {
  const { writeRunReport } = await import("../report/run-report.ts");
  const arms = programs.map(({ name }) => name);
  const kind = { repeats, abandons: setup.mode === "abandon" };
  await writeRunReport(path, { tries: trials.map((trial) => reportedTry(trial, arms)), kind, wallMs });
}

/** Prints the summary, as JSON or as a table on standard error, sets the exit code and draws the figure. */
async function sayEnd(
  state: RunState,
  reason: StopReason,
  options: Options & {
    readonly unitName: string;
    readonly wallMs: number;
    readonly speeds: WorkerSpeeds | undefined;
  },
): Promise<void> {
  const { until, json, svg, unitName, wallMs, speeds } = options;
  const early = givenUpEarly(options, DEFAULT_POLICY, { made: state.trials, ended: state.ended });
  if (early !== undefined && reason === "done") say(early);
  const differing = speeds?.notice();
  if (differing !== undefined) say(differing);
  const workers = speeds === undefined ? {} : { workers: speeds.all() };
  if (json) printJsonLine({ ...summaryLine(state, reason, wallMs), ...workers });
  else process.stderr.write(runText(state, reason, { until, wallMs }));
  process.exitCode = exitCodeFor(reason, isReached(state, until, reason === "budget"));
  if (svg !== undefined) {
    const { writeFigure } = await import("../figures/write-figure.ts");
    await writeFigure(svg, decisionsFigure(state.points, unitName));
  }
}
