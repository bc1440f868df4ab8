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
