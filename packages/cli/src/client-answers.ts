/** Fields in which the service writes ∞ as a word; a name may be the same word. */
const NUMBERS: readonly string[] = ["cutoff", "cutoffs", "bestCutoff", "estimate", "low", "high"];

/** The JSON text of an answer, with ∞ as a number. */
export function parseAnswer(text: string): unknown {
  const infinite = (value: unknown): unknown => (value === "inf" ? Infinity : value);
  return JSON.parse(text, (key, value) => {
    if (!NUMBERS.includes(key)) return value;
    return Array.isArray(value) ? value.map(infinite) : infinite(value);
  });
}

/** One event of a stream, from its lines. */
export function eventOf(block: string): {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
} {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return { event: field("event"), id: field("id"), data: parseAnswer(field("data")) };
}
