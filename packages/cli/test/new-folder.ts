import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

/** A folder that is gone when the test is over, or the file's last one if no test has begun yet. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-test-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return folder;
}
