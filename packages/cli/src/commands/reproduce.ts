import { existsSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  chapters,
  chooseChapters,
  claimsText,
  InputError,
  type ReproductionHost,
  type ReproductionOptions,
  reproduce,
} from "@mulligan/paper";
import { type Command, Option } from "commander";
import { htmlPage } from "../figures/page.ts";
import { standAlone, themed } from "../figures/theme.ts";
import { drawSvg, isOurs } from "../figures/write-figure.ts";
import { startedModule } from "../shell/assets.ts";
import { reasonOf } from "../shell/exit.ts";
import { makeFolder, writeText } from "../shell/files.ts";
import { oneOf, wholeNumber } from "../shell/option-values.ts";
import { printJson, toJson } from "../shell/output.ts";
import { coloursFor, progressLine, timeLeft } from "../shell/terminal.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";
import { MAX_THREADS, openPool } from "../threads/open-pool.ts";

const EXAMPLES = `
Figures and theorems, all of them if none is named:
${chapters.map(({ label, title }) => `  ${label.padEnd(24)}${title}`).join("\n")}

Examples:
  mulligan reproduce --quick
  mulligan reproduce uf100 cbs-k3 --data ~/satlib --out report
  mulligan reproduce fig:pareto-correlation --quick --json`;

interface Options {
  quick?: true;
  tiny?: true;
  data?: string;
  out: string;
  unit: number;
  lubyReset: string;
  seed: number;
  jobs: number;
  json?: true;
}

export function register(program: Command): void {
  program
    .command("reproduce")
    .description("reproduce the figures and claims of the paper, with a verdict for each")
    .argument("[figures...]", "figures and theorems, by their labels in the paper; default: all")
    .option("--quick", "a minute instead of eight, with wider intervals")
    .addOption(new Option("--tiny", "seconds, for the tests").hideHelp())
    .option("--data <dir>", "a folder with SATLIB's uf100-430 and CBS_k3_n100_m403_b30, files or archives")
    .option(
      "--out <dir>",
      "the folder for the report, the figures, their data and claims.json",
      "reproduction",
    )
    .addOption(
      new Option("--unit <flips>", "flips in a unit of the paper's cutoffs; 1,000 is always shown too")
        .argParser(wholeNumber("--unit", 1))
        .default(100),
    )
    .option("--luby-reset <when>", "whether Luby's sequence begins anew after a success: on | off", "on")
    .addOption(
      new Option("--seed <n>", "same seed, same bytes, with any --jobs")
        .argParser(wholeNumber("--seed", 0))
        .default(1),
    )
    .addOption(
      new Option("--jobs <n>", "worker threads")
        .argParser(wholeNumber("--jobs", 1, MAX_THREADS))
        .default(availableParallelism(), "all cores"),
    )
    .option("--json", "the claims as one JSON document on stdout")
    .addHelpText("after", EXAMPLES)
    .action(writeReproduction);
}

async function writeReproduction(figures: string[], options: Options): Promise<void> {
  const { data, jobs, out, seed, unit } = options;
  const chosen = asUsage(() => chooseChapters(figures));
  const lubyReset = oneOf("--luby-reset", options.lubyReset, ["on", "off"]);
  if (data !== undefined && !existsSync(data)) {
    throw new UsageError(`${data}: cannot be read: no such folder`);
  }
  makeFolder(out);
  checkReportFolder(out);
  const began = performance.now();
  const setting = { form: formOf(options), seed, unit, lubyReset };
  const { page, document, files } = await play(chosen, { setting, data, jobs }, began);
  const report = [
    { name: "report.html", text: htmlPage({ ...page, allTags: true }) },
    { name: "claims.json", text: `${toJson(document, 2)}\n` },
    ...files,
  ];
  for (const { name, text } of report) writeText(join(out, name), text);
  if (options.json) {
    printJson({ ...document, files: report.map(({ name }) => join(out, name)) });
    return;
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(claimsText(document, coloursFor(process.stdout)));
  process.stdout.write(`\n${join(out, "report.html")} and ${report.length - 1} files, in ${seconds} s\n`);
}

function formOf({ tiny, quick }: Options): ReproductionOptions["setting"]["form"] {
  if (tiny) return "tiny";
  return quick ? "quick" : "full";
}

/** A report may replace a former report and nothing else: the user may have files with the same names. */
function checkReportFolder(folder: string): void {
  if (readdirSync(folder).length === 0) return;
  const page = join(folder, "report.html");
  if (statSync(page, { throwIfNoEntry: false })?.isFile() && isOurs(page)) return;
  throw new UsageError(
    `${folder}: must be a new or empty folder, or one with a report of \`mulligan reproduce\`, got one with other files`,
  );
}

/** Plays the chapters with a line of progress. A mistake in the folder of formulas is the user's. */
async function play(
  chosen: typeof chapters,
  options: ReproductionOptions,
  began: number,
): ReturnType<typeof reproduce> {
  const line = progressLine();
  const host: ReproductionHost = {
    // The threads end with the command, after the report is written.
    openPool: (threads) => ({
      ...openPool(startedModule("study-thread"), "playPart", threads, undefined),
      async close() {},
    }),
    drawFile: async (spec) => standAlone(await drawSvg(themed({ ...spec }))),
    drawPanel(spec, legend) {
      const { config, ...rest } = themed({ ...spec });
      return drawSvg({ ...rest, config: { ...config, legend: { ...config?.legend, ...legend } } });
    },
    progress: (done, total) =>
      line.update(() => `${done}/${total} parts, ${timeLeft(done, total, performance.now() - began)}`),
  };
  try {
    return await reproduce(chosen, options, host);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const reason = error.cause === undefined ? "" : `: ${reasonOf(error.cause)}`;
    throw new UsageError(`${error.message}${reason}`);
  } finally {
    line.clear();
  }
}
