import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

test("the committed module is what the assembly compiles to", () => {
  // In a process of its own: the compiler is large, and vitest would transform it.
  const script = `import { compileEngine, embedEngine } from ${JSON.stringify(path("../../assembly/build.mjs"))};
    process.stdout.write(embedEngine(await compileEngine()));`;
  const fresh = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  expect(fresh === readFileSync(path("../../src/engine/engine-wasm.ts"), "utf8")).toBe(true);
});
