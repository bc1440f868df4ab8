/** A number inside a notation, which can be dragged: where it stands, and between what it may lie. */
export interface NotationNumber {
  readonly label: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** Whether the way from one end to the other is in factors. */
  readonly log: boolean;
  /** The text with another number there. */
  replaced(value: number): string;
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const PLACES = new RegExp(
  String.raw`(?<name>[A-Za-z]\w*)\s*=\s*(?<given>${NUMBER})|(?<weight>${NUMBER})\s*\*\s*(?<part>[A-Za-z]\w*)|\(\s*(?<only>${NUMBER})\s*\)`,
  "g",
);

/** Of parameters that are no times, by name. */
const RANGES: Readonly<Record<string, readonly [number, number, boolean]>> = {
  shape: [0.2, 20, true],
  sigma: [0.1, 4, true],
  p: [0.01, 1, false],
  omega: [0.01, 1, true],
  gamma: [-2, 1, false],
};
const TIMES = [0.001, 10_000, true] as const;
const WEIGHTS = [0.01, 0.99, false] as const;

/** Longer ones are not for dragging, and looking for their numbers would take long. */
const LONGEST = 500;

/** Those that the text names, in order. */
export function numbersIn(text: string): NotationNumber[] {
  if (text.length > LONGEST) return [];
  const laws = text.match(/[A-Za-z]\w*\s*\(/g) ?? [];
  const found = [...text.matchAll(PLACES)];
  const weights = found.filter(({ groups }) => groups?.weight !== undefined);
  return found.flatMap((match): NotationNumber[] => {
    const { name, given, weight, part, only } = match.groups ?? {};
    if (weight !== undefined) {
      // Shares add up to one: of two the first is dragged, and the second follows; more of them are typed.
      if (weights.length !== 2 || match !== weights[0]) return [];
      const replaced = (value: number) => withWeights(text, weights, [value, rounded(1 - value)]);
      return [{ label: `share of ${part}`, value: Number(weight), ...range(WEIGHTS), replaced }];
    }
    const number = given ?? only;
    const at = match.index + match[0].lastIndexOf(number);
    const owner = /([A-Za-z]\w*)\s*\((?:[^()]*)$/.exec(text.slice(0, at))?.[1] ?? "";
    const label = name === undefined ? "time" : name;
    return [
      {
        label: laws.length > 1 ? `${owner} ${label}` : label,
        value: Number(number),
        ...range(only !== undefined && owner === "proportional" ? WEIGHTS : (RANGES[name ?? ""] ?? TIMES)),
        replaced: (value) => text.slice(0, at) + value + text.slice(at + number.length),
      },
    ];
  });
}

function range([from, to, log]: readonly [number, number, boolean]) {
  return { from, to, log };
}

function withWeights(text: string, matches: readonly RegExpExecArray[], values: readonly number[]): string {
  let out = "";
  let at = 0;
  matches.forEach((match, place) => {
    out += text.slice(at, match.index) + values[place];
    at = match.index + (match.groups?.weight.length ?? 0);
  });
  return out + text.slice(at);
}

/** Two digits and a bit: what a slider can tell apart. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** The text with # for every number: what two notations of the same kind have in common. */
export function skeleton(text: string): string {
  return text
    .replace(/^\s*[A-Za-z][\w-]*\s*=(?=\s*[a-z]+\()/, "")
    .replaceAll(new RegExp(NUMBER, "g"), "#")
    .replaceAll(/\s/g, "");
}
