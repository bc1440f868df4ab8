import { type Law, parseLaw, parseResetting, parseReward } from "@mulligan/core/distributions";
import { type KnownArm, knownArm } from "@mulligan/core/theory";
import { asUsage, UsageError } from "../shell/usage-error.ts";

/** The times of every `empirical(FILE)` in some laws, by the name of the file. */
export type TimesByFile = ReadonlyMap<string, Float64Array>;

/** The problem as the command line gives it: plain words, which can be sent to worker threads. */
export interface ProblemWords {
  /** A law for each arm: `LAW` or `NAME=LAW`. */
  readonly laws: readonly string[];
  readonly reward: string;
  readonly resetting: string;
  /** The times in the files that the laws name. */
  readonly times: TimesByFile;
}

/** Splits a law on the command line into the name of its arm, if it has one, and its notation. */
export function splitLaw(text: string): { readonly name: string | undefined; readonly notation: string } {
  const [, name, notation] = /^\s*(?:([A-Za-z][\w-]*)\s*=)?(.*)$/s.exec(text)!;
  return { name, notation };
}

/** Returns the arms that `--law`, `--reward` and `--resetting` describe. */
export function readArms(words: ProblemWords): KnownArm[] {
  return asUsage(() => armsOf(words));
}

function armsOf({ laws, reward, resetting, times }: ProblemWords): KnownArm[] {
  if (laws.length === 0) {
    throw new UsageError('--law: must be given once for each arm, as in --law "pareto(scale=1,shape=1.2)"');
  }
  const rewardOf = parseReward(reward);
  const reset = parseResetting(resetting);
  const arms = laws.map((text) => {
    const { name, notation } = splitLaw(text);
    const law = parseLaw(notation, { empirical: (file) => times.get(file)! });
    checkTimes(law);
    return knownArm(rewardOf(law), { name: name ?? notation.trim(), resetting: reset });
  });
  const names = arms.map((arm) => arm.name);
  return arms.map((arm, place) => {
    const earlier = names.slice(0, place).filter((name) => name === arm.name).length;
    return earlier === 0 ? arm : { ...arm, name: `${arm.name} #${earlier + 1}` };
  });
}

/** The chance of a time too long for a number that is small enough to never occur. */
const MAX_BEYOND = 1e-12;

/** Refuses laws without a rate: times of 0, or of ∞, which would end a simulation in its middle. */
function checkTimes(law: Law): void {
  if (!(law.mean > 0)) throw new UsageError(`--law: ${law.name} must take time, got 0 throughout`);
  const beyond = law.survival(Number.MAX_VALUE);
  if (!(beyond <= MAX_BEYOND)) {
    throw new UsageError(
      `--law: the times of ${law.name} must be below ${Number.MAX_VALUE.toPrecision(2)}, got longer ones with a chance of ${beyond.toPrecision(2)}`,
    );
  }
}
