import { analyse, groupRuns } from "@mulligan/core/analysis";
import { parseResetting } from "@mulligan/core/distributions";
import { movedNotice } from "@mulligan/core/problem";
import { type Command, Option } from "commander";
import type { TopLevelSpec } from "vega-lite";
import { checkGrouping, inUnit, parseLog } from "../analysis/parse-log.ts";
import { COLUMNS, type ColumnNames } from "../analysis/read-table.ts";
import { type AnalysisWords, analysisText, analysisWords } from "../analysis/text.ts";
import { analysisFigures } from "../figures/rate-figure.ts";
import { checkFigurePlace, writeFigure } from "../figures/write-figure.ts";
import { readBytes } from "../shell/files.ts";
import { addGroupedHelp } from "../shell/grouped-help.ts";
import { oneOf, wholeNumber } from "../shell/option-values.ts";
import { printJson, say } from "../shell/output.ts";
import { coloursFor } from "../shell/terminal.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";

const DETAILS = `
LOG is a list of times, one a line; a table with the columns time and completed (1, or 0 for a run that was cut),
optional arm, reward and instance, parted by commas, tabs or semicolons; a journal of \`mulligan run\` or \`sat --state\`;
GNU parallel's --joblog; hyperfine's --export-json. Times are numbers, or durations such as 3s and 250ms.
Runs of one instance are taken to be alike: the interval is as wide as their number makes it, not that of the runs.
The gain is less than the ratio of the two rates beside it: the best of many cutoffs looks better on the runs that
chose it than it is, and that is taken off.
`;

const EXAMPLES = `  printf '%s\\n' time,completed 3,1 1,1 40,0 | mulligan analyze -
  printf '%s\\n' 0.3s 0.4s 9s 0.2s 12s | mulligan analyze -
  mulligan analyze runs.csv --time-column 1 --by instance
  mulligan analyze runs.csv --unit ms --svg rate.svg --json`;

const EVERYDAY = ["--by", "--resetting", "--unit", "--json", "--svg"];

type ColumnOptions = Partial<Record<`${keyof ColumnNames}Column`, string>>;

interface Options extends ColumnOptions {
  by: string;
  resetting: string;
  unit?: string;
  seed: number;
  json?: true;
  svg?: string;
  survival?: string;
}

export function register(program: Command): void {
  const command = program
    .command("analyze")
    .argument("<log>", "the file, or - for standard input")
    .description("should I restart, after how long, and what would it gain?");
  command
    .optionsGroup("What to answer:")
    .option("--by <what>", "one verdict for each: arm | instance", "arm")
    .option("--resetting <time>", "what a restart costs: none | constant(TIME) | proportional(SHARE)", "none")
    .addOption(new Option("--seed <n>", "of the bootstrap").argParser(wholeNumber("--seed", 0)).default(1));
  command
    .optionsGroup("What the log holds:")
    .option("--unit <word>", "of the times: ms, s, flips; a log that says its own is converted")
    .option("--time-column <name>", "the column of a table that has the times; or its number, from 1")
    .option("--completed-column <name>", "the one that has 1, or 0 for a run that was cut")
    .option("--arm-column <name>", "the one that has the arm")
    .option("--reward-column <name>", "the one that has what a run earned")
    .option("--instance-column <name>", "the one that has what was worked on");
  command
    .optionsGroup("What to write:")
    .option("--json", "one JSON document on stdout")
    .option("--svg <file>", "draw the reward rate against the cutoff, with its band")
    .option("--survival <file>", "draw the product-limit curve");
  addGroupedHelp(command, { everyday: EVERYDAY, examples: EXAMPLES, details: DETAILS }).action(analyze);
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
  if (log.saysCompleted === false) {
    say(
      `${file}: has no column completed: all ${log.rows.length} runs are taken to have ended by themselves`,
    );
  }
  if (log.moved) say(movedNotice(file));
  const { rows, unit } = inUnit(file, log, options.unit);
  checkGrouping(file, rows, by);
  const { seed } = options;
  const arms = [...groupRuns(rows, by)].map(([name, runs]) => analyse(name, runs, { seed, resetting }));
  const words = analysisWords(by, arms, unit ?? "");
  if (options.json) printJson({ unit: unit ?? null, arms });
  else process.stdout.write(analysisText(words, coloursFor(process.stdout)));
  const { svg, survival } = options;
  if (svg === undefined && survival === undefined) return;
  const figures = analysisFigures(arms, unit ?? "time");
  if (svg !== undefined) await draw(svg, figures.rate, words);
  if (survival !== undefined) await draw(survival, figures.survival, words);
}

function checkPlaces({ svg, survival }: Options): void {
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
