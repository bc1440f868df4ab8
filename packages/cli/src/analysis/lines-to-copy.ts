import type { ArmAnalysis } from "@mulligan/core/analysis";
import { millisecondsIn, unitOfWord } from "./cell-time.ts";
import { plainDigits, roundedUp } from "./scale.ts";
import { byGain } from "./text.ts";

/** Lines that cut at the best cutoff, for one language or program. */
export interface LinesToCopy {
  readonly name: string;
  /** A comment above the lines where several kinds follow each other. */
  readonly heading: string;
  readonly text: string;
}

/** Returns the lines that `analyze` prints after a "yes", for the arm that gains most; none if no arm should be restarted. */
export function printedLines(arms: readonly ArmAnalysis[], unit: string): string {
  const best = byGain(arms).find(({ restart }) => restart === "yes");
  if (best === undefined) return "";
  const lines = linesToCopy(best, unit);
  if (lines.length === 0) return "\nWith --unit ms or --unit s, lines to copy follow here.\n";
  const word = unit === "flips" ? "the files in place of FILE" : "your own command in place of COMMAND";
  return `\nTo copy, with ${word}:\n\n${lines.map(({ heading, text }) => `${heading}\n${text}\n`).join("")}`;
}

/** How often a line of each kind cuts and tries again: until it ends, or so many times before a last try. In seconds. */
interface Cut {
  readonly cutoff: number;
  /** Infinity where each try is cut. */
  readonly restarts: number;
  /** How long the last try may take; Infinity if it is not cut. */
  readonly last: number;
}

/** Lines for a shell, `mulligan run`, TypeScript and Python; none if times without a unit cannot be written in seconds. */
export function linesToCopy(arm: ArmAnalysis, unit: string): readonly LinesToCopy[] {
  if (unit === "flips") {
    const text = `mulligan sat --policy fixed:cutoff=${Math.ceil(roundedUp(arm.bestCutoff))} FILE`;
    return [{ name: "mulligan sat", heading: "# mulligan", text }];
  }
  const own = unitOfWord(unit);
  if (own === undefined) return [];
  const scale = millisecondsIn(own) / 1_000;
  const cut: Cut = {
    cutoff: arm.bestCutoff * scale,
    restarts: arm.retries?.restarts ?? Infinity,
    last: arm.timeout === undefined ? Infinity : arm.timeout.at * scale,
  };
  const milliseconds = plain(1_000 * cut.cutoff);
  const inputs = arm.retries === undefined ? "--until 1 -- COMMAND" : "-- COMMAND {} ::: INPUT";
  return [
    { name: "timeout", heading: "# shell", text: shellLine(cut) },
    {
      name: "mulligan run",
      heading: "# mulligan",
      text: `mulligan run --policy fixed:cutoff=${milliseconds}ms --schedule constant ${inputs}`,
    },
    {
      name: "TypeScript",
      heading: "// TypeScript: starts with this cutoff, and goes on learning",
      text: `import { mulligan } from "@mulligan/core";
const call = mulligan({ arms: { work: ({ signal }) => work(signal) }, firstCutoffMs: ${milliseconds} });
await call.execute();`,
    },
    {
      name: "fetch",
      heading: "// TypeScript, for requests: the same",
      text: `import { learnedFetch } from "@mulligan/fetch";
const get = learnedFetch({ firstCutoffMs: ${milliseconds} });
const response = await get(url);`,
    },
    { name: "Python", heading: "# Python", text: pythonLines(cut) },
  ];
}

/** A number of at most three digits that no reader takes for another, rounded up so that the best run is not cut. */
function plain(value: number): string {
  return plainDigits(roundedUp(value));
}

/** timeout(1) exits with 124 where it cut, and does not cut after 0. */
function shellLine({ cutoff, restarts, last }: Cut): string {
  const end = "code=$?; [ $code -ne 124 ]";
  if (restarts === Infinity)
    return `until timeout ${plain(cutoff)} COMMAND; ${end}; do :; done; (exit $code)`;
  const times = [...Array(restarts).fill(plain(cutoff)), last === Infinity ? "0" : plain(last)];
  return `for time in ${times.join(" ")}; do timeout $time COMMAND; ${end} && break; done; (exit $code)`;
}

function pythonLines({ cutoff, restarts, last }: Cut): string {
  const times =
    restarts === Infinity
      ? `itertools.repeat(${plain(cutoff)})`
      : `[${plain(cutoff)}] * ${restarts} + [${last === Infinity ? "None" : plain(last)}]`;
  return `import itertools, subprocess
for time in ${times}:
    try:
        subprocess.run(["COMMAND"], check=True, timeout=time)
        break
    except subprocess.TimeoutExpired:
        continue`.replace(restarts === Infinity ? "" : "itertools, ", "");
}
