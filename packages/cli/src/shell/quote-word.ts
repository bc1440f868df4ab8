/** Returns a word with quotes, so that a POSIX shell, and `splitWords` of `run`, read exactly this word. */
export function quoteWord(word: string): string {
  // An equals sign in the first word would make it a variable.
  const isPlain = /^(?:-[\p{L}\p{N}_@%+=:,./-]*|[\p{L}\p{N}_@%+:,./-]+)$/u.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
