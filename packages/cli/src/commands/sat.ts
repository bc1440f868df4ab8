import { availableParallelism } from "node:os";
import { heuristicNames } from "@mulligan/sat";
import { type Command, Option } from "commander";
import { decisionsFigure } from "../figures/decisions-figure.ts";
import { checkFigurePlace } from "../figures/figure-place.ts";
import { type Journal, openJournal, tornNotice } from "../journal/journal.ts";
import type { Trial } from "../journal/trial-line.ts";
import { findFiles } from "../sat/find-files.ts";
import { liveText } from "../sat/live-text.ts";
import { readPlan, type SatWords } from "../sat/plan.ts";
import { resume } from "../sat/resume.ts";
import { openSolutions } from "../sat/solutions.ts";
import { solveFiles } from "../sat/solve-files.ts";
import { watchForStop } from "../sat/stopping.ts";
import { newTally, sumOf } from "../sat/tally.ts";
import { isOver, listTasks, reopen, type SatTask } from "../sat/tasks.ts";
import { forCompetition, forPeople, forPrograms } from "../sat/voices.ts";
import { exitCode } from "../shell/exit-code.ts";
import { repeated, wholeNumber } from "../shell/number-option.ts";
import { progressLine } from "../shell/progress.ts";
import { say } from "../shell/say.ts";
import { UsageError } from "../shell/usage-error.ts";
import { givenUpEarly } from "../tasks/given-up-early.ts";
import { addRetryOptions } from "../tasks/retry-options.ts";
import type { AskedBy } from "../tasks/stop-asked.ts";
import { MAX_THREADS } from "../threads/open-pool.ts";

const EXAMPLES = `
One file speaks the SAT competition's output: s SATISFIABLE and v lines with exit code 10, or s UNKNOWN.
A folder, or several files: a line an instance and a summary.

Examples:
  printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' > tiny.cnf; mulligan sat tiny.cnf
  mulligan sat instances/ --arm rnovelty:noise=0.5 --arm probsat --solutions models --budget 5m
  mulligan sat instances/ --policy fixed:cutoff=100 --schedule luby --seed 1 --jobs 1 --json

Heuristics: ${heuristicNames.join(", ")}, with :noise=, :walk= and :tenure=`;

/**
 * Measured on the SATLIB halves and on a folder of small and large formulas (bench/cli/sat.mjs), in flips of the
 * best Luby base: this 1.0, 1.0 and 1.2, km-ucb 1.1, 1.1 and 1.3, km-ts without options 1.5, 1.3 and 1.0.
 */
const DEFAULT_POLICY = "km-ts:tasks=family,patience=3";

interface Options extends SatWords {
  readonly jobs: number;
  readonly solutions?: string;
  readonly state?: string;
  readonly json?: true;
  readonly svg?: string;
}

export function register(program: Command): void {
  addRetryOptions(program.command("sat"), "retry", "file")
    .argument("<path...>", "DIMACS files, plain or gzip, or folders; - for standard input")
    .description("solve DIMACS files with WalkSAT under learned restarts")
    .addOption(
      new Option(
        "--arm <name>",
        "a heuristic, NAME[:noise=0.5,…]; may be repeated (default: rnovelty:noise=0.5)",
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

async function sat(paths: string[], options: Options): Promise<void> {
  if (options.svg !== undefined) checkFigurePlace(options.svg);
  const plan = readPlan(options);
  const { names, budget } = plan;
  const { files, single } = findFiles(paths);
  if (options.state !== undefined && files.includes("-")) {
    throw new UsageError("--state: must go with files, got -: standard input is another formula each time");
  }
  const solutions =
    options.solutions === undefined
      ? undefined
      : openSolutions(options.solutions, files, { lasting: options.state !== undefined });
  const competition = single && !options.json;
  const voice = options.json ? forPrograms(names) : competition ? forCompetition : forPeople(names);
  const tasks = listTasks(files);
  const journal = options.state === undefined ? undefined : await openJournal(options.state, plan.header);
  if (journal?.torn !== undefined) {
    say(tornNotice(options.state!, journal.torn));
  }

  const began = performance.now();
  const line = progressLine();
  const tally = newTally(names, { draw: options.svg !== undefined });
  const told = new Set<SatTask>();
  let model: readonly number[] | undefined;
  const tell = (task: SatTask) => {
    told.add(task);
    line.clear();
    if (task.problem !== undefined) say(task.problem);
    voice.task(task, model);
  };

  resume(journal?.trials ?? [], tasks, plan.decisions, tally.add);
  for (const task of tasks) {
    // A model that is asked for and not there must be found again; it is solved once all the same.
    if (task.solved && (competition || solutions?.has(task.file) === false)) {
      tally.arms[task.arm].solved -= 1;
      reopen(task);
    }
    if (isOver(task, plan.maxAttempts)) told.add(task);
  }
  const earlier = { tasks: told.size, tries: tasks.reduce((sum, task) => sum + task.tries, 0) };
  const earlierFlips = sumOf(tally.arms, "time");
  const stopping = watchForStop(budget.ms);
  try {
    await solveFiles({
      tasks,
      arms: plan.arms,
      decisions: plan.decisions,
      maxAttempts: plan.maxAttempts,
      budget: budget.flips,
      jobs: options.jobs,
      seed: options.seed,
      earlier: journal?.trials.length ?? 0,
      models: single || solutions !== undefined,
      stop: stopping.flag,
      keep: journal && ((trials) => keepAll(journal, trials)),
      onTry(trial) {
        tally.add(trial);
        line.update(() =>
          liveText(tally, {
            done: told.size - earlier.tasks,
            total: files.length - earlier.tasks,
            earlierFlips,
            wallMs: performance.now() - began,
          }),
        );
      },
      onModel(task, literals) {
        if (single) model = literals;
        return solutions?.save(task.file, literals);
      },
      onTask: tell,
    });
    // Stopped before their turn came, or between two tries.
    for (const task of tasks) if (!told.has(task) && (options.json || task.tries > 0)) tell(task);
  } finally {
    line.clear();
    stopping.release();
    await journal?.close();
  }
  const [made, ended] = [sumOf(tally.arms, "tries"), sumOf(tally.arms, "solved")];
  const early = givenUpEarly(options, DEFAULT_POLICY, { made, ended });
  if (early !== undefined && stopping.reason() === undefined) say(early);
  voice.end({
    tasks,
    arms: tally.arms,
    earlier,
    stoppedBy: stopping.reason(),
    wallMs: performance.now() - began,
    model,
  });
  if (options.svg !== undefined) {
    const { writeFigure } = await import("../figures/write-figure.ts");
    await writeFigure(options.svg, decisionsFigure(tally.points, "flips"));
  }
  process.exitCode = codeOf(tasks, stopping.reason(), single);
}

/** Resolves when all of them are on the disk. */
async function keepAll(journal: Journal, trials: readonly Trial[]): Promise<void> {
  await Promise.all(trials.map((trial) => journal.append(trial)));
}

function codeOf(tasks: readonly SatTask[], reason: AskedBy | undefined, single: boolean): number {
  if (tasks.some((task) => task.problem !== undefined)) return exitCode.usage;
  const all = tasks.every((task) => task.solved);
  if (reason === "interrupted") return exitCode.interrupted;
  if (single) return all ? exitCode.satisfiable : exitCode.done;
  if (all) return exitCode.done;
  return reason === "budget" ? exitCode.budget : exitCode.unsolved;
}
