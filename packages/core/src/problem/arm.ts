import { noResetting, type ResettingTime } from "./resetting.ts";

/** What a learner is told of an option: its name and how long a reset takes. Its law is what is learned. */
export interface Arm {
  readonly name: string;
  readonly resetting: ResettingTime;
}

const MAX_ARMS = 10_000;

/** Names, or names with resetting times, made whole and checked: at least one, each name once. */
export function checkArms(
  arms: readonly (string | { readonly name: string; readonly resetting?: ResettingTime })[],
): readonly Arm[] {
  if (!Array.isArray(arms) || arms.length === 0)
    throw new RangeError("arms: at least one must be given, got none");
  if (arms.length > MAX_ARMS)
    throw new RangeError(`arms: at most ${MAX_ARMS} may be given, got ${arms.length}`);
  const seen = new Set<string>();
  return arms.map((arm) => {
    const { name, resetting = noResetting } = typeof arm === "string" ? { name: arm } : arm;
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`arms: a name must be a non-empty string, got ${JSON.stringify(name)}`);
    }
    if (seen.has(name))
      throw new RangeError(`arms: each name may stand once, got ${JSON.stringify(name)} twice`);
    seen.add(name);
    return { name, resetting };
  });
}
