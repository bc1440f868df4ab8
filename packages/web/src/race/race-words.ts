import { shellWord } from "../design/shell-word.ts";

/** A race as the reader wrote it: words, as in the address and on the command line. */
export interface RaceWords {
  /** One for each arm, in the notation of `--law`. */
  readonly laws: readonly string[];
  /** What the laws become half-way, one for each arm; none where they stay. */
  readonly later: readonly string[];
  /** When they do. */
  readonly change: string;
  readonly reward: string;
  readonly resetting: string;
  readonly cutoffs: string;
  readonly policies: readonly string[];
  readonly horizon: string;
  readonly runs: string;
  readonly seed: string;
}

/** As many as can be told apart in a figure. */
export const MAX_ARMS = 5;
export const MAX_POLICIES = 6;

/** What the command takes where nothing is said. */
const DEFAULTS: RaceWords = {
  laws: ["pareto(scale=1,shape=1.2)"],
  later: [],
  change: "",
  reward: "one",
  resetting: "none",
  cutoffs: "auto",
  policies: ["km-ts", "luby", "never"],
  horizon: "1000",
  runs: "20",
  seed: "1",
};

const SINGLE = ["change", "reward", "resetting", "cutoffs", "horizon", "runs", "seed"] as const;
const REPEATED = { laws: "law", later: "later", policies: "policy" } as const;

/** The race that stands in the address; undefined if none does. */
export function wordsFromAddress(settings: URLSearchParams): RaceWords | undefined {
  if (settings.size === 0) return undefined;
  const words: { -readonly [Name in keyof RaceWords]: RaceWords[Name] } = { ...DEFAULTS };
  for (const name of SINGLE) words[name] = settings.get(name) ?? DEFAULTS[name];
  for (const [name, key] of Object.entries(REPEATED) as [keyof typeof REPEATED, string][]) {
    // One too many is refused by who reads it; a thousand would have to be drawn first.
    if (settings.has(key)) words[name] = settings.getAll(key).slice(0, MAX_POLICIES + 1);
  }
  return words;
}

/** The other way round: what is as the command would take it is left out. */
export function wordsToAddress(words: RaceWords): URLSearchParams {
  const settings = new URLSearchParams();
  for (const [name, key] of Object.entries(REPEATED) as [keyof typeof REPEATED, string][]) {
    for (const text of words[name]) settings.append(key, text);
  }
  for (const name of SINGLE) if (words[name] !== DEFAULTS[name]) settings.set(name, words[name]);
  return settings;
}

/**
 * The line of `mulligan simulate` that gives the same numbers; undefined where the command has no words for the race:
 * its laws do not change.
 */
export function commandLine(words: RaceWords): string | undefined {
  if (words.later.length > 0) return undefined;
  const given: [string, string][] = [
    ...words.laws.map((law): [string, string] => ["--law", law]),
    ...words.policies.map((policy): [string, string] => ["--policy", policy]),
  ];
  for (const name of ["reward", "resetting", "cutoffs"] as const) {
    if (words[name] !== DEFAULTS[name]) given.push([`--${name}`, words[name]]);
  }
  given.push(["--horizon", words.horizon], ["--runs", words.runs], ["--seed", words.seed]);
  return `mulligan simulate ${given.map(([option, value]) => `${option} ${shellWord(value)}`).join(" ")}`;
}
