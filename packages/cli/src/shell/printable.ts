/** A name as it can be shown on a terminal: what would move the cursor, colour the screen or end a line is written out. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return character === "\n" ? "\\n" : character === "\t" ? "\\t" : `\\u${code.padStart(4, "0")}`;
  });
}
