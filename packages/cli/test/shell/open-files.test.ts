import { expect, test } from "vitest";
import { allowedConnections, isOutOfFiles } from "../../src/shell/open-files.ts";

test("half of the files are for connections, if these are fewer than requested", () => {
  expect([20_000, 4_097, Infinity].map((limit) => allowedConnections(10_000, limit))).toEqual([
    10_000, 2_048, 10_000,
  ]);
});

test("an error of the system that means too many files is told from others", () => {
  expect(isOutOfFiles(Object.assign(new Error("spawn"), { code: "EMFILE" }))).toBe(true);
  expect(isOutOfFiles(Object.assign(new Error("open"), { code: "ENOENT" }))).toBe(false);
  expect(isOutOfFiles(undefined)).toBe(false);
});
