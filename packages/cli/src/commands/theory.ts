import { lawNotations } from "@mulligan/core/distributions";
import { type Command, Option } from "commander";
import { rateFigure } from "../figures/rate-figure.ts";
import { checkFigurePlace, writeFigure } from "../figures/write-figure.ts";
import { addProblemOptions, type ProblemOptions, readTimesOfArms } from "../problem/problem-options.ts";
import { readArms } from "../problem/read-arms.ts";
import { positiveNumbers } from "../shell/option-values.ts";
import { printJson } from "../shell/output.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";
import { theoryOf } from "../theory/known-law.ts";
import { theoryText } from "../theory/text.ts";

const EXAMPLES = `
Examples:
  mulligan theory --law "pareto(scale=1,shape=1.2)"
  mulligan theory --law "lognormal(median=0.9,sigma=1.2)" --resetting "constant(0.1)" --svg rate.svg
  mulligan theory --law "exponential(mean=1)" --law "weibull(scale=1,shape=0.5)" --cutoffs log:0.1:10:9 --json

Laws: ${lawNotations.join(", ")}`;

interface Options extends ProblemOptions {
  cutoffs: string;
  horizon: number[];
  json?: true;
  svg?: string;
}

export function register(program: Command): void {
  addProblemOptions(program.command("theory"))
    .description("compute the rate curve, best cutoff, restart test and regret bounds of a law")
    .option(
      "--cutoffs <set>",
      "cutoffs of the curve and the bounds: auto | LIST | log:FROM:TO:COUNT | LOW..HIGH",
      "auto",
    )
    .addOption(
      new Option("--horizon <time>", "time budget of the bounds on the reward")
        .argParser(positiveNumbers("--horizon"))
        .default([10_000], "10000"),
    )
    .option("--json", "one JSON document on stdout")
    .option("--svg <file>", "draw the rate curve")
    .addHelpText("after", EXAMPLES)
    .action(theory);
}

async function theory(options: Options): Promise<void> {
  if (options.horizon.length !== 1) {
    throw new UsageError(`--horizon: must be one number, got ${options.horizon.length}`);
  }
  if (options.svg !== undefined) checkFigurePlace(options.svg);
  const laws = options.law ?? [];
  const arms = readArms({
    laws,
    times: await readTimesOfArms(laws),
    reward: options.reward,
    resetting: options.resetting,
  });
  const document = asUsage(() => theoryOf(arms, options.cutoffs, options.horizon[0]));
  if (options.json) printJson(document);
  else process.stdout.write(theoryText(document));
  if (options.svg !== undefined) {
    const best = document.arms.map((arm) => ({ arm: arm.name, cutoff: arm.bestCutoff, rate: arm.bestRate }));
    const without = document.arms.map(({ name, rateWithoutCutoff }) => ({
      arm: name,
      rate: rateWithoutCutoff,
    }));
    const words = [{ kind: "lines" as const, text: theoryText(document) }];
    await writeFigure(options.svg, rateFigure(document.curve, best, { without }), words);
  }
}
