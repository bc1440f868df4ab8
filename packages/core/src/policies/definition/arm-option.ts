import type { Arm } from "../../problem/arm.ts";

/** Baselines do not choose among arms: they are told one. */
export const armOption = {
  kind: "number",
  text: "which arm to play, from 0",
  default: 0,
  atLeast: 0,
  integer: true,
} as const;

export function checkArm(policy: string, arm: number, arms: readonly Arm[]): number {
  if (!(arm < arms.length)) {
    throw new RangeError(`${policy}: arm must be an integer from 0 to ${arms.length - 1}, got ${arm}`);
  }
  return arm;
}
