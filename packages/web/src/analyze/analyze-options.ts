import { type ColumnNames, millisecondsIn, UsageError, unitOfWord } from "mulligan/readers";
import { shellWord } from "../design/shell-line.tsx";

/** What the reader can say of a log. */
export interface AnalyzeOptions {
  /** Columns, the unit of their times, and words for outcomes. */
  readonly columns: ColumnNames;
  readonly by: "arm" | "instance";
  /** The unit of times that the log gives without one, where it has no columns to say it of. */
  readonly unit: string;
  readonly cost: RestartCost;
  readonly seed: number;
}

/** What a restart costs: so much time, or so many percent of the time that is cut. */
export interface RestartCost {
  readonly value: number;
  /** Such as `s`, or `%`; empty for the unit of the log. */
  readonly unit: string;
}

/** The words of the page for what the command calls arms and instances. */
export const NOUNS = { arm: "option", instance: "input" } as const;

/** What a column can hold, in the order of the fields. */
export const COLUMN_ROLES = ["time", "outcome", "arm", "instance", "reward"] as const;

/** What else can be said of the columns. */
const COLUMN_DETAILS = ["timeUnit", "done", "failed", "cut", "skip"] as const;

export const NO_COST: RestartCost = { value: 0, unit: "" };

/** The options that stand in the address, with defaults for what is absent or wrong. */
export function optionsFromAddress(settings: URLSearchParams): AnalyzeOptions {
  const columns: { -readonly [role in keyof ColumnNames]: string } = {};
  for (const role of [...COLUMN_ROLES, ...COLUMN_DETAILS]) {
    const name = settings.get(role);
    if (name) columns[role] = name;
  }
  const seed = settings.get("seed") ?? "";
  return {
    columns,
    by: settings.get("by") === "instance" ? "instance" : "arm",
    unit: settings.get("unit") ?? "",
    cost: costFrom(settings.get("cost") ?? ""),
    seed: /^\d{1,15}$/.test(seed) ? Number(seed) : 1,
  };
}

function costFrom(text: string): RestartCost {
  const match = /^(\d+\.?\d*|\.\d+)([a-z%]*)$/.exec(text);
  const value = Number(match?.[1] ?? 0);
  return match !== null && value > 0 ? { value, unit: match[2] } : NO_COST;
}

/** The options for the address, without those that have their default. */
export function optionsToAddress({ columns, by, unit, cost, seed }: AnalyzeOptions): URLSearchParams {
  return new URLSearchParams({
    ...columns,
    ...(by === "arm" ? {} : { by }),
    ...(unit === "" ? {} : { unit }),
    ...(cost.value > 0 ? { cost: `${cost.value}${cost.unit}` } : {}),
    ...(seed === 1 ? {} : { seed: String(seed) }),
  });
}

/** The cost of a restart as the command takes it, for times in a unit; empty for none. */
export function resettingText({ value, unit }: RestartCost, timesIn: string): string {
  if (value === 0) return "none";
  if (unit === "%") return `proportional(${Number((value / 100).toPrecision(12))})`;
  if (unit === "") return `constant(${value})`;
  const [from, to] = [unitOfWord(unit), unitOfWord(timesIn)];
  if (from === undefined || to === undefined) {
    throw new UsageError(
      timesIn === ""
        ? `The restart cost is in ${unit}, but the times have no unit. Choose their unit under “What was read”.`
        : `The restart cost is in ${unit}, but the times are in ${timesIn}.`,
    );
  }
  return `constant(${Number(((value * millisecondsIn(from)) / millisecondsIn(to)).toPrecision(12))})`;
}

/** The line for a shell that gives the same verdict about these files. */
export function analyzeCommand(
  files: readonly string[],
  { columns, by, unit, seed }: AnalyzeOptions,
  resetting: string,
): string {
  const options: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(columns).map(([role, name]) => [role === "timeUnit" ? "time-unit" : role, name]),
    ),
    ...(by === "arm" ? {} : { by }),
    ...(unit === "" ? {} : { unit }),
    ...(resetting === "none" ? {} : { resetting }),
    ...(seed === 1 ? {} : { seed: String(seed) }),
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return ["mulligan", "analyze", ...files.map((file) => file.replace(/^-/, "./-")), ...words]
    .map(shellWord)
    .join(" ");
}
