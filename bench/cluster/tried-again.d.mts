import type { Xoshiro128 } from "@mulligan/core/random";

export function playTriedAgain(given: {
  law: (random: Xoshiro128) => number;
  policy: string;
  workers: number;
  refresh: number;
  tasks: number;
  seed: number;
}): { trials: number; makespan: number; unseen: number; work: number };

export function fakeSolver(random: Xoshiro128): number;
