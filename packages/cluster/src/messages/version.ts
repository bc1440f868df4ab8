/**
 * The format of everything that is written into Redis is that of the package's version. Another is refused, not guessed
 * at: it is part of every key, and of every document.
 */
export const VERSION = "0.1.0";
