import type { JointLaw } from "../distributions/joint-law.ts";
import { noResetting, type ResettingTime } from "../problem/arm.ts";

/** An arm (X_k, R_k, C_k) whose law is known: what the theory computes with and the simulator draws from. */
export interface KnownArm {
  readonly name: string;
  readonly law: JointLaw;
  readonly resetting: ResettingTime;
}

/** The name and the resetting time of an arm; by default the law's name, and none. */
export interface KnownArmOptions {
  readonly name?: string;
  readonly resetting?: ResettingTime;
}

/** An arm of a known law. */
export function knownArm(law: JointLaw, options: KnownArmOptions = {}): KnownArm {
  return { name: options.name ?? law.name, law, resetting: options.resetting ?? noResetting };
}
