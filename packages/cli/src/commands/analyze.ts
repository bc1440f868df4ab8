import { type ArmAnalysis, analyse, groupRuns, overallAdvice } from "@mulligan/core/analysis";
import { parseResetting } from "@mulligan/core/distributions";
import { type Command, Option } from "commander";
import { printedLines } from "../analysis/lines-to-copy.ts";
import { addLogOptions, type LogOptions, readLogs } from "../analysis/log-files.ts";
import { checkGrouping } from "../analysis/parse-log.ts";
import { type AnalysisWords, analysisText, analysisWords, withName } from "../analysis/text.ts";
import { analysisFigures } from "../figures/rate-figure.ts";
import type { Figure } from "../figures/theme.ts";
import { checkFigurePlace, writeFigure } from "../figures/write-figure.ts";
import { exitCode } from "../shell/exit.ts";
import { addGroupedHelp } from "../shell/grouped-help.ts";
import { oneOf, wholeNumber } from "../shell/option-values.ts";
import { printJson } from "../shell/output.ts";
import { coloursFor } from "../shell/terminal.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";

const DETAILS = `
A LOG is a list or table of times, JSON, JUnit XML, output of \`time\`, \`go test -json\`, \`pytest --durations=0\` or
pytest-json-report, an access log of nginx or Apache with a duration, an export of hyperfine, a joblog of GNU parallel,
\`sacct -P\`, \`gh run view --json jobs\`, spans of OpenTelemetry, or a journal of \`mulligan run\` or \`sat --state\`, also
packed by gzip. Standard error names what was guessed.

If the log names instances, a restart means another try at the same instance, so some of them must have been run more
than once. Otherwise each run is a try at the same thing. The gain is less than the ratio of the two rates: the best of
many cutoffs looks better than it is on the runs that chose it, and the gain is corrected for that.

The exit code is 0 if restarting pays for some arm, 1 if it pays for none, 3 if that is unclear, 2 after a mistake.
`;

const EXAMPLES = `  printf '%s\\n' time,completed 3,1 1,1 40,0 | mulligan analyze -
  printf '%s\\n' 0.3s 0.4s 9s 0.2s 12s | mulligan analyze -
  if mulligan analyze --quiet runs.csv; then echo set a timeout; fi
  mulligan analyze monday.xml tuesday.xml --by instance
  printf '%s\\n' took,end 3s,SAT 1s,SAT 40s,XX | mulligan analyze - --outcome end --cut XX
  mulligan analyze runs.csv --unit ms --svg rate.svg --json`;

const EVERYDAY = ["--by", "--resetting", "--unit", "--json", "--quiet", "--svg"];

interface Options extends LogOptions {
  by: string;
  resetting: string;
  seed: number;
  json?: true;
  curve?: true;
  svg?: string;
  survival?: string;
}

export function register(program: Command): void {
  const command = program
    .command("analyze")
    .argument("<logs...>", "log files, or - for standard input")
    .description("say from a log whether to restart, after how long, and what it gains");
  command
    .optionsGroup("What to answer:")
    .option("--by <what>", "one verdict for each: arm | instance", "arm")
    .option("--resetting <time>", "what a restart costs: none | constant(TIME) | proportional(SHARE)", "none")
    .addOption(
      new Option("--seed <n>", "seed of the bootstrap").argParser(wholeNumber("--seed", 0)).default(1),
    );
  addLogOptions(command.optionsGroup("What the log holds:"));
  command
    .optionsGroup("What to write:")
    .option("--json", "one JSON document on stdout")
    .option("--curve", "add the rate at 60 cutoffs to the JSON document")
    .option("--quiet", "print only errors: the exit code is the answer")
    .option("--svg <file>", "draw the reward rate against the cutoff, with its band")
    .option("--survival <file>", "draw the product-limit curve");
  addGroupedHelp(command, { everyday: EVERYDAY, examples: EXAMPLES, details: DETAILS }).action(analyze);
}

async function analyze(files: readonly string[], options: Options): Promise<void> {
  const by = oneOf("--by", options.by, ["arm", "instance"]);
  const resetting = asUsage(() => parseResetting(options.resetting));
  checkPlaces(options);
  const { rows, unit, warnings } = await readLogs(files, options);
  checkGrouping(files[0], rows, by);
  const { seed } = options;
  const arms = [...groupRuns(rows, by)].map(([name, runs]) => analyse(name, runs, { seed, resetting }));
  const words = analysisWords(by, arms, unit ?? "", warnings);
  const restart = overallAdvice(arms);
  const lines = printedLines(arms, unit ?? "");
  if (options.json) {
    printJson({
      unit: unit ?? null,
      restart,
      warnings,
      arms: options.curve ? arms : arms.map(withoutCurves),
    });
  } else if (!options.quiet) process.stdout.write(analysisText(words, lines, coloursFor(process.stdout)));
  process.exitCode = EXIT_CODES[restart];
  const { svg, survival } = options;
  if (svg === undefined && survival === undefined) return;
  const figures = analysisFigures(arms, words.scale);
  if (svg !== undefined) await draw(svg, figures.rate, words);
  if (survival !== undefined) await draw(survival, figures.survival, words);
}

const EXIT_CODES = { yes: exitCode.done, no: exitCode.doesNotPay, unclear: exitCode.unclear };

function withoutCurves({ curve: _, line: __, ...arm }: ArmAnalysis): Omit<ArmAnalysis, "curve" | "line"> {
  return arm;
}

function checkPlaces({ svg, survival, json, curve, quiet }: Options): void {
  if (quiet && json) throw new UsageError("--quiet: must not be used with --json, which prints, got both");
  if (curve && !json) throw new UsageError("--curve: must be used with --json, got none");
  if (svg !== undefined && svg === survival) {
    throw new UsageError(`--survival: must be another file than that of --svg, got ${svg} for both`);
  }
  for (const place of [svg, survival]) if (place !== undefined) checkFigurePlace(place);
}

async function draw(file: string, figure: Figure, words: AnalysisWords): Promise<void> {
  const { overall, sentences, warnings, table, notes } = words;
  await writeFigure(file, figure, [
    ...(overall === undefined ? [] : [{ kind: "verdict" as const, text: overall }]),
    ...sentences.map(({ name, text }) => ({ kind: "verdict" as const, text: withName(name, text) })),
    { kind: "table", rows: table },
    ...[...warnings, ...notes].map((text) => ({ kind: "note" as const, text })),
  ]);
}
