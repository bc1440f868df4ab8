/** Fields in which the service writes ∞ as a word; a name may be the same word. */
const NUMBERS: readonly string[] = [
  "cutoff",
  "cutoffs",
  "bestCutoff",
  "estimate",
  "low",
  "high",
  "wait",
  "maxExtraLoad",
  "halfLife",
  "cutoffMs",
  "expectedMs",
  "withoutCutsMs",
  "extraRequestsLeft",
];

/** The JSON text of an answer, with ∞ as a number. */
export function parseAnswer(text: string): unknown {
  const infinite = (value: unknown): unknown => (value === "inf" ? Infinity : value);
  return JSON.parse(text, (key, value) => {
    if (!NUMBERS.includes(key)) return value;
    return Array.isArray(value) ? value.map(infinite) : infinite(value);
  });
}

/** What a call is told: it gets one decision or none. */
export function callAnswer({
  decisions,
  cut = [],
  ...refusal
}: {
  readonly decisions: readonly unknown[];
  readonly cut?: readonly string[];
}): object {
  const [decision] = decisions;
  return { ...(decision === undefined ? {} : { decision }), cut, ...refusal };
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
