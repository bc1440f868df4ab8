import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { quoteWord } from "../shell/quote-word.ts";
import { hideSecrets, hideSecretsIn } from "../shell/secrets.ts";
import { UsageError } from "../shell/usage-error.ts";

/**
 * Splits a command into words, with the quotes of a POSIX shell and no other feature: spaces separate,
 * '…' is taken literally, in "…" a backslash escapes " and \, outside quotes it escapes any character.
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
  if (quote !== "")
    throw new UsageError(`${where}: a quote ${quote} is not closed in ${hideSecretsIn(text)}`);
  if (word !== undefined) words.push(word);
  return words;
}

/** Commands of a shell that are not programs. */
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

/** Returns a hint for an error message if the command seems to need a shell; otherwise an empty text. */
export function shellHint(words: readonly string[]): string {
  const [program] = words;
  const isShell =
    BUILTINS.includes(program) ||
    /[\s|&;<>$`*?()]/.test(program) ||
    words.some((word) => /^(\|\|?|&&?|;|\d*>>?|<|2>&1)$/.test(word));
  if (!isShell) return "";
  const script = hideSecrets(words).join(" ");
  return `; commands start without a shell: use bash -c ${quoteWord(script)}`;
}

/** The reasons why execvp(3) cannot start a program, by error code. */
export const startReasons = {
  ENOENT: "no such program",
  EACCES: "not executable",
  EMFILE: "too many files are open; `ulimit -n` must allow more",
} as const;

/**
 * Returns the reason why a program cannot be started, if that is known without starting it; otherwise undefined. So a misspelt arm is
 * refused at once, not at its first try.
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
