import { type Heuristic, heuristicNames } from "@mulligan/sat";

/** The kinds of generated formulas. */
export const FORMULA_KINDS = {
  cbs100: {
    label: "CBS, 100 variables",
    text: "Like SATLIB's CBS set: 403 clauses of three literals; 30 variables have the same value in every solution. All have a solution.",
  },
  uf100: {
    label: "uf100, 100 variables",
    text: "Like SATLIB's uf100 set: 430 random clauses of three literals. All have a solution.",
  },
  planted: {
    label: "Random, with a hidden solution",
    text: "Random clauses of three literals that one hidden solution meets. Easier than others of their size.",
  },
  uniform: {
    label: "Random, perhaps without a solution",
    text: "Random clauses of three literals. With more than about 4.27 clauses for each variable, most have no solution.",
  },
} as const;

export type FormulaKind = keyof typeof FORMULA_KINDS;

/** `ruleFor` in `contestant.ts` says what `auto` means. */
type WalkRule = "auto" | Heuristic;

/** The rules of the walk in plain words. */
export const RULE_LABELS: Readonly<Record<WalkRule, string>> = {
  auto: "By the size of the formula (auto)",
  skc: "The first WalkSAT (skc)",
  novelty: "Not the last one again (novelty)",
  "novelty+": "The same, with random steps (novelty+)",
  rnovelty: "By the lead of the best (rnovelty)",
  "rnovelty+": "The same, with random steps (rnovelty+)",
  tabu: "Leave flipped ones alone (tabu)",
  probsat: "By chance, the best most often (probsat)",
};

const WALK_RULES: readonly WalkRule[] = ["auto", ...heuristicNames];

/** The policies that learn to retry tasks. */
export const LEARNERS = ["km-ts", "hidden-types"] as const;

/** Flips a second of the walk in the picture; ∞ is as fast as possible. */
export const SAT_SPEEDS = [1_000, 10_000, 100_000, 1_000_000, Infinity] as const;

/** All that the results depend on, apart from files; and the speed of the walk in the picture, on which they do not. */
export interface SatSetting {
  readonly kind: FormulaKind;
  readonly variables: number;
  /** Clauses for each variable. */
  readonly ratio: number;
  readonly count: number;
  /** The seed of generated formulas and of the first walks. */
  readonly seed: number;
  /** How often all is played: with this seed and those after it. */
  readonly seeds: number;
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
 * A quarter of a flip for each clause is 100 flips for the formulas of CBS, the base that people try first. The learner
 * is `km-ts`, which needs fewer flips here than `hidden-types`, the default of the command: 1,270 for each solved formula
 * against 1,400, over seeds 1 to 10.
 */
const DEFAULTS: SatFields = {
  kind: "cbs100",
  variables: "200",
  ratio: "4.2",
  count: "100",
  seed: "1",
  seeds: "10",
  rule: "auto",
  noise: "0.5",
  learner: "km-ts",
  base: "0.25",
  budget: "50",
  speed: "10000",
};

const SETTING_NAMES = Object.keys(DEFAULTS) as readonly SettingName[];

export const MAX_FORMULAS = 1_000;
const MAX_SEEDS = 20;
const MAX_SEED = 1e15;
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
    seed: number("seed", 0, MAX_SEED, true),
    seeds: number("seeds", 1, MAX_SEEDS, true),
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
  return value.toLocaleString("en");
}

/** The settings on which files do not depend. */
const OF_GENERATED: readonly SettingName[] = ["kind", "variables", "ratio", "count"];

/** Whether both settings give the same results. */
export function isSameContest(one: SatSetting, other: SatSetting, hasFiles: boolean): boolean {
  return SETTING_NAMES.every(
    (name) => name === "speed" || (hasFiles && OF_GENERATED.includes(name)) || one[name] === other[name],
  );
}
