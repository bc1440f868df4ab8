import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect } from "vitest";

/** Expects that a name pulls no more bytes out of a built entry, minified and gzipped, and imports nothing at run time. */
export async function expectBundled(name: string, entry: URL, mostBytes: number): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from ${JSON.stringify(fileURLToPath(entry))};`, resolveDir: "/" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  const [{ contents, text }] = outputFiles;
  expect(gzipSync(contents).length).toBeLessThanOrEqual(mostBytes);
  expect(text).not.toMatch(/\bimport[ {*("]|\brequire\(/);
}
