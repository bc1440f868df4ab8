import { expect, test } from "vitest";
import { readLogFile } from "../../src/analyze/read-log.ts";

test("a file that is too large for a tab is refused before it is read", async () => {
  const huge = { size: 300e6 } as Blob;
  await expect(readLogFile("huge.csv", huge, () => {})).rejects.toThrow(
    "huge.csv: must have at most 268 MB here, got 300 MB; the command `mulligan analyze` reads up to 1,073 MB",
  );
});
