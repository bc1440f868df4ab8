import { basename } from "node:path";
import { splitWords, startProblem } from "../processes/program-command.ts";
import { UsageError } from "../shell/usage-error.ts";
import { placesIn } from "./places.ts";

/** An arm of a run: a program and its arguments, in which places such as `{seed}` and `{input}` stand for a trial's own. */
export interface Program {
  readonly name: string;
  readonly command: readonly string[];
}

/**
 * The arms given by `--arm NAME=CMD`, and the command after `--`, which is an arm named after its program. One that is
 * run `elsewhere` need not be here.
 */
export function readPrograms(
  given: readonly string[],
  command: readonly string[],
  elsewhere = false,
): Program[] {
  const programs = given.map((text) => {
    const equals = text.indexOf("=");
    const name = text.slice(0, Math.max(0, equals)).trim();
    if (name === "") throw new UsageError(`--arm: must be NAME=COMMAND, got "${text}"`);
    const words = splitWords(text.slice(equals + 1), `--arm ${name}`);
    if (words.length === 0) throw new UsageError(`--arm ${name}: must name a program, got nothing`);
    return { name, command: words };
  });
  if (command.length > 0) programs.push({ name: basename(command[0]) || "command", command: [...command] });
  if (programs.length === 0) {
    throw new UsageError("run: a command must be given, as -- COMMAND or --arm NAME=COMMAND");
  }
  for (const { name, command: words } of programs) {
    if (words[0] === "") throw new UsageError(`--arm ${name}: the program must not be empty`);
    if (elsewhere) continue;
    const problem = placesIn(words.slice(0, 1)).size === 0 ? startProblem(words[0]) : undefined;
    if (problem !== undefined) throw new UsageError(`${words[0]}: cannot be started: ${problem}`);
  }
  return programs;
}
