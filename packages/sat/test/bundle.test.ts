import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, expect, test } from "vitest";
import { walkSat } from "../src/engine/walk-sat.ts";
import { formulaOf } from "../src/formula/formula.ts";

const sat = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mulligan-sat-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** As a page would write it. It stands in the package's folder, so that both names are found as a stranger finds them. */
const program = `
  import { makePolicy } from "@mulligan/core";
  import { parseDimacs, satArm, satisfies, walkSat } from "@mulligan/sat";
  const formula = parseDimacs("p cnf 3 3\\n1 -2 0\\n2 3 0\\n-1 -3 0\\n", "page.cnf");
  const walk = walkSat(formula, { heuristic: "novelty+", seed: 4 });
  export const solved = walk.run(1_000_000) && satisfies(formula, walk.model);
  export const flips = walk.flips;
  const policy = makePolicy("fixed", { arms: ["walk"], options: { cutoff: 1_000_000 } });
  export const outcome = satArm(formula, { seed: 1 }).start(policy.decide().cutoff);
`;

async function bundled(): Promise<string> {
  const entry = join(sat, "page.js");
  const warnings: unknown[] = [];
  const bundle = await rolldown({
    input: entry,
    platform: "browser",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? program : null),
      },
    ],
    onLog: (_, log) => void warnings.push(log),
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  expect(warnings).toEqual([]);
  expect(output.length).toBe(1);
  return output[0].code;
}

// `browser.test.ts` has one by esbuild.
test("a bundler makes one file for the browser of it, without settings, and that solves with the same flips", async () => {
  const code = await bundled();
  expect(code).not.toMatch(/\bimport\b\s*[({*"']|\bfrom\s*"|cadical|node:|require\(/);
  const file = join(folder, "page.mjs");
  writeFileSync(file, code);
  const page = await import(/* @vite-ignore */ file);
  const formula = formulaOf(3, [
    [1, -2],
    [2, 3],
    [-1, -3],
  ]);
  const here = walkSat(formula, { heuristic: "novelty+", seed: 4 });
  expect(here.run(1_000_000)).toBe(true);
  expect(page.solved).toBe(true);
  expect(page.flips).toBe(here.flips);
  expect(page.outcome).toMatchObject({ kind: "completed", reward: 1 });
});
