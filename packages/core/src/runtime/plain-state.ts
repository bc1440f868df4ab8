/** What an object holds, as data that survives JSON: an infinite number is a word, undefined is null. */
export type PlainState =
  | number
  | boolean
  | string
  | null
  | readonly PlainState[]
  | { readonly [name: string]: PlainState };

/**
 * Copies all numbers and flags that an object holds, and those of the objects inside it. Functions and words are left out, since
 * they follow from the options, and so is what is in `without`. An object that occurs twice is copied once.
 *
 * It goes by the fields that are there, so a learner that gets one more is still saved completely: what is restored must
 * go on exactly as what was saved.
 */
export function saveState(of: unknown, without: Iterable<unknown>): PlainState {
  const done = new Set(without);
  const copy = (value: unknown): PlainState | undefined => {
    if (value === undefined) return null;
    if (typeof value === "number") return plainNumber(value);
    if (typeof value === "boolean") return value;
    if (typeof value !== "object" || value === null || done.has(value)) return undefined;
    done.add(value);
    if (isNumbers(value)) return Array.from(value, plainNumber);
    if (Array.isArray(value)) return value.map((item) => copy(item) ?? null);
    if (value instanceof Map) {
      const items = [...value].map(([key, item]) => [key as string, copy(item)] as const);
      return items.filter(([, item]) => item !== undefined) as readonly PlainState[];
    }
    const fields = Object.entries(value).map(([name, item]) => [name, copy(item)] as const);
    return Object.fromEntries(fields.filter(([, item]) => item !== undefined)) as PlainState;
  };
  return copy(of) ?? null;
}

/** Puts what `saveState` gave into an object that was made with the same options. */
export function restoreState(into: unknown, saved: PlainState): void {
  if (Array.isArray(into)) restoreList(into, saved as readonly PlainState[]);
  else if (into instanceof Map) {
    for (const [key, item] of saved as readonly [string, PlainState][]) restoreState(into.get(key), item);
  } else restoreFields(into as Record<string, unknown>, saved);
}

function restoreFields(target: Record<string, unknown>, saved: PlainState): void {
  for (const [name, item] of Object.entries(saved as object)) {
    // A field that this version does not have any more.
    if (!Object.hasOwn(target, name)) continue;
    const present = target[name];
    if (isNumbers(present)) target[name] = numbersLike(present, item as PlainState[]);
    else if (typeof present === "object" && present !== null) restoreState(present, item);
    else target[name] = restored(item);
  }
}

function restoreList(into: unknown[], saved: readonly PlainState[]): void {
  if (into.some((item) => typeof item === "object" && item !== null)) {
    into.forEach((item, place) => {
      restoreState(item, saved[place]);
    });
  } else into.splice(0, into.length, ...saved.map(restored));
}

/** A number as JSON can have it. */
export function plainNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

function restored(saved: PlainState): unknown {
  if (saved === null) return undefined;
  return typeof saved === "string" ? Number(saved) : saved;
}

function isNumbers(value: unknown): value is Float64Array | Int32Array {
  return value instanceof Float64Array || value instanceof Int32Array;
}

function numbersLike(present: Float64Array | Int32Array, saved: readonly PlainState[]) {
  const numbers = saved.map(Number);
  return present instanceof Float64Array ? Float64Array.from(numbers) : Int32Array.from(numbers);
}
