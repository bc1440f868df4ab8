import { expect, test } from "vitest";
import { fakeSolver, playTriedAgain } from "../../../../bench/cluster/tried-again.mjs";

const [TASKS, SEEDS] = [200, 10];

/** All that the tries of a heavy-tailed solver took, in virtual time, over ten seeds. */
function work(workers: number, refresh: number): number {
  let total = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    total += playTriedAgain({ law: fakeSolver, policy: "km-ts", workers, refresh, tasks: TASKS, seed }).work;
  }
  return total;
}

test("eight workers that take the merged state every 8 or 32 trials do at most 10% more work than one", () => {
  const alone = work(1, 1);
  expect(work(8, 8) / alone).toBeLessThan(1.1);
  expect(work(8, 32) / alone).toBeLessThan(1.1);
});
