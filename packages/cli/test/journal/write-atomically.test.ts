import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writeAtomically } from "../../src/journal/write-atomically.ts";
import { newFolder } from "../new-folder.ts";

const built = fileURLToPath(new URL("../../dist/journal/write-atomically.js", import.meta.url));

test("a process that ends as soon as it began to write leaves nothing half written", async () => {
  const folder = newFolder();
  // Before, 12 of 40 did: a thread of Node's made the file after the process had cleared away.
  const script = `import { writeAtomically } from ${JSON.stringify(built)};
    writeAtomically(process.argv[1] + "/file", "x").catch(() => {});
    process.exit(0);`;
  const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, folder]);
  for (let i = 0; i < 4; i++) await Promise.all([start(), start(), start()]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a file that is there is replaced by a whole one", async () => {
  const path = join(newFolder(), "file");
  await writeAtomically(path, "first");
  await writeAtomically(path, ["sec", "ond"]);
  expect(readFileSync(path, "utf8")).toBe("second");
});
