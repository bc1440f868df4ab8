import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DESCRIPTORS, openWithoutLinks } from "../../src/shell/open-without-links.ts";
import { newFolder } from "../new-folder.ts";

// Where the system does not list what is open, as macOS, the path is read again instead.
describe.each([DESCRIPTORS, undefined])("by way of %s", (descriptors) => {
  const open = (path: string) => openWithoutLinks(path, 0, descriptors);

  test("a file is opened by its real path, and by no path with a link in it", () => {
    const folder = realpathSync(newFolder());
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real/file"), "content");
    symlinkSync("real", join(folder, "link"));
    symlinkSync("real/file", join(folder, "last"));
    const opened = open(join(folder, "real/file"));
    expect(readFileSync(opened, "utf8")).toBe("content");
    closeSync(opened);
    expect(() => open(join(folder, "last"))).toThrow("ELOOP");
    expect(() => open(join(folder, "link/file"))).toThrow("link/file: must not contain a link");
    expect(() => open(join(folder, "missing"))).toThrow("ENOENT");
  });

  test("a pipe in the place of a file is not waited for", () => {
    const pipe = join(realpathSync(newFolder()), "pipe");
    execFileSync("mkfifo", [pipe]);
    closeSync(open(pipe));
  });
});
