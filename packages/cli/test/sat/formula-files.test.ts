import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileReader } from "../../src/sat/formula-files.ts";

const folder = mkdtempSync(join(tmpdir(), "mulligan-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, 65_535, 65_536, 65_537, 300_000])("a file of %i bytes is read whole", (size) => {
  const read = fileReader();
  const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251);
  const path = join(folder, `${size}`);
  writeFileSync(path, bytes);
  expect(Buffer.compare(read(path), bytes)).toBe(0);
  expect(Buffer.compare(read(path), bytes)).toBe(0);
});

test("a short file after a long one shows nothing of it", () => {
  const read = fileReader();
  writeFileSync(join(folder, "long"), "a".repeat(1000));
  writeFileSync(join(folder, "short"), "b");
  read(join(folder, "long"));
  expect(Buffer.from(read(join(folder, "short"))).toString()).toBe("b");
});

test("a pipe, which comes in pieces, is read to its end", () => {
  const program = `
    import { fileReader } from ${JSON.stringify(new URL("../../dist/sat/formula-files.js", import.meta.url).href)};
    process.stdout.write(String(fileReader()("/dev/stdin").length));
  `;
  const shell = "(printf abc; sleep 0.1; head -c 100000 /dev/zero; sleep 0.1; printf de)";
  const read = execFileSync("bash", [
    "-c",
    `${shell} | "$0" --input-type=module -e "$1"`,
    process.execPath,
    program,
  ]);
  expect(read.toString()).toBe("100005");
});
