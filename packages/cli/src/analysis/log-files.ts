import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Command } from "commander";
import { readAll } from "../shell/files.ts";
import { say } from "../shell/output.ts";
import { MAX_INPUT_BYTES, refuseBinary, TOO_LONG } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";
import { COLUMN_OPTIONS, type ColumnNames } from "./find-columns.ts";
import { type JoinedLogs, joinLogs, type NamedLog } from "./join-logs.ts";
import { parseLog } from "./parse-log.ts";

/** The options of `analyze` about reading. */
export interface LogOptions extends ColumnNames {
  readonly unit?: string;
  /** Do not tell what was guessed. */
  readonly quiet?: true;
}

export function addLogOptions(command: Command): Command {
  return command
    .option("--time <column>", "the column or field with the times, or its number from 1")
    .option(
      "--time-unit <unit>",
      "the unit of the times, if the name of the column does not say it: ns us ms s min h d",
    )
    .option("--outcome <column>", "the column that says how a run ended")
    .option("--cut <words>", "outcomes that mean a run was cut, separated by commas; unknown ones mean done")
    .option("--done <words>", "outcomes that mean success")
    .option("--failed <words>", "outcomes that mean the run ended by itself without success")
    .option("--skip <words>", "outcomes of runs to leave out")
    .option("--arm <column>", "the column with the arm")
    .option("--instance <column>", "the column with the input")
    .option("--reward <column>", "the column with the reward of a run")
    .option("--unit <word>", "the unit to print: ms, s, flips; a log with a unit of its own is converted");
}

/** Reads the runs of several logs in one unit, and reports what was guessed. */
export async function readLogs(files: readonly string[], options: LogOptions): Promise<JoinedLogs> {
  const given: ColumnNames = Object.fromEntries(
    COLUMN_OPTIONS.map((role) => [role, options[role]] as const).filter(([, name]) => name !== undefined),
  );
  if (files.filter((file) => file === "-").length > 1) {
    throw new UsageError("-: must be given once, since standard input can be read once, got it twice");
  }
  const logs: NamedLog[] = [];
  for (const file of files) {
    const log = parseLog(file, await logBytes(file), given);
    logs.push({ ...log, file });
  }
  const runs = joinLogs(logs, given, options.unit);
  if (options.quiet) return runs;
  for (const { file, notice } of logs) {
    if (notice !== undefined) say(`${file}: ${notice}`);
  }
  return runs;
}

const unzip = promisify(gunzip);

/** The bytes of a log, unpacked if it is compressed by gzip. */
async function logBytes(file: string): Promise<Uint8Array> {
  let isPacked: boolean | undefined;
  const bytes = await readAll(file, (part) => {
    // A text never begins with this character.
    isPacked ??= part[0] === 0x1f;
    if (!isPacked) refuseBinary(file, part);
  });
  if (!isPacked) return bytes;
  try {
    const unpacked = await unzip(bytes, { maxOutputLength: MAX_INPUT_BYTES });
    refuseBinary(file, unpacked);
    return unpacked;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === "ERR_BUFFER_TOO_LARGE"
        ? `${file}: ${TOO_LONG}, got more in a packed file`
        : `${file}: must be a complete gzip file, got: ${message}`,
    );
  }
}
