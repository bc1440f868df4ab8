import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "rolldown";
import { expect, test } from "vitest";

const core = fileURLToPath(new URL("../..", import.meta.url));

test("import { mulligan } pulls in at most 20 kB, minified and gzipped, and nothing from outside", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-"));
  try {
    const entry = join(folder, "entry.js");
    writeFileSync(entry, `export { mulligan } from ${JSON.stringify(join(core, "dist/index.js"))};`);
    await build({ input: entry, logLevel: "silent", output: { dir: join(folder, "out"), minify: true } });
    const code = readFileSync(join(folder, "out/entry.js"));
    expect(gzipSync(code).length).toBeLessThanOrEqual(20_000);
    expect(code.toString()).not.toMatch(/import[ {*]/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
