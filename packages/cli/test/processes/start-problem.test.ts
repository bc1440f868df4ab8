import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProblem } from "../../src/processes/program-command.ts";
import { newFolder } from "../new-folder.ts";

test("a program is looked for as execvp does, and what speaks against it is said", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "text"), "");
  writeFileSync(join(folder, "program"), "", { mode: 0o755 });
  expect(startProblem("sh")).toBeUndefined();
  expect(startProblem(join(folder, "program"))).toBeUndefined();
  expect(startProblem("program", `/nowhere:${folder}`)).toBeUndefined();
  expect(startProblem("program", "/nowhere")).toBe("no such program");
  // A place that cannot be looked at, here since its name is too long, is passed over.
  expect(startProblem("program", `/${"x".repeat(5_000)}:${folder}`)).toBeUndefined();
  expect(startProblem("text", folder)).toBe("not executable");
  expect(startProblem(join(folder, "text"))).toBe("not executable");
  expect(startProblem("folder", folder)).toBe("no such program");
});
