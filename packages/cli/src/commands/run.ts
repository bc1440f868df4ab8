import { policies } from "@mulligan/core/policies";
import { type Command, Option } from "commander";
import { decisionsFigure } from "../figures/decisions-figure.ts";
import { checkFigurePlace } from "../figures/figure-place.ts";
import { openArchive } from "../journal/archive.ts";
import { openOutputs } from "../journal/outputs.ts";
import { liveText } from "../run/live-text.ts";
import { type RunWords, readPlan } from "../run/plan.ts";
import { openStage } from "../run/program-stage.ts";
import { isReached, openRunBook, type RunBook } from "../run/run-book.ts";
import { stopPrograms } from "../run/stopping.ts";
import { runText } from "../run/text.ts";
import { printJsonLine } from "../shell/json.ts";
import { repeated, wholeNumber } from "../shell/number-option.ts";
import { sayOnceEach } from "../shell/once-each.ts";
import { liveLine } from "../shell/progress.ts";
import { say } from "../shell/say.ts";
import { codeOf } from "../tasks/code-of.ts";
import { givenUpEarly } from "../tasks/given-up-early.ts";
import { HOPELESS_AFTER } from "../tasks/hopeless.ts";
import { summaryLine } from "../tasks/lines.ts";
import { addRetryOptions } from "../tasks/retry-options.ts";
import { jsonVoice } from "../tasks/settle.ts";
import type { StopReason } from "../tasks/stopping.ts";
import { workThrough } from "../tasks/work-through.ts";

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
  const plan = await readPlan(words, options);
  const outputs = options.results === undefined ? undefined : openOutputs(options.results, { lasting: true });
  const archive = await openArchive(options.state, plan.header, outputs);
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const notice = sayOnceEach();
  if (plan.mistake !== undefined) notice("mistake", plan.mistake);
  if (archive.notice !== undefined) notice("torn", archive.notice);
  const book = await openRunBook(plan, archive, { draws: options.svg !== undefined, notice });
  const stopping = stopPrograms(plan.budgetMs);
  const stage = openStage(plan, stopping, notice);
  try {
    const line = liveLine(() => liveText(book, plan.until, wallMs()));
    try {
      await workThrough({
        book,
        policy: plan.decider.policy,
        archive,
        voice: options.json ? jsonVoice(book) : () => {},
        stopping,
        jobs: plan.jobs,
        until: plan.until,
        attempt: stage.attempt,
      });
    } finally {
      line.stop();
    }
    await sayEnd(book, stopping.reason, options, wallMs());
  } finally {
    stopping.release();
    stage.close();
    await archive.close();
  }
}

/** What the run came to, on stdout, as an exit code and in the figure. */
async function sayEnd(book: RunBook, reason: StopReason, options: Options, wallMs: number): Promise<void> {
  const { until, json, svg } = options;
  const ended = book.endedToSolve + book.failuresInRow;
  const early = givenUpEarly(options, DEFAULT_POLICY, { made: book.trials, ended });
  if (early !== undefined && reason === "done") say(early);
  if (json) printJsonLine(summaryLine(book, reason, wallMs));
  else process.stdout.write(runText(book, reason, { until, wallMs }));
  process.exitCode = codeOf(reason, isReached(book, until, reason === "budget"));
  if (svg !== undefined) {
    const { writeFigure } = await import("../figures/write-figure.ts");
    await writeFigure(svg, decisionsFigure(book.points, "ms"));
  }
}
