import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { pageFolder, STARTED_MODULES, startedModule } from "../../src/shell/assets.ts";

test("every module with a process or a thread of its own is compiled, and has a file in the bundle", () => {
  const bundle = new URL("../../dist/bundle/", import.meta.url);
  for (const name of Object.keys(STARTED_MODULES) as (keyof typeof STARTED_MODULES)[]) {
    expect(existsSync(startedModule(name)), name).toBe(true);
    expect(existsSync(new URL(`${name}.js`, bundle)), name).toBe(true);
  }
  expect(existsSync(new URL("index.html", pageFolder))).toBe(true);
});
