import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pageFolder, STARTED_MODULES, startedModule } from "../../src/shell/assets.ts";
import { newFolder } from "../new-folder.ts";

const names = Object.keys(STARTED_MODULES) as (keyof typeof STARTED_MODULES)[];

test("every module with a process or a thread of its own is compiled, and has a file in the bundle", () => {
  const bundle = new URL("../../dist/bundle/", import.meta.url);
  for (const name of names) {
    expect(existsSync(startedModule(name)), name).toBe(true);
    expect(existsSync(new URL(`${name}.js`, bundle)), name).toBe(true);
  }
  expect(existsSync(new URL("index.html", pageFolder))).toBe(true);
});

const formula = join(newFolder(), "a.cnf");
writeFileSync(formula, "p cnf 3 2\n1 -2 0\n2 3 0\n");
const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

test.each([
  ["a process with a watchdog", ["run", "--", "true"], 0, /1 of 1 solved/],
  ["a process with threads", ["sat", formula], 10, /^s SATISFIABLE/],
  [
    "a thread with threads",
    ["simulate", "--law", "constant(value=1)", "--horizon", "9", "--runs", "1"],
    0,
    /^policy/m,
  ],
])("what the compiler writes runs as well, without the bundle: %s", (_, words, code, pattern) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], { encoding: "utf8" });
  expect(`${stdout}${stderr}`).toMatch(pattern);
  expect(status).toBe(code);
});
