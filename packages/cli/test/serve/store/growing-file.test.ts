import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openGrowingFile } from "../../../src/serve/store/growing-file.ts";
import { newFolder } from "../../new-folder.ts";

const filler = `${"x".repeat(299_999)}\n`;

function newFile() {
  const path = join(newFolder(), "file");
  writeFileSync(path, "head\n");
  return { path, file: openGrowingFile(path, { length: 5, base: 5 }) };
}

test("what stands in the state is not measured as growth: a long one is written anew when it is thrice as long", async () => {
  const { path, file } = newFile();
  await file.write(filler, () => "too early");
  await file.write("one\n", () => filler);
  expect(statSync(path).size).toBe(300_000);
  await file.write(filler, () => "too early");
  await file.write(filler, () => "too early");
  await file.write("two\n", () => "too early");
  await file.write("three\n", () => "state\n");
  expect(readFileSync(path, "utf8")).toBe("state\n");
  await file.close();
});

test("where a file cannot be written anew, the text is appended as before", async () => {
  const { path, file } = newFile();
  await file.write(filler, () => "too early");
  // No text, so it cannot be written: stands for a disk without room for a second file.
  const impossible = 7 as unknown as string;
  await file.write("one\n", () => impossible);
  await file.write("two\n", () => "too early again");
  await file.close();
  expect(readFileSync(path, "utf8")).toBe(`head\n${filler}one\ntwo\n`);
});

test("a file that cannot be opened fails with the reason", async () => {
  const path = join(newFolder(), "folder");
  mkdirSync(path);
  const file = openGrowingFile(path, { length: 0, base: 0 });
  await expect(file.write("one\n", () => "")).rejects.toThrow(
    "cannot be written: illegal operation on a directory",
  );
});
