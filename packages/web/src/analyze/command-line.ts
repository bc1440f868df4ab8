import { shellWord } from "../design/shell-word.ts";
import type { Log, Wishes } from "./messages.ts";

/** The line for a shell that gives the same verdict. */
export function commandLine(log: Log, { columns, by, unit, resetting, seed }: Wishes): string {
  const options = [
    ...Object.entries(columns).flatMap(([name, wish]) =>
      wish === undefined ? [] : [`--${name}-column`, wish],
    ),
    ...(by === "arm" ? [] : ["--by", by]),
    ...(unit === "" ? [] : ["--unit", unit]),
    ...(resetting === "none" ? [] : ["--resetting", resetting]),
    ...(seed === 1 ? [] : ["--seed", String(seed)]),
  ];
  const file = log.name.replace(/^-/, "./-");
  return ["mulligan", "analyze", file, ...options].map(shellWord).join(" ");
}
