import { availableParallelism } from "node:os";
import { heuristicNames } from "@mulligan/sat";
import { type Command, Option } from "commander";
import { addClusterOptions, type RedisWords, wantsCluster } from "../cluster/redis-options.ts";
import { decisionsFigure } from "../figures/decisions-figure.ts";
import { checkFigurePlace } from "../figures/write-figure.ts";
import { type Archive, openArchive } from "../journal/archive.ts";
import { type Outputs, openOutputs } from "../journal/outputs.ts";
import { DEFAULT_ARMS } from "../sat/competition.ts";
import { findFiles, readOnce } from "../sat/find-files.ts";
import { liveText } from "../sat/live-text.ts";
import { DEFAULT_POLICY, readPlan, type SatPlan, type SatWords } from "../sat/plan.ts";
import { openSatBook } from "../sat/sat-book.ts";
import { checkNames } from "../sat/solution-name.ts";
import { solveFiles } from "../sat/solve-files.ts";
import { stopWalks } from "../sat/stopping.ts";
import { competitionText, modelLine, summaryText, taskText } from "../sat/text.ts";
import { exitCode } from "../shell/exit.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { printJsonLine, printParts, printSoon, say } from "../shell/output.ts";
import { liveLine } from "../shell/terminal.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { Book } from "../tasks/book.ts";
import { codeOf } from "../tasks/code-of.ts";
import { addCutoffOptions } from "../tasks/cutoff-options.ts";
import { givenUpEarly } from "../tasks/giving-up.ts";
import { summaryLine, taskLine } from "../tasks/lines.ts";
import { addRetryOptions } from "../tasks/retry-options.ts";
import { jsonVoice, tellRest, type Voice } from "../tasks/settle.ts";
import type { StopReason } from "../tasks/stopping.ts";
import { MAX_THREADS } from "../threads/open-pool.ts";

const EXAMPLES = `
One file speaks the SAT competition's output: s SATISFIABLE and v lines with exit code 10, or s UNKNOWN.
A folder, or several files: a line an instance and a summary.

Examples:
  printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' > tiny.cnf; mulligan sat tiny.cnf
  mulligan sat instances/ --arm rnovelty:noise=0.5 --arm probsat --solutions models --budget 5m
  mulligan sat instances/ --policy fixed:cutoff=100 --schedule luby --seed 1 --jobs 1 --json

Heuristics: ${heuristicNames.join(", ")}, with :noise=, :walk= and :tenure=
Without --arm these compete: ${DEFAULT_ARMS.join(", ")}`;

interface Options extends SatWords, RedisWords {
  readonly runName?: string;
  readonly jobs: number;
  readonly solutions?: string;
  readonly state?: string;
  readonly json?: true;
  readonly svg?: string;
}

/** What a run has when it is about to begin. */
interface ReadySat {
  readonly plan: SatPlan;
  readonly book: Book;
  readonly archive: Archive;
  readonly voice: Voice;
  /** Files that could be read once only, and were. */
  readonly given: ReadonlyMap<string, Uint8Array>;
  /** Whether the tasks are to have their models. */
  readonly models: boolean;
}

export function register(program: Command): void {
  addClusterOptions(
    addCutoffOptions(addRetryOptions(program.command("sat"), "retry", "file"), "flips", "file"),
  )
    .argument("<path...>", "DIMACS files, plain or gzip, or folders; - for standard input")
    .description("solve DIMACS files with WalkSAT under learned restarts")
    .addOption(
      new Option(
        "--arm <name>",
        "a heuristic, NAME[:noise=0.5,…]; may be repeated (default: several that compete)",
      ).argParser(repeated),
    )
    .option("--policy <name>", "NAME[:option=value,…]", DEFAULT_POLICY)
    .option("--cutoffs <set>", "in flips: auto | LIST | log:FROM:TO:COUNT | LOW..HIGH", "auto")
    .option("--budget <time>", "a duration such as 5m, or a number of flips")
    .addOption(
      new Option("--jobs <n>", "worker threads")
        .argParser(wholeNumber("--jobs", 1, MAX_THREADS))
        .default(availableParallelism(), "all cores"),
    )
    .addOption(
      new Option("--seed <n>", "same seed, same run, with --jobs 1")
        .argParser(wholeNumber("--seed", 0))
        .default(1),
    )
    .option("--state <file>", "a journal; the next run resumes and keeps what was learned")
    .option("--solutions <dir>", "write each model as DIR/NAME.sol")
    .option("--svg <file>", "draw which cutoffs were tried, over time")
    .option("--json", "JSON lines on stdout: one a file, and a summary")
    .addHelpText("after", EXAMPLES)
    .action(sat);
}

async function sat(paths: string[], said: Options, command: Command): Promise<void> {
  if (said.svg !== undefined) checkFigurePlace(said.svg);
  const cluster = wantsCluster(said) ? await import("../cluster/solve-remotely.ts") : undefined;
  const options = cluster === undefined ? said : cluster.clusterWords(said, command);
  const plan = readPlan(options);
  const { files, single } = findFiles(paths);
  const outputs = outputsOf(files, options);
  const given = await readOnce(files);
  const place = await cluster?.reachCluster(said);
  const archive = await openArchive(options.state, plan.header, outputs);
  if (archive.notice !== undefined) say(archive.notice);
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const competition = single && !options.json;
  const book = await openSatBook(files, plan, archive, {
    draws: options.svg !== undefined,
    tells: competition,
  });
  const later: Iterable<string>[] = [];
  const voice = voiceOf(book, { json: options.json === true, competition, later });
  const line = liveLine(() => liveText(book, wallMs()));
  const ready = { plan, book, archive, voice, given, models: single };
  let reason: StopReason;
  try {
    reason =
      cluster === undefined || place === undefined
        ? await solveHere(ready, options)
        : await cluster.solveRemotely({ ...ready, place, files, words: options });
    // Stopped before their turn came, or between two trials.
    tellRest(book, voice, ({ trials }) => options.json === true || trials > 0);
  } finally {
    line.stop();
    await archive.close();
  }
  // Before it is said: who reads it may leave in the middle.
  process.exitCode = satCode(book, reason, single);
  for (const line of later) await printParts(line);
  await sayEnd(book, reason, options, { competition, wallMs: wallMs() });
}

/** Solves in threads of this process; resolves to why it ended. */
async function solveHere(ready: ReadySat, { jobs, seed }: Options): Promise<StopReason> {
  const { plan, ...rest } = ready;
  const stopping = stopWalks(plan.budget.ms);
  try {
    const { arms, decisions, races } = plan;
    await solveFiles({ ...rest, arms, decisions, races, budget: plan.budget.flips, jobs, seed, stopping });
    return stopping.reason;
  } finally {
    stopping.release();
  }
}

/** Where models go; a journal's must be as lasting as what it says of them. */
function outputsOf(files: readonly string[], { state, solutions }: Options): Outputs | undefined {
  if (state !== undefined && files.includes("-")) {
    throw new UsageError("--state: must go with files, got -: standard input is another formula each time");
  }
  if (solutions === undefined) return undefined;
  checkNames(files);
  return openOutputs(solutions, { lasting: state !== undefined });
}

/** The line with the model of a single file is left for `later`: it may be long, and to be printed in parts. */
function voiceOf(
  book: Book,
  { json, competition, later }: { json: boolean; competition: boolean; later: Iterable<string>[] },
): Voice {
  const say = jsonVoice(book);
  if (json) {
    return (task) => {
      if (task.model === undefined) say(task);
      else later.push(modelLine(taskLine(task, book), task.model));
    };
  }
  return competition ? () => {} : (task) => printSoon(taskText(task, book));
}

/** What the run came to, on stdout and in the figure. */
async function sayEnd(
  book: Book,
  reason: StopReason,
  options: Options,
  { competition, wallMs }: { readonly competition: boolean; readonly wallMs: number },
): Promise<void> {
  const ended = book.arms.reduce((sum, arm) => sum + arm.totals().solved, 0);
  const early = givenUpEarly(options, DEFAULT_POLICY, { made: book.trials, ended });
  if (early !== undefined && reason === "done") say(early);
  if (options.json) printJsonLine(summaryLine(book, reason));
  else await printParts(competition ? competitionText(book.tasks.all[0]) : [summaryText(book, wallMs)]);
  if (options.svg !== undefined) {
    const { writeFigure } = await import("../figures/write-figure.ts");
    await writeFigure(options.svg, decisionsFigure(book.points, "flips"));
  }
}

/** One file has the codes of the SAT competition. */
function satCode({ tasks, solved }: Book, reason: StopReason, single: boolean): number {
  if (tasks.all.some(({ problem }) => problem !== undefined)) return exitCode.usage;
  const reached = solved === tasks.total;
  if (!single || reason === "interrupted") return codeOf(reason, reached);
  return reached ? exitCode.satisfiable : exitCode.done;
}
