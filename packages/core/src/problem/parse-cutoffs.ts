import { autoCutoffs, type CutoffSet, geometricCutoffs, intervalCutoffs, listCutoffs } from "./cutoffs.ts";

/** Reads the notation of `--cutoffs`: `auto`, `1,2,5,inf`, `log:FROM:TO:COUNT` or `LOW..HIGH`. */
export function parseCutoffs(text: string): CutoffSet {
  try {
    return read(text.trim());
  } catch (error) {
    // Who wrote the notation does not know the function that refuses it.
    if (error instanceof RangeError) throw new RangeError(error.message.replace(/^\w+:/, "cutoffs:"));
    throw error;
  }
}

function read(trimmed: string): CutoffSet {
  if (trimmed === "auto") return autoCutoffs();
  if (trimmed.startsWith("log:")) {
    const parts = trimmed.slice(4).split(":");
    if (parts.length !== 3) throw new RangeError(`cutoffs: expected log:FROM:TO:COUNT, got "${trimmed}"`);
    const [from, to, count] = parts.map((part) => parseTime(part, trimmed));
    return geometricCutoffs(from, to, count);
  }
  if (trimmed.includes("..")) {
    const parts = trimmed.split("..");
    if (parts.length !== 2) throw new RangeError(`cutoffs: expected LOW..HIGH, got "${trimmed}"`);
    return intervalCutoffs(parseTime(parts[0], trimmed), parseTime(parts[1], trimmed));
  }
  return listCutoffs(trimmed.split(",").map((part) => parseTime(part, trimmed)));
}

function parseTime(text: string, whole: string): number {
  const word = text.trim();
  if (word === "inf") return Infinity;
  if (!/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) {
    throw new RangeError(
      `cutoffs: expected auto, a list such as 1,2,5,inf, log:FROM:TO:COUNT or LOW..HIGH, got "${word}" in "${whole}"`,
    );
  }
  return Number(word);
}
