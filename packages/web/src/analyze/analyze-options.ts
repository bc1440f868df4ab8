import type { ColumnNames } from "mulligan/readers";
import { shellWord } from "../design/shell-line.tsx";

/** The options of `mulligan analyze`. */
export interface AnalyzeOptions {
  readonly columns: ColumnNames;
  readonly by: "arm" | "instance";
  /** Empty for the log's own unit. */
  readonly unit: string;
  readonly resetting: string;
  readonly seed: number;
}

/** What a column can hold, in the order of the fields. */
export const COLUMN_ROLES = ["time", "outcome", "arm", "reward", "instance"] as const;

/** The options that stand in the address, with defaults for what is absent or wrong. */
export function optionsFromAddress(settings: URLSearchParams): AnalyzeOptions {
  const columns: { -readonly [role in keyof ColumnNames]: string } = {};
  for (const role of COLUMN_ROLES) {
    const name = settings.get(role);
    if (name) columns[role] = name;
  }
  const seed = settings.get("seed") ?? "";
  return {
    columns,
    by: settings.get("by") === "instance" ? "instance" : "arm",
    unit: settings.get("unit") ?? "",
    resetting: settings.get("resetting") || "none",
    seed: /^\d{1,15}$/.test(seed) ? Number(seed) : 1,
  };
}

/** The options for the address, without those that have their default. */
export function optionsToAddress({ columns, ...options }: AnalyzeOptions): URLSearchParams {
  return new URLSearchParams({ ...columns, ...Object.fromEntries(changedOptions(options)) });
}

/** The command for a shell that gives the same verdict about a file. */
export function analyzeCommand(file: string, { columns, ...options }: AnalyzeOptions): string {
  const words = [
    ...Object.entries(columns).flatMap(([name, column]) => [`--${name}`, column]),
    ...changedOptions(options).flatMap(([name, value]) => [`--${name}`, value]),
  ];
  return ["mulligan", "analyze", file.replace(/^-/, "./-"), ...words].map(shellWord).join(" ");
}

function changedOptions(options: Omit<AnalyzeOptions, "columns">): [name: string, value: string][] {
  const defaults = { by: "arm", unit: "", resetting: "none", seed: 1 };
  return (["by", "unit", "resetting", "seed"] as const)
    .filter((name) => options[name] !== defaults[name])
    .map((name) => [name, String(options[name])]);
}
