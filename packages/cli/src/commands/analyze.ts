import { type ArmAnalysis, analyse, groupRuns, overallAdvice } from "@mulligan/core/analysis";
import { parseResetting } from "@mulligan/core/distributions";
import { movedNotice } from "@mulligan/core/problem";
import { type Command, Option } from "commander";
import type { TopLevelSpec } from "vega-lite";
import { linesToCopy } from "../analysis/lines-to-copy.ts";
import { checkGrouping, inUnit, parseLog } from "../analysis/parse-log.ts";
import { COLUMNS, type ColumnNames } from "../analysis/read-table.ts";
import { type AnalysisWords, analysisText, analysisWords } from "../analysis/text.ts";
import { analysisFigures } from "../figures/rate-figure.ts";
import { checkFigurePlace, writeFigure } from "../figures/write-figure.ts";
import { exitCode } from "../shell/exit.ts";
import { readBytes } from "../shell/files.ts";
import { oneOf, wholeNumber } from "../shell/option-values.ts";
import { printJson, say } from "../shell/output.ts";
import { coloursFor } from "../shell/terminal.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";

const EXAMPLES = `
LOG is a list of times, one a line; a table with the columns time and completed (1, or 0 for a run that was cut),
optional arm, reward and instance, parted by commas, tabs or semicolons; a journal of \`mulligan run\` or \`sat --state\`;
GNU parallel's --joblog; hyperfine's --export-json. Times are numbers, or durations such as 3s and 250ms.
Where there are instances, a restart means another try at the same one. What lies between instances is no reason for it,
so some of them must have been run more than once. Where there are none, all runs are draws of one law.
The gain is less than the ratio of the two rates beside it: the best of many cutoffs looks better on the runs that
chose it than it is, and that is taken off.

The exit code is 0 if restarting pays for some arm, 1 if it pays for none, 3 if that is unclear, 2 after a mistake.

Examples:
  printf '%s\\n' time,completed 3,1 1,1 40,0 | mulligan analyze -
  printf '%s\\n' 0.3s 0.4s 9s 0.2s 12s | mulligan analyze -
  if mulligan analyze --quiet runs.csv; then echo set a timeout; fi
  mulligan analyze runs.csv --time-column 1 --by instance
  mulligan analyze runs.csv --unit ms --svg rate.svg --json`;

type ColumnOptions = Partial<Record<`${keyof ColumnNames}Column`, string>>;

interface Options extends ColumnOptions {
  by: string;
  resetting: string;
  unit?: string;
  seed: number;
  json?: true;
  curve?: true;
  quiet?: true;
  svg?: string;
  survival?: string;
}

export function register(program: Command): void {
  program
    .command("analyze")
    .argument("<log>", "the file, or - for standard input")
    .description("should I restart, after how long, and what would it gain?")
    .option("--time-column <name>", "the column of a table that has the times; or its number, from 1")
    .option("--completed-column <name>", "the one that has 1, or 0 for a run that was cut")
    .option("--arm-column <name>", "the one that has the arm")
    .option("--reward-column <name>", "the one that has what a run earned")
    .option("--instance-column <name>", "the one that has what was worked on")
    .option("--by <what>", "one verdict for each: arm | instance", "arm")
    .option("--resetting <time>", "what a restart costs: none | constant(TIME) | proportional(SHARE)", "none")
    .option("--unit <word>", "of the times: ms, s, flips; a log that says its own is converted")
    .addOption(new Option("--seed <n>", "of the bootstrap").argParser(wholeNumber("--seed", 0)).default(1))
    .option("--json", "one JSON document on stdout")
    .option("--curve", "with the rate at 60 cutoffs in the JSON document")
    .option("--quiet", "print nothing but errors: the exit code is the answer")
    .option("--svg <file>", "draw the reward rate against the cutoff, with its band")
    .option("--survival <file>", "draw the product-limit curve")
    .addHelpText("after", EXAMPLES)
    .action(analyze);
}

function columnsOf(options: Options): ColumnNames {
  const names = COLUMNS.map((column) => [column, options[`${column}Column`]] as const);
  return Object.fromEntries(names.filter(([, name]) => name !== undefined));
}

async function analyze(file: string, options: Options): Promise<void> {
  const by = oneOf("--by", options.by, ["arm", "instance"]);
  const resetting = asUsage(() => parseResetting(options.resetting));
  checkPlaces(options);
  const log = parseLog(file, await readBytes(file), columnsOf(options));
  if (log.saysCompleted === false && !options.quiet) {
    say(
      `${file}: has no column completed: all ${log.rows.length} runs are taken to have ended by themselves`,
    );
  }
  if (log.moved && !options.quiet) say(movedNotice(file));
  const { rows, unit } = inUnit(file, log, options.unit);
  checkGrouping(file, rows, by);
  const { seed } = options;
  const arms = [...groupRuns(rows, by)].map(([name, runs]) => analyse(name, runs, { seed, resetting }));
  const words = analysisWords(by, arms, unit ?? "");
  const restart = overallAdvice(arms);
  const lines = linesToCopy(arms, unit ?? "");
  if (options.json) {
    printJson({ unit: unit ?? null, restart, arms: options.curve ? arms : arms.map(withoutCurves) });
  } else if (!options.quiet) process.stdout.write(analysisText(words, lines, coloursFor(process.stdout)));
  process.exitCode = EXIT_CODES[restart];
  const { svg, survival } = options;
  if (svg === undefined && survival === undefined) return;
  const figures = analysisFigures(arms, unit ?? "time");
  if (svg !== undefined) await draw(svg, figures.rate, words);
  if (survival !== undefined) await draw(survival, figures.survival, words);
}

const EXIT_CODES = { yes: exitCode.done, no: exitCode.doesNotPay, unclear: exitCode.unclear };

function withoutCurves({ curve: _, line: __, ...arm }: ArmAnalysis): Omit<ArmAnalysis, "curve" | "line"> {
  return arm;
}

function checkPlaces({ svg, survival, json, curve, quiet }: Options): void {
  if (quiet && json) throw new UsageError("--quiet: must stand without --json, which prints, got both");
  if (curve && !json) throw new UsageError("--curve: must stand with --json, got none");
  if (svg !== undefined && svg === survival) {
    throw new UsageError(`--survival: must be another file than that of --svg, got ${svg} for both`);
  }
  for (const place of [svg, survival]) if (place !== undefined) checkFigurePlace(place);
}

async function draw(file: string, figure: TopLevelSpec, words: AnalysisWords): Promise<void> {
  const { sentences, table, notes } = words;
  await writeFigure(file, figure, [
    ...sentences.map(({ text }) => ({ kind: "verdict" as const, text })),
    { kind: "table", rows: table },
    ...notes.map((text) => ({ kind: "note" as const, text })),
  ]);
}
