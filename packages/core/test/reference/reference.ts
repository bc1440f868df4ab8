import { readFileSync } from "node:fs";

/** Values made by the Python script beside it; infinite ones are the string "Infinity" in the JSON. */
export function reference<T>(name: "laws" | "random"): T {
  const text = readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text, (_key, value) => (value === "Infinity" ? Infinity : value));
}
