import type { Notation } from "./notation.ts";

/**
 * Reads `(name=number, …)` for exactly the given names, in any order, each once. An item that does not
 * start with a name and "=" is handed to `other`, if there is one: the law inside `shift`.
 */
export function readParameters(
  notation: Notation,
  owner: string,
  names: readonly string[],
  other?: (word: string, index: number) => void,
): Record<string, number> {
  const values: Record<string, number> = {};
  const wanted = names.map((name) => `${name}=…`).join(", ");
  notation.expect("(");
  do {
    const index = notation.at();
    const name = notation.word(`a parameter of ${owner} (${wanted})`);
    if (!notation.take("=")) {
      if (other === undefined || names.includes(name)) notation.expect("=");
      other?.(name, index);
      continue;
    }
    if (!names.includes(name)) notation.unknown(`parameter of ${owner}`, name, names, index);
    if (Object.hasOwn(values, name)) notation.fail(`${owner} has "${name}" twice`, index);
    values[name] = notation.number("a number");
  } while (notation.take(","));
  const close = notation.at();
  notation.expect(")", '"," or ")"');
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) {
    notation.fail(`${owner} needs ${missing.map((name) => `"${name}"`).join(" and ")}`, close);
  }
  return values;
}

/**
 * Runs a factory; what it refuses is reported at the place in the text where its call begins, without the name of a
 * function that is no word of the notation.
 */
export function made<T>(notation: Notation, index: number, factory: () => T): T {
  try {
    return factory();
  } catch (error) {
    if (error instanceof RangeError) notation.fail(error.message.replace(/^[a-z]+[A-Z]\w*: /, ""), index);
    throw error;
  }
}
