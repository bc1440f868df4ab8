import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readLogFile } from "../../src/analyze/read-log.ts";

test("a file that is too large for a tab is refused before it is read", async () => {
  const huge = { size: 300e6 } as Blob;
  await expect(readLogFile("huge.csv", huge, () => {})).rejects.toThrow(
    "huge.csv: must have at most 268 MB here, got 300 MB; the command “mulligan analyze” reads up to 1,073 MB",
  );
});

test("a file that is packed by gzip is unpacked; a damaged one is refused", async () => {
  const packed = new Uint8Array(gzipSync("time\n1\n2\n"));
  const bytes = await readLogFile("a.gz", new Blob([packed]), () => {});
  expect(new TextDecoder().decode(bytes)).toBe("time\n1\n2\n");
  await expect(readLogFile("a.gz", new Blob([packed.subarray(0, 20)]), () => {})).rejects.toThrow(
    "a.gz: cannot be read: is it a folder, a damaged file, or was it changed or moved?",
  );
});
