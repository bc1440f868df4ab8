import type { ArmAnalysis } from "@mulligan/core/analysis";

/** How often a line of each kind cuts and tries again: until it ends, or so many times before a last try. */
interface Cut {
  readonly cutoff: number;
  /** Infinity where each try is cut. */
  readonly restarts: number;
  /** How long the last try may take; Infinity if it is not cut. */
  readonly last: number;
}

const SECONDS: Readonly<Record<string, number>> = { ms: 1e-3, s: 1 };

/**
 * What to do after a "yes": lines that cut at the best cutoff, for a shell, `mulligan run`, TypeScript and Python. Of several
 * arms it is that of the highest rate. Empty where no arm should be restarted.
 */
export function linesToCopy(arms: readonly ArmAnalysis[], unit: string): string {
  const best = arms.filter(({ restart }) => restart === "yes").toSorted((a, b) => b.bestRate - a.bestRate)[0];
  if (best === undefined) return "";
  if (unit === "flips") {
    return `\nTo copy, with the files in place of FILE:\nmulligan sat --policy fixed:cutoff=${Math.ceil(best.bestCutoff)} FILE\n`;
  }
  const scale = SECONDS[unit];
  if (scale === undefined) return "\nWith --unit ms or --unit s, lines to copy follow here.\n";
  const cut = {
    cutoff: best.bestCutoff * scale,
    restarts: best.retries?.restarts ?? Infinity,
    last: best.timeout === undefined ? Infinity : best.timeout.at * scale,
  };
  return `
To copy, with your own command in place of COMMAND:

# shell
${shellLine(cut)}
# mulligan
mulligan run --policy fixed:cutoff=${plain(1_000 * cut.cutoff)} --schedule constant ${best.retries === undefined ? "--until 1 -- COMMAND" : "-- COMMAND {} ::: INPUT"}
// TypeScript: starts with this cutoff, and goes on learning
import { mulligan } from "@mulligan/core";
const call = mulligan({ arms: { work: ({ signal }) => work(signal) }, firstCutoffMs: ${plain(1_000 * cut.cutoff)} });
await call.execute();
# Python
${pythonLines(cut)}
`;
}

/** A number of at most three digits that no reader takes for another, rounded up so that the best run is not cut. */
function plain(value: number): string {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  const rounded = Math.ceil(value / unit - 1e-9) * unit;
  return rounded >= 100
    ? rounded.toFixed(0)
    : rounded.toFixed(Math.max(0, 2 - Math.floor(Math.log10(value)))).replace(/\.?0+$/, "");
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
