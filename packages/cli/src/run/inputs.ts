import { isatty } from "node:tty";
import { readText } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";

/** Stands between a command and its inputs. */
export const SEPARATOR = ":::";

export interface InputWords {
  /** What follows `:::`, if it was given. */
  readonly listed?: readonly string[] | undefined;
  /** `--inputs`: one input a line; `-` is standard input. */
  readonly files?: readonly string[] | undefined;
  /** Whether a command asks for one. */
  readonly needed: boolean;
}

/**
 * The inputs of a run, or undefined if it has none. Standard input is read only if a command mentions
 * its input and no other source is given: a run in a script must not wait for an input that nobody sends.
 */
export async function readInputs({
  listed,
  files,
  needed,
}: InputWords): Promise<readonly string[] | undefined> {
  if (listed !== undefined && files !== undefined) {
    throw new UsageError("run: inputs must come from ::: or from --inputs, got both");
  }
  if (listed !== undefined) return listed;
  if (files === undefined && !needed) return undefined;
  // Asked in this way: to look at `process.stdin` makes a pipe fail that has nothing to read yet.
  if (files === undefined && isatty(0)) {
    throw new UsageError(
      "run: inputs must be given after :::, by --inputs FILE, or as lines on standard input",
    );
  }
  const texts: string[] = [];
  for (const file of files ?? ["-"]) texts.push(await readText(file));
  return texts.flatMap(linesIn);
}

function linesIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line !== "");
}
