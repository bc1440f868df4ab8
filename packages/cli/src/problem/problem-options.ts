import { parseLaw } from "@mulligan/core/distributions";
import { type Command, Option } from "commander";
import { readText } from "../shell/files.ts";
import { repeated } from "../shell/option-values.ts";
import { tableRows, truthOf } from "../shell/table-rows.ts";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { splitLaw, type TimesByFile } from "./read-arms.ts";

/** The values of `--law`, `--reward` and `--resetting`, of which `readArms` makes arms. */
export interface ProblemOptions {
  law?: string[];
  reward: string;
  resetting: string;
}

/** Adds the options that describe arms with known laws. */
export function addProblemOptions(command: Command): Command {
  return command
    .addOption(new Option("--law <law>", "the law of one arm's times; once for each arm").argParser(repeated))
    .option("--reward <reward>", "one | bernoulli(p=…) | power(omega=…,gamma=…)", "one")
    .option("--resetting <time>", "none | constant(TIME) | proportional(SHARE)", "none");
}

/** Reads the files that laws name, each once: a pipe cannot be read twice, nor by several threads. */
export async function readTimesOfArms(laws: readonly string[]): Promise<TimesByFile> {
  const times = new Map<string, Float64Array>();
  for (const file of new Set(laws.flatMap((law) => filesIn(splitLaw(law).notation)))) {
    times.set(file, Float64Array.from(timesIn(file, await readText(file))));
  }
  return times;
}

/** The files that a law names. Its other mistakes are reported when it is read. */
function filesIn(notation: string): string[] {
  const files: string[] = [];
  try {
    parseLaw(notation, {
      empirical(file) {
        files.push(file);
        return [1];
      },
    });
  } catch {
    // as above
  }
  return files;
}

/**
 * The times behind `empirical(FILE.csv)`: the column `time`, or the only column, with or without a heading. A
 * column `completed` must say 1 throughout: a run that was cut at 3 did not take 3.
 */
function timesIn(file: string, text: string): number[] {
  const rows = tableRows(file, text);
  if (rows.length === 0) throw new UsageError(`${file}: must hold at least one time, got none`);
  const first = rows[0].record;
  const heading = Number.isNaN(Number(first[0])) ? first.map((cell) => cell.toLowerCase()) : undefined;
  const column = heading === undefined || heading.length === 1 ? 0 : heading.indexOf("time");
  if (column < 0 || (heading === undefined && first.length > 1)) {
    throw new UsageError(`${file}:1: must have a column "time", got ${first.join(", ").slice(0, 80)}`);
  }
  const completed = heading?.indexOf("completed") ?? -1;
  return rows.slice(heading === undefined ? 0 : 1).map(({ record, line }) => {
    const time = record[column] === "" || record[column] === undefined ? Number.NaN : Number(record[column]);
    if (!(time >= 0 && time < Infinity)) {
      throw new UsageError(
        `${file}:${line}: a time must be a number of at least 0, got ${shown(record[column] ?? "")}`,
      );
    }
    if (completed >= 0 && truthOf(record[completed] ?? "") !== true) {
      throw new UsageError(
        `${file}:${line}: completed must be 1, got ${shown(record[completed] ?? "")}: a law needs runs that were not cut; \`mulligan analyze\` reads those that were`,
      );
    }
    return time;
  });
}
