import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { chapters } from "../reproduce/report/chapters.ts";
import { chooseChapters } from "../reproduce/report/choose-chapters.ts";
import { claimsText } from "../reproduce/report/claims-text.ts";
import { playChapters } from "../reproduce/report/play-chapters.ts";
import { checkReportPlace } from "../reproduce/report/report-place.ts";
import { settingSentences } from "../reproduce/report/setting-sentences.ts";
import { claimsDocument, writeReport } from "../reproduce/report/write-report.ts";
import type { ReproductionSize, ReproductionSetting } from "../reproduce/setting.ts";
import { makeFolder } from "../shell/files.ts";
import { oneOf, wholeNumber } from "../shell/option-values.ts";
import { printJson } from "../shell/output.ts";
import { coloursFor, progressLine, timeLeft } from "../shell/terminal.ts";
import { UsageError } from "../shell/usage-error.ts";
import { MAX_THREADS } from "../threads/open-pool.ts";

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
    .description("every figure and every numeric claim of the paper, with a verdict for each")
    .argument("[figures...]", "what to reproduce, by its label in the paper")
    .option("--quick", "a minute instead of ten, with wider intervals")
    .addOption(new Option("--tiny", "seconds, for the tests").hideHelp())
    .option("--data <dir>", "a folder with SATLIB's uf100-430 and CBS_k3_n100_m403_b30, files or archives")
    .option("--out <dir>", "where the report, the figures, their data and claims.json go", "reproduction")
    .addOption(
      new Option("--unit <flips>", "flips in a unit of the paper's cutoffs; 1,000 is always shown too")
        .argParser(wholeNumber("--unit", 1))
        .default(100),
    )
    .option("--luby-reset <when>", "whether Luby's sequence begins anew after a success: on | off", "on")
    .addOption(
      new Option("--seed <n>", "same seed, same bytes, whatever --jobs")
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
    .action(reproduce);
}

async function reproduce(figures: string[], options: Options): Promise<void> {
  const chosen = chooseChapters(chapters, figures);
  const setting: ReproductionSetting = {
    form: formOf(options),
    seed: options.seed,
    unit: options.unit,
    lubyReset: oneOf("--luby-reset", options.lubyReset, ["on", "off"]),
  };
  if (options.data !== undefined && !existsSync(options.data)) {
    throw new UsageError(`${options.data}: cannot be read: no such folder`);
  }
  makeFolder(options.out);
  checkReportPlace(options.out);
  const began = performance.now();
  const line = progressLine();
  const played = await playChapters(
    chosen,
    { setting, data: options.data, jobs: options.jobs },
    (done, total) =>
      line.update(() => `${done}/${total} parts, ${timeLeft(done, total, performance.now() - began)}`),
  ).finally(line.clear);
  const files = writeReport(options.out, setting, settingSentences(setting, options.data), played);
  if (options.json) {
    printJson({ ...claimsDocument(setting, played), files });
    return;
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  const claims = played.map(({ label, findings }) => ({ label, claims: findings.claims }));
  process.stdout.write(claimsText(claims, coloursFor(process.stdout)));
  process.stdout.write(
    `\n${join(options.out, "report.html")} and ${files.length - 1} files, in ${seconds} s\n`,
  );
}

function formOf({ tiny, quick }: Options): ReproductionSize {
  if (tiny) return "tiny";
  return quick ? "quick" : "full";
}
