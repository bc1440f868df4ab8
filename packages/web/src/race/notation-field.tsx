import type { ComponentChildren } from "preact";
import { TextField } from "../design/field.tsx";
import { numberText } from "../design/number-text.ts";

interface NotationProps {
  readonly label: string;
  readonly text: string;
  onText(text: string): void;
}

interface NotationFieldProps extends NotationProps {
  readonly problem: string | undefined;
  readonly children?: ComponentChildren;
}

/** A field for a notation, with a slider for each of its numbers. */
export function NotationField({ label, text, problem, children, onText }: NotationFieldProps) {
  return (
    <div class="notation">
      {children}
      <Sliders label={label} text={text} onText={onText} />
      <TextField class="mono" label={label} problem={problem} value={text} onText={onText} />
    </div>
  );
}

/** A slider for each number that has a name in the text. */
export function Sliders({ label, text, onText }: NotationProps) {
  return (
    <>
      {numbersIn(text).map((number, place) => (
        <Slider key={place} of={label} number={number} onText={onText} />
      ))}
    </>
  );
}

interface SliderProps {
  readonly of: string;
  readonly number: NotationNumber;
  onText(text: string): void;
}

function Slider({ of, number, onText }: SliderProps) {
  const { label, value, from, to, log, replaced } = number;
  const placeOf = (size: number) => (log ? Math.log10(Math.max(size, from)) : size);
  const sizeOf = (place: number) => (log ? rounded(10 ** place) : Number(place.toFixed(2)));
  return (
    <label class="slider">
      <span>{label}</span>
      <input
        type="range"
        min={placeOf(from)}
        max={placeOf(to)}
        step="0.01"
        value={placeOf(value)}
        aria-label={`${label} of ${of}`}
        aria-valuetext={numberText(value)}
        onInput={(event) => onText(replaced(sizeOf(Number(event.currentTarget.value))))}
      />
      <span class="slid">{Number(value.toPrecision(4))}</span>
    </label>
  );
}

/** A number inside a notation that a slider can change. */
interface NotationNumber {
  readonly label: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** Whether the scale is logarithmic. */
  readonly log: boolean;
  /** The notation with another number in this place. */
  replaced(value: number): string;
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const PLACES = new RegExp(
  String.raw`(?<name>[A-Za-z]\w*)\s*=\s*(?<given>${NUMBER})|(?<weight>${NUMBER})\s*\*\s*(?<part>[A-Za-z]\w*)|\(\s*(?<only>${NUMBER})\s*\)`,
  "g",
);

/** The ranges of parameters that are not times. */
const RANGES: Readonly<Record<string, readonly [number, number, boolean]>> = {
  shape: [0.2, 20, true],
  sigma: [0.1, 4, true],
  p: [0.01, 1, false],
  omega: [0.01, 1, true],
  gamma: [-2, 1, false],
};
const TIMES = [0.001, 10_000, true] as const;
const WEIGHTS = [0.01, 0.99, false] as const;

/** Longer notations get no sliders: searching them for numbers would take long. */
const LONGEST = 500;

/** The numbers of a notation that have a name, in order. */
export function numbersIn(text: string): NotationNumber[] {
  if (text.length > LONGEST) return [];
  const laws = text.match(/[A-Za-z]\w*\s*\(/g) ?? [];
  const found = [...text.matchAll(PLACES)];
  const weights = found.filter(({ groups }) => groups?.weight !== undefined);
  return found.flatMap((match): NotationNumber[] => {
    const { name, given, weight, part, only } = match.groups ?? {};
    if (weight !== undefined) {
      // Shares add up to one: of two, the second follows the first; more of them have no sliders.
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

/** Three digits: a slider has no finer steps. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** The notation with # for every number: the same for two notations of one kind. */
export function skeleton(text: string): string {
  return text
    .replace(/^\s*[A-Za-z][\w-]*\s*=(?=\s*[a-z]+\()/, "")
    .replaceAll(new RegExp(NUMBER, "g"), "#")
    .replaceAll(/\s/g, "");
}
