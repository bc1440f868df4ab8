import { nearestHint } from "@mulligan/core/distributions";
import { UsageError } from "./usage-error.ts";

/** The word, if it is one of those allowed; otherwise an error that names the nearest. */
export function oneOf<Name extends string>(what: string, word: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === word);
  if (found !== undefined) return found;
  throw new UsageError(
    `${what}: must be one of ${names.join(", ")}, got "${word}"${nearestHint(word, names)}`,
  );
}
