import { execFileSync } from "node:child_process";
import {
  chmodSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { packFolder } from "../../src/cluster/pack-folder.ts";
import { folderSchema, type PackedFolder, unpackFolder } from "../../src/cluster/packed-folder.ts";
import { plain } from "../../src/cluster/plain-values.ts";
import { DESCRIPTORS } from "../../src/shell/open-without-links.ts";
import { newFolder } from "../new-folder.ts";

const LIMIT = 100_000;

let place: string;
let outside: string;
beforeEach(() => {
  [place, outside] = [join(newFolder(), "tmp"), newFolder()];
  mkdirSync(place);
  writeFileSync(join(outside, "secret"), "secret");
});

/** What is packed, by path, and the notices. */
function pack(options: Parameters<typeof packFolder>[3] = {}, onNotice = () => {}) {
  const notices: string[] = [];
  const notice = (_: string, text: string) => {
    notices.push(text);
    onNotice();
  };
  const packed = packFolder(place, LIMIT, notice, options);
  const byPath = packed.map((entry) => [
    entry.path,
    "content" in entry
      ? Buffer.from(entry.content).toString()
      : "target" in entry
        ? { to: entry.target }
        : {},
  ]);
  return { packed, entries: Object.fromEntries(byPath), notices };
}

/** What the other side reads from it. */
const sent = (value: unknown) => folderSchema.parse(JSON.parse(JSON.stringify(plain(value))));

/** What is in a folder. `readdirSync` would follow links, for ever if they lead up. */
function list(folder: string): unknown[][] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const { mode } = lstatSync(path);
      const kind = mode & constants.S_IFMT;
      if (kind === constants.S_IFDIR) return [[name, mode], ...list(path)];
      return [[name, mode, kind === constants.S_IFLNK ? readlinkSync(path) : readFileSync(path, "hex")]];
    });
}

test("files, folders, links that stay inside and their modes arrive as they were, whatever their order", () => {
  mkdirSync(join(place, "deep/er"), { recursive: true });
  mkdirSync(join(place, "empty"), { mode: 0o750 });
  writeFileSync(join(place, "deep/er/run"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(place, "readable"), Buffer.from([0, 255, 10]), { mode: 0o440 });
  for (const [name, target] of [
    ["a", "deep/er/run"],
    ["deep/up", "../readable"],
    ["deep/dangling", "nothing"],
    ["self", "."],
    ["deep/root", ".."],
  ]) {
    symlinkSync(target, join(place, name));
  }
  writeFileSync(join(place, "deep/er/last"), "");
  chmodSync(join(place, "deep/er"), 0o555);
  const { packed, notices } = pack();
  expect(notices).toEqual([]);
  const copy = join(newFolder(), "out", "copy");
  unpackFolder(sent(packed), copy);
  expect(list(copy)).toEqual(list(place));
  expect(list(copy).length).toBe(11);
  // Only root can remove what is in it.
  for (const one of [place, copy]) chmodSync(join(one, "deep/er"), 0o755);
});

// Where the system does not list what is open, as macOS, paths are compared instead.
describe.each([DESCRIPTORS, undefined])("by way of %s", (descriptors) => {
  test("links out of the folder are never followed, but left out", () => {
    for (const [name, target] of [
      ["absolute", join(outside, "secret")],
      ["folder", outside],
      ["up", "../../x"],
      ["around", "sub/../../x"],
      ["by-another", "self/../x"],
      ["root", "/"],
      ["dangling", "/nowhere/at/all"],
      ["sub/up", "../../x"],
    ]) {
      mkdirSync(join(place, "sub"), { recursive: true });
      symlinkSync(target, join(place, name));
    }
    symlinkSync(".", join(place, "self"));
    const { entries, notices } = pack({ descriptors });
    expect(entries).toEqual({ sub: {}, self: { to: "." } });
    expect(notices.length).toBe(8);
    expect(new Set(notices.map((text) => text.replace(/such as .*/, "")))).toEqual(
      new Set(["--out: links that lead out of {tmp} are left out, "]),
    );
  });

  test("a folder that is itself a link is not read", () => {
    rmSync(place, { recursive: true });
    symlinkSync(outside, place);
    expect(() => pack({ descriptors })).toThrow(/^a folder that cannot be read is not sent/);
  });

  test("a folder that becomes a link while it is read gives nothing from where that leads", () => {
    mkdirSync(join(place, "sub"));
    // In whichever order they are read: all files come before all links once in 184,756 random orders.
    for (let i = 0; i < 10; i++) {
      writeFileSync(join(place, `sub/file-${i}`), "mine");
      symlinkSync("/", join(place, `sub/link-${i}`));
      writeFileSync(join(outside, `file-${i}`), "secret");
      mkdirSync(join(outside, `folder-${i}`));
    }
    const swap = () => {
      if (existsSync(join(place, "..", "moved"))) return;
      renameSync(join(place, "sub"), join(place, "..", "moved"));
      symlinkSync(outside, join(place, "sub"));
    };
    const { entries, notices } = pack({ descriptors }, swap);
    const contents = Object.values(entries).filter((entry) => typeof entry === "string");
    expect(new Set([...contents, "mine"])).toEqual(new Set(["mine"]));
    expect(contents.length).toBeLessThan(10);
    expect(Object.keys(entries).filter((path) => path.includes("folder"))).toEqual([]);
    expect(notices).toContainEqual(
      expect.stringMatching(/^--out: files that cannot be read are left out, such as sub.file/),
    );
  });
});

test("pipes, sockets and devices are left out, and not opened", async () => {
  // Opening a pipe would wait for its writer.
  execFileSync("mkfifo", [join(place, "pipe")]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(place, "socket"), resolve));
  onTestFinished(() => void server.close());
  symlinkSync("/dev/zero", join(place, "device"));
  writeFileSync(join(place, "file"), "kept");
  const { entries, notices } = pack();
  expect(entries).toEqual({ file: "kept" });
  expect(notices.sort().map((text) => text.replace(/, such.*/, ""))).toEqual([
    "--out: links that lead out of {tmp} are left out",
    "--out: pipes, sockets and devices are left out",
    "--out: pipes, sockets and devices are left out",
  ]);
});

test("a file with another name outside is left out, one whose names are all inside is sent with each", () => {
  linkSync(join(outside, "secret"), join(place, "stolen"));
  writeFileSync(join(place, "mine"), "mine");
  linkSync(join(place, "mine"), join(place, "mine-too"));
  const { entries, notices } = pack();
  expect(entries).toEqual({ mine: "mine", "mine-too": "mine" });
  expect(notices).toEqual(["--out: hard links to files outside {tmp} are left out, such as stolen"]);
});

test("what cannot be read, or not be named on the way, loses nothing else", () => {
  for (const name of ["a\\b", "other"]) writeFileSync(join(place, name), "kept");
  // A name that is not UTF-8.
  writeFileSync(Buffer.concat([Buffer.from(`${place}/`), Buffer.from([0xff])]), "");
  mkdirSync(join(place, ...Array(70).fill("d")), { recursive: true });
  const { packed, entries, notices } = pack();
  expect(entries).toMatchObject({ other: "kept", [Array(64).fill("d").join("/")]: {} });
  expect(packed.length).toBe(65);
  expect(folderSchema.safeParse(JSON.parse(JSON.stringify(plain(packed)))).success).toBe(true);
  expect(notices.sort()).toEqual([
    "--out: files that cannot be read are left out, such as \uFFFD: no such file or directory",
    expect.stringMatching(/^--out: paths with a backslash, of more than 64 folders .* such as a\\b$/),
    expect.stringMatching(/^--out: paths with a backslash, of more than 64 folders .* such as d/),
  ]);
});

test("a folder of too many bytes or entries is not read to its end", () => {
  // Nothing of it is on the disk.
  writeFileSync(join(place, "huge"), "");
  truncateSync(join(place, "huge"), 2 ** 40);
  expect(() => pack()).toThrow(
    new RangeError("a folder of more than 100000 bytes is not sent (--output-limit)"),
  );
  rmSync(join(place, "huge"));
  for (let i = 0; i < 5; i++) symlinkSync("/", join(place, String(i)));
  expect(() => pack({ maxEntries: 4 })).toThrow(
    new RangeError("a folder of more than 4 entries is not sent"),
  );
  expect(pack({ maxEntries: 5 }).entries).toEqual({});
});

describe("a folder from a worker", () => {
  const bytes = Buffer.from("x").toString("base64");
  const file = (path: string, content = bytes) => ({ path, mode: 0o644, content });
  const link = (path: string, target: string) => ({ path, target });
  const folder = (path: string) => ({ path, mode: 0o755 });

  test.each([
    ["an absolute path", [file("/x")]],
    ["a path that leads up", [folder("a"), file("a/../../x")]],
    ["no path", [file("")]],
    ["a path with a backslash or a null", [file("a\\..\\x")]],
    ["a null in a path", [file("a\0")]],
    ["a file in a link", [link("a", "."), file("a/x")]],
    ["a file in a file", [file("a"), file("a/x")]],
    ["a file before its folder", [file("a/x"), folder("a")]],
    ["the same path twice", [link("a", "b"), file("a")]],
    ["an absolute link", [link("a", "/etc/passwd")]],
    ["a link that leads up", [link("a", "../x")]],
    ["a link that leads up too far", [folder("a"), link("a/b", "../../x")]],
    ["a link that leads up behind another", [link("a", "."), link("b", "a/../x")]],
    ["a link without a target", [link("a", "")]],
    ["a null in a target", [link("a", "b\0")]],
    ["a setuid bit", [{ ...file("a"), mode: 0o4755 }]],
    ["a link with content", [{ ...file("a"), target: "b" }]],
    ["too many entries", Array.from({ length: 10_001 }, (_, i) => file(String(i), ""))],
  ])("with %s is refused as a whole", (_, entries) => {
    expect(folderSchema.safeParse(entries).success).toBe(false);
  });

  test("replaces what is there, also a link, and is written only into itself", () => {
    const out = newFolder();
    const copy = join(out, "copy");
    for (const before of [
      () => symlinkSync(outside, copy),
      () => mkdirSync(join(copy, "sub"), { recursive: true }),
      () => writeFileSync(copy, ""),
      () => symlinkSync(join(outside, "secret"), copy),
    ]) {
      before();
      unpackFolder(sent([folder("sub"), file("sub/secret"), link("l", "sub")]), copy);
      const found = list(out).map(([name, , content]) => [name, content]);
      expect(found).toEqual([
        ["copy", undefined],
        ["l", "sub"],
        ["sub", undefined],
        ["secret", "78"],
      ]);
      rmSync(copy, { recursive: true });
    }
    expect(readdirSync(outside)).toEqual(["secret"]);
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
  });

  test("is never written through a link, even if it got past the check", () => {
    const copy = join(newFolder(), "copy");
    const packed = [
      link("a", outside),
      { ...file("a/secret"), content: Buffer.from("mine") },
    ] as PackedFolder;
    expect(() => unpackFolder(packed, copy)).toThrow("ENOENT");
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
  });
});
