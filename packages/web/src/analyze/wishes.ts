import type { ColumnNames } from "mulligan/readers";
import type { Wishes } from "./messages.ts";

/** What a column may be, in the order in which it is asked for. */
export const ROLES = ["time", "completed", "arm", "reward", "instance"] as const;

/** The words of an address as wishes. What cannot be is as if nothing was said. */
export function readWishes(settings: URLSearchParams): Wishes {
  const columns: { -readonly [role in keyof ColumnNames]: string } = {};
  for (const role of ROLES) {
    const wish = settings.get(role);
    if (wish) columns[role] = wish;
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

/** The same as words of an address; what is as always is left out. */
export function wishesText({ columns, by, unit, resetting, seed }: Wishes): URLSearchParams {
  return new URLSearchParams({
    ...columns,
    ...(by === "arm" ? {} : { by }),
    ...(unit === "" ? {} : { unit }),
    ...(resetting === "none" ? {} : { resetting }),
    ...(seed === 1 ? {} : { seed: String(seed) }),
  });
}
