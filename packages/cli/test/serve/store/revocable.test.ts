import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Problem } from "../../../src/serve/learning/problem.ts";
import { headerLine, recordLine } from "../../../src/serve/store/problem-lines.ts";
import { revocable } from "../../../src/serve/store/revocable.ts";
import { newFolder } from "../../new-folder.ts";
import { definition } from "../definition.ts";

test("what is ahead of the file is undone, and what could not be is tried again before anything else", async () => {
  const path = join(newFolder(), "file");
  const problem = new Problem(definition());
  const kept = recordLine(problem.decide({ count: 2 }, 0, 0));
  writeFileSync(path, headerLine("mark", definition()) + kept);
  const held = revocable(problem, path);
  problem.decide({ count: 5 }, 0, 0);
  const undone = held.undo();
  expect(held.isSound).toBe(false);
  await undone;
  expect(held.isSound).toBe(true);
  expect(held.problem.outstanding.last).toBe(2);

  rmSync(path);
  await held.undo();
  expect(held.isSound).toBe(false);
  await expect(held.mend()).rejects.toThrow("cannot be written: no such file or directory");
  writeFileSync(path, headerLine("mark", definition()));
  await held.mend();
  expect(held.isSound).toBe(true);
  expect(held.problem.outstanding.last).toBe(0);
});
