import { SourceMap } from "node:module";
import { join } from "node:path";
import { build } from "rolldown";
import { expect, test } from "vitest";
import { lineMap } from "../scripts/line-map.mjs";
import { root } from "./markdown.ts";

/** What the command is bundled from, in small: a module of ours, and one of another package. */
const ENTRY = "\0entry";
const paths = ["packages/core/src/problem/outcome.ts", "node_modules/p-retry/index.js"];
const text = paths.map((path) => `export * from ${JSON.stringify(join(root, path))};\n`).join("");

test("a map of lines leads each place of our code to the line to which the bundler's map leads it, and no other place", async () => {
  const { output } = await build({
    input: { entry: ENTRY },
    write: false,
    cwd: root,
    tsconfig: false,
    platform: "node",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? text : undefined),
      },
    ],
    output: { minify: true, sourcemap: "hidden" },
  });
  const [{ code, map }] = output;
  const lines = lineMap(map!)!;
  expect(JSON.stringify(lines).length).toBeLessThan(JSON.stringify(map).length / 5);
  const [whole, reduced] = [map!, lines].map((one) => new SourceMap(one as never));
  let count = 0;
  for (const [line, content] of code.split("\n").entries()) {
    for (let column = 0; column < content.length; column++) {
      const [wanted, found] = [whole, reduced].map((one) => {
        const entry = one.findEntry(line, column);
        const isOurs = "originalSource" in entry && entry.originalSource?.includes("packages/core/src");
        return isOurs ? [entry.originalSource, entry.originalLine] : undefined;
      });
      expect(found, `${line + 1}:${column + 1}`).toEqual(wanted);
      if (found !== undefined) count++;
    }
  }
  expect(count).toBeGreaterThan(200);
  expect(count).toBeLessThan(code.length / 2);
});
