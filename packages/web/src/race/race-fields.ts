/** The text of the fields that make a race, as in the address and on the command line. */
export interface RaceFields {
  /** The law of each arm, in the notation of `--law`. */
  readonly laws: readonly string[];
  /** What each arm's law becomes during the race; empty where laws do not change. */
  readonly later: readonly string[];
  /** The time at which the laws change. */
  readonly change: string;
  readonly reward: string;
  readonly resetting: string;
  readonly cutoffs: string;
  readonly policies: readonly string[];
  readonly horizon: string;
  readonly runs: string;
  readonly seed: string;
}

/** More cannot be told apart in a figure. */
export const MAX_RACE_ARMS = 5;
export const MAX_RACE_POLICIES = 6;

/** The defaults of `mulligan simulate`. */
export const RACE_DEFAULTS: RaceFields = {
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
const REPEATED = [
  ["laws", "law"],
  ["later", "later"],
  ["policies", "policy"],
] as const;

/** The race that stands in the address; undefined if none does. */
export function raceFromAddress(settings: URLSearchParams): RaceFields | undefined {
  if (settings.size === 0) return undefined;
  const fields: { -readonly [Name in keyof RaceFields]: RaceFields[Name] } = { ...RACE_DEFAULTS };
  for (const name of SINGLE) fields[name] = settings.get(name) ?? RACE_DEFAULTS[name];
  for (const [name, key] of REPEATED) {
    // `readRace` refuses one too many; a thousand would have to be drawn first.
    if (settings.has(key)) fields[name] = settings.getAll(key).slice(0, MAX_RACE_POLICIES + 1);
  }
  return fields;
}

/** The settings for the address, without single fields that have their default. */
export function raceToAddress(fields: RaceFields): URLSearchParams {
  const settings = new URLSearchParams();
  for (const [name, key] of REPEATED) for (const text of fields[name]) settings.append(key, text);
  for (const name of SINGLE) if (fields[name] !== RACE_DEFAULTS[name]) settings.set(name, fields[name]);
  return settings;
}
