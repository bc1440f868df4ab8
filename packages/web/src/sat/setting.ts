import { type Heuristic, heuristicNames } from "@mulligan/sat";

/** The kinds of generated formulas. */
export const FORMULA_KINDS = {
  cbs100: {
    label: "CBS, 100 variables",
    text: "As in SATLIB's CBS set: 403 clauses of three literals, 30 variables with a fixed value. All can be satisfied.",
  },
  uf100: {
    label: "uf100, 100 variables",
    text: "As in SATLIB's uf100 set: random clauses of three literals. All can be satisfied.",
  },
  planted: {
    label: "Random, hidden model",
    text: "Random clauses of three literals that a hidden model satisfies. Easier than others of their size.",
  },
  uniform: {
    label: "Random, not filtered",
    text: "Random clauses of three literals. Above a ratio of about 4.27 most cannot be satisfied, and nobody looks first.",
  },
} as const;

export type FormulaKind = keyof typeof FORMULA_KINDS;

/** `ruleFor` in `contestant.ts` says what `auto` means. */
type WalkRule = "auto" | Heuristic;

export const WALK_RULES: readonly WalkRule[] = ["auto", ...heuristicNames];

/** The policies that learn to retry tasks. */
export const LEARNERS = ["hidden-types", "km-ts"] as const;

/** Flips a second of each contestant; ∞ is as fast as possible. */
export const SAT_SPEEDS = [1_000, 10_000, 100_000, 1_000_000, Infinity] as const;

/** All that the results depend on, apart from files; and the speed, on which they do not. */
export interface SatSetting {
  readonly kind: FormulaKind;
  readonly variables: number;
  /** Clauses for each variable. */
  readonly ratio: number;
  readonly count: number;
  readonly seed: number;
  readonly rule: WalkRule;
  readonly noise: number;
  readonly learner: (typeof LEARNERS)[number];
  /** Luby's first cutoff, in flips for each clause. */
  readonly base: number;
  /** The budget of each contestant for a formula, in flips for each clause. */
  readonly budget: number;
  readonly speed: number;
}

export type SettingName = keyof SatSetting;

/** The text of the fields, as in the address. */
export type SatFields = Readonly<Record<SettingName, string>>;

/**
 * A quarter of a flip for each clause is 100 flips for the formulas of CBS, the base that people try first. In the mean
 * of seeds 1 to 16, the learner takes 0.84 of the flips of this base, 0.87 of base 2.5, but 1.12 of base 0.75, which is
 * about the best; with noise 0.6 no restarts do as well as it does. The seed is 1, as everywhere, and happens to be the
 * worst of the 16, with 1.10; the best is 0.68.
 */
const DEFAULTS: SatFields = {
  kind: "cbs100",
  variables: "200",
  ratio: "4.2",
  count: "100",
  seed: "1",
  rule: "auto",
  noise: "0.5",
  learner: "hidden-types",
  base: "0.25",
  budget: "50",
  speed: "10000",
};

const SETTING_NAMES = Object.keys(DEFAULTS) as readonly SettingName[];

export const MAX_FORMULAS = 1_000;
const MAX_KNOWN = 500;
const MAX_GENERATED_CLAUSES = 5_000_000;

/** Whether the formulas are of a set that is known to be satisfiable, whose size is given. */
export function isKnownSet(kind: string): kind is "cbs100" | "uf100" {
  return kind === "cbs100" || kind === "uf100";
}

export function fieldsFromAddress(settings: URLSearchParams): SatFields {
  const fields: Record<SettingName, string> = { ...DEFAULTS };
  for (const name of SETTING_NAMES) fields[name] = settings.get(name) ?? DEFAULTS[name];
  return fields;
}

/** All fields, also those with their default: a link shows the same when defaults have changed. */
export function fieldsToAddress(fields: SatFields): URLSearchParams {
  return new URLSearchParams(SETTING_NAMES.map((name) => [name, fields[name]]));
}

/** What is wrong, by field. */
export type SettingProblems = Readonly<Partial<Record<SettingName, string>>>;

/** The setting, or what is wrong with it. */
export function readSetting(fields: SatFields): SatSetting | { readonly problems: SettingProblems } {
  const problems: Partial<Record<SettingName, string>> = {};
  const choice = <Value extends string>(name: SettingName, values: readonly Value[]): Value => {
    const found = values.find((value) => value === fields[name]);
    if (found === undefined) problems[name] = `Must be one of ${values.join(", ")}.`;
    return found ?? values[0];
  };
  const number = (name: SettingName, low: number, high: number, whole: boolean): number => {
    const text = fields[name].trim();
    const value = text === "" ? Number.NaN : Number(text);
    if (!(value >= low && value <= high && (!whole || Number.isInteger(value)))) {
      problems[name] =
        `Must be a ${whole ? "whole " : ""}number from ${limitText(low)} to ${limitText(high)}.`;
    }
    return value;
  };
  const kind = choice("kind", Object.keys(FORMULA_KINDS) as FormulaKind[]);
  const known = isKnownSet(kind);
  const setting: SatSetting = {
    kind,
    variables: known ? 100 : number("variables", 3, 1_000_000, true),
    ratio: known ? 4 : number("ratio", 0.1, 100, false),
    count: number("count", 1, known ? MAX_KNOWN : MAX_FORMULAS, true),
    seed: number("seed", 0, Number.MAX_SAFE_INTEGER, true),
    rule: choice("rule", WALK_RULES),
    noise: number("noise", 0, 1, false),
    learner: choice("learner", LEARNERS),
    base: number("base", 0.001, 1_000, false),
    budget: number("budget", 1, 10_000, false),
    speed: readSpeed(fields.speed, problems),
  };
  if (setting.variables * setting.ratio > MAX_GENERATED_CLAUSES) {
    problems.ratio ??= `At most ${limitText(MAX_GENERATED_CLAUSES)} clauses are generated here.`;
  }
  return Object.keys(problems).length === 0 ? setting : { problems };
}

function readSpeed(text: string, problems: Partial<Record<SettingName, string>>): number {
  const speed = SAT_SPEEDS.find((value) => speedText(value) === text);
  if (speed === undefined) problems.speed = `Must be one of ${SAT_SPEEDS.map(speedText).join(", ")}.`;
  return speed ?? SAT_SPEEDS[0];
}

export function speedText(speed: number): string {
  return speed === Infinity ? "max" : String(speed);
}

function limitText(value: number): string {
  return value === Number.MAX_SAFE_INTEGER ? "2⁵³ − 1" : value.toLocaleString("en");
}
