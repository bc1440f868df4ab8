const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t" };

/** A name as it can be shown on a terminal: what would move the cursor, colour the screen or end a line is written out. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return SHORT[character] ?? `\\u${code.padStart(4, "0")}`;
  });
}
