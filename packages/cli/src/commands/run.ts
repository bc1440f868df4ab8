import { policies } from "@mulligan/core/policies";
import { type Command, Option } from "commander";
import { decisionsFigure, type TriedCutoff } from "../figures/decisions-figure.ts";
import { checkFigurePlace } from "../figures/figure-place.ts";
import { openJournal, tornNotice } from "../journal/journal.ts";
import type { Trial } from "../journal/trial-line.ts";
import { startGuardian } from "../processes/guardian.ts";
import { openPipes } from "../processes/pipes.ts";
import { startWorkClock } from "../processes/work-clock.ts";
import { HOPELESS_AFTER } from "../run/hopeless.ts";
import { liveText } from "../run/live-text.ts";
import { type RunWords, readPlan } from "../run/plan.ts";
import { play, type RunState } from "../run/play.ts";
import { runText, summaryLine, taskLine } from "../run/report.ts";
import { openResults } from "../run/results.ts";
import { type StopReason, startStopping } from "../run/stopping.ts";
import { exitCode } from "../shell/exit-code.ts";
import { printJsonLine } from "../shell/json.ts";
import { repeated, wholeNumber } from "../shell/number-option.ts";
import { progressLine } from "../shell/progress.ts";
import { say } from "../shell/say.ts";
import { givenUpEarly } from "../tasks/given-up-early.ts";
import { addRetryOptions } from "../tasks/retry-options.ts";

const HELP = `
A command is started without a shell. {seed} in its arguments becomes a fresh number for each try, {input}
the input of the task; --arm is split into words at spaces, with '…', "…" and \\ as in a shell, and nothing
else of one. Inputs stand after :::, in --inputs FILE, or, if a command has {input}, on standard input, which
a command itself does not get. A cut is SIGTERM to the whole process group, and SIGKILL after the grace.

A task is tried again until it is solved. Without --max-restarts it is given up, and the exit code is 1, when ${HOPELESS_AFTER}
tries ended by themselves without a success, or ten times as many as a success took so far on average, whichever
is more. A program that cannot be started ends the run at once with code 2. SIGINT, SIGTERM and SIGHUP end it with 130.

Examples:
  mulligan run --until 20 -- bash -c 'RANDOM=$0; sleep 0.0$((RANDOM % 90 + 10))' {seed}
  mulligan run --success 10 --state uf.journal --results found \\
    --arm minisat='minisat -rnd-init -rnd-seed={seed} {input}' --arm picosat='picosat -s {seed} {input}' \\
    ::: *.cnf

Policies: ${policies.map(({ name }) => name).join(", ")}`;

/** Measured with the fake solver: 1.06 of the best fixed cutoff known afterwards (bench/run/virtual.mjs). */
const DEFAULT_POLICY = "km-ts:patience=2";

/** Processes at a time; no machine has room for more. */
const MAX_JOBS = 10_000;

/** Of the live line, while a trial takes long. */
const REFRESH_MS = 250;

interface Options extends RunWords {
  readonly results?: string;
  readonly state?: string;
  readonly json?: true;
  readonly svg?: string;
}

export function register(program: Command): void {
  // What follows the command is the command's own, whatever it looks like.
  program.enablePositionalOptions();
  addRetryOptions(program.command("run"), "retry")
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
    .addOption(new Option("--until <n>", "stop after so many successes").argParser(wholeNumber("--until", 1)))
    .addOption(
      new Option("--jobs <n>", "tries at a time").argParser(wholeNumber("--jobs", 1, MAX_JOBS)).default(1),
    )
    .option("--success <codes>", "exit codes that mean success", "0")
    .option("--reward <source>", "exit | last-number | regex:PATTERN | json:FIELD, in [0, 1]", "exit")
    .option("--grace <time>", "from SIGTERM to SIGKILL", "1s")
    .option("--results <dir>", "keep the output of the run that solved each task")
    .option("--state <file>", "a journal; the next run resumes and keeps what was learned")
    .addOption(
      new Option("--seed <n>", "same seed, same decisions for same times")
        .argParser(wholeNumber("--seed", 0))
        .default(1),
    )
    .option("--svg <file>", "draw which cutoffs were tried, over time")
    .option("--json", "JSON lines on stdout: one a task, and a summary")
    .addHelpText("after", HELP)
    .action(run);
}

async function run(words: string[], options: Options): Promise<void> {
  if (options.svg !== undefined) checkFigurePlace(options.svg);
  const plan = readPlan(words, options);
  const results = options.results === undefined ? undefined : openResults(options.results);
  const journal = options.state === undefined ? undefined : await openJournal(options.state, plan.header);
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const line = progressLine();
  const notice = onceEach((text) => {
    line.clear();
    say(text);
  });
  if (plan.mistake !== undefined) notice("mistake", plan.mistake);
  if (journal?.torn !== undefined) notice("torn", tornNotice(options.state!, journal.torn));
  const arms = plan.programs.map(({ name }) => name);
  const guardian = startGuardian();
  const pipes = openPipes(guardian.folder);
  const workClock = startWorkClock();
  const stopping = startStopping(plan.budgetMs);
  const tried: TriedCutoff[] = [];
  let show = () => {};
  const clock = setInterval(() => show(), REFRESH_MS).unref();
  try {
    const state = await play({
      plan,
      guardian,
      clock: workClock,
      pipes,
      stopping,
      journal,
      results,
      notice,
      onTrial(now, trial) {
        if (options.svg !== undefined && trial !== undefined) tried.push(pointOf(trial, now.timeMs, arms));
        show = () => line.update(() => liveText(now, plan.until, wallMs()));
        show();
      },
      onTask(task) {
        if (!options.json) return;
        line.clear();
        printJsonLine(taskLine(task, arms));
      },
    });
    line.clear();
    const ended = state.endedToSolve + state.failuresInRow;
    const early = givenUpEarly(options, DEFAULT_POLICY, { made: state.tries, ended });
    if (early !== undefined && stopping.reason === "done") notice("early", early);
    if (options.json) printJsonLine(summaryLine(state, stopping.reason, wallMs()));
    else process.stdout.write(runText(state, stopping.reason, { until: plan.until, wallMs: wallMs() }));
    process.exitCode = codeOf(stopping.reason, state, plan.until);
    if (options.svg !== undefined) {
      const { writeFigure } = await import("../figures/write-figure.ts");
      await writeFigure(options.svg, decisionsFigure(tried, "ms"));
    }
  } finally {
    clearInterval(clock);
    line.clear();
    stopping.release();
    workClock.release();
    guardian.dismiss();
    pipes.close();
    await journal?.close();
  }
}

function pointOf({ arm, cutoff, outcome }: Trial, at: number, arms: readonly string[]): TriedCutoff {
  return { at, arm: arms[arm], cutoff, solved: outcome.kind === "completed" && outcome.reward > 0 };
}

function codeOf(reason: StopReason, state: RunState, until: number | undefined): number {
  if (reason === "interrupted") return exitCode.interrupted;
  // The budget may end while the last program that won is still being cleared away.
  if (until === undefined ? state.solved === state.tasks.total : state.solved >= until) return exitCode.done;
  if (reason === "budget") {
    // With nothing else to come to, the end of the budget is the end of the work.
    return until === undefined && state.tasks.total === Infinity ? exitCode.done : exitCode.budget;
  }
  return exitCode.unsolved;
}

function onceEach(say: (text: string) => void): (key: string, text: string) => void {
  const said = new Set<string>();
  return (key, text) => {
    if (said.has(key)) return;
    said.add(key);
    say(text);
  };
}
