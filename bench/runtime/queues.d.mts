import type { Situation } from "./situations.mjs";

export function queues(given: {
  name: string;
  workers?: readonly [number, number];
  busy?: number;
  cancels?: boolean;
  /** Of the mean, against the better of round robin and least outstanding. */
  most?: number;
  calls?: number;
}): Situation;
