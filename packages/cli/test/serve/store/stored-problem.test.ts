import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ServiceProblem } from "../../../src/serve/problem/problem.ts";
import { headerLine, readProblem, recordLine } from "../../../src/serve/store/problem-file.ts";
import { revertible } from "../../../src/serve/store/stored-problem.ts";
import { newFolder } from "../../new-folder.ts";
import { definition } from "../definition.ts";

test("what is ahead of the file is undone, and what could not be is tried again before anything else", async () => {
  const path = join(newFolder(), "file");
  const problem = new ServiceProblem(definition());
  const kept = recordLine(problem.decide({ count: 2 }, 0, 0));
  writeFileSync(path, headerLine("mark", definition()) + kept);
  const held = revertible(problem, async () => (await readProblem(path)).problem);
  problem.decide({ count: 5 }, 0, 0);
  const undone = held.revert();
  expect(held.isCurrent).toBe(false);
  await undone;
  expect(held.isCurrent).toBe(true);
  expect(held.problem.outstanding.last).toBe(2);

  rmSync(path);
  await held.revert();
  expect(held.isCurrent).toBe(false);
  await expect(held.ensureCurrent()).rejects.toThrow("no such file or directory");
  writeFileSync(path, headerLine("mark", definition()));
  await held.ensureCurrent();
  expect(held.isCurrent).toBe(true);
  expect(held.problem.outstanding.last).toBe(0);
});
