import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "rolldown";
import { expect, test } from "vitest";

const core = fileURLToPath(new URL("../..", import.meta.url));
const bin = (name: string) =>
  fileURLToPath(new URL(`../../../../node_modules/.bin/${name}`, import.meta.url));

test("import { mulligan } pulls in at most 12 kB, minified and gzipped, and nothing from outside", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-"));
  try {
    const entry = join(folder, "entry.js");
    writeFileSync(entry, `export { mulligan } from ${JSON.stringify(join(core, "dist/index.js"))};`);
    await build({ input: entry, logLevel: "silent", output: { dir: join(folder, "out"), minify: true } });
    const code = readFileSync(join(folder, "out/entry.js"));
    expect(gzipSync(code).length).toBeLessThanOrEqual(12_000);
    expect(code.toString()).not.toMatch(/import[ {*]/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("publint and attw find nothing in the package as it would be published", () => {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-"));
  try {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: core, stdio: "pipe" });
    const { version } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
    const tarball = join(folder, `mulligan-core-${version}.tgz`);
    const lint = execFileSync(bin("publint"), ["run", tarball, "--strict"], { encoding: "utf8" });
    expect(lint).toContain("All good!");
    // An ES module only, which Node ≥ 20.19 can require; resolution as in Node 10 is not promised.
    const types = execFileSync(bin("attw"), [tarball, "--profile", "esm-only"], { encoding: "utf8" });
    expect(types).toContain("(ignoring resolutions: 'node10', 'node16-cjs')");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
