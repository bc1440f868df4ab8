import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UsageError } from "../shell/usage-error.ts";

/**
 * The words of a command, with the quotes of a POSIX shell and nothing else of it: spaces separate,
 * '…' is taken as it stands, in "…" a backslash escapes " and \, outside quotes it escapes any character.
 * No variables, no globs, no pipes: `;`, `|`, `$` and `*` are characters like any other.
 */
export function splitWords(text: string, where: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quote === "'") {
      if (character === "'") quote = "";
      else word += character;
    } else if (character === "\\") {
      const next = text[++i];
      if (next === undefined) throw new UsageError(`${where}: a backslash at the end escapes nothing`);
      word = (word ?? "") + (quote === '"' && next !== '"' && next !== "\\" ? `\\${next}` : next);
    } else if (quote === '"') {
      if (character === '"') quote = "";
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== "") throw new UsageError(`${where}: a quote ${quote} is not closed in ${text}`);
  if (word !== undefined) words.push(word);
  return words;
}

/** A word as a POSIX shell, and `splitWords`, take it for this word and nothing else. */
export function quoteWord(word: string): string {
  // An equals sign in the first word would make it a variable.
  const isPlain = /^(?:-[\p{L}\p{N}_@%+=:,./-]*|[\p{L}\p{N}_@%+:,./-]+)$/u.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Commands of a shell that are no programs. */
const BUILTINS = [
  "cd",
  "source",
  ".",
  "export",
  "alias",
  "eval",
  "exec",
  "set",
  "unset",
  "read",
  "ulimit",
  "umask",
  "wait",
  "if",
  "for",
  "while",
  "function",
];

/** What helps a user whose command needs a shell, after the reason why it cannot be started; mostly nothing. */
export function shellHint(words: readonly string[]): string {
  const [program] = words;
  const isShell =
    BUILTINS.includes(program) ||
    /[\s|&;<>$`*?()]/.test(program) ||
    words.some((word) => /^(\|\|?|&&?|;|\d*>>?|<|2>&1)$/.test(word));
  if (!isShell) return "";
  const script = words.length === 1 ? program : words.join(" ");
  return `; commands are started without a shell, for which there is bash -c ${quoteWord(script)}`;
}

/** What execvp(3) says of a program that cannot be started. */
export const startReasons = { ENOENT: "no such program", EACCES: "not executable" } as const;

/**
 * Why a program cannot be started, as far as that shows without starting it; undefined if nothing speaks
 * against it. So a misspelt arm is found at once, and not when it is its turn.
 */
export function startProblem(program: string, path = process.env.PATH): string | undefined {
  if (path === undefined && !program.includes("/")) return undefined; // the system has a path of its own
  const places = program.includes("/")
    ? [program]
    : path!.split(delimiter).map((folder) => join(folder || ".", program));
  const found = places.filter(isFile);
  if (found.length === 0) return startReasons.ENOENT;
  return found.some(isExecutable) ? undefined : startReasons.EACCES;
}

/** A folder of the path that may not be searched is passed over, as execvp(3) does. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
