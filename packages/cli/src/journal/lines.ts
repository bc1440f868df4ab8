/** A line of a journal, and where it stands. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Its first byte, and the one after its newline, or after the last of the file. */
  readonly from: number;
  readonly to: number;
  /** Whether a newline ends it; without one its writer did not come to the end. */
  readonly whole: boolean;
}

const NEWLINE = 10;

/** A mark at the beginning of a line is part of it, as any other character is. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The lines one by one, since a journal may be longer than any string. */
export function* linesOf(bytes: Uint8Array): Generator<Line> {
  for (let [number, from] = [1, 0]; from < bytes.length; number++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const whole = newline >= 0;
    const end = whole ? newline : bytes.length;
    const to = whole ? newline + 1 : end;
    yield { number, text: decoder.decode(bytes.subarray(from, end)), from, to, whole };
    from = to;
  }
}

/** The JSON object on a line, or undefined if there is none. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
