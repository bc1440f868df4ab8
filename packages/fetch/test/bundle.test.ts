import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const entry = join(fileURLToPath(new URL("..", import.meta.url)), "dist/index.js");

test("learnedFetch pulls in at most 24.6 kB with what it needs of core, minified and gzipped, and nothing from outside", async () => {
  const contents = `export { learnedFetch } from ${JSON.stringify(entry)};`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  const [{ contents: code, text }] = outputFiles;
  expect(gzipSync(code).length).toBeLessThanOrEqual(24_600);
  expect(text).not.toMatch(/\bimport[ {*("]|\brequire\(/);
});
