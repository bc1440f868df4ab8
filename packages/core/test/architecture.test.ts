import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
/** The way of a trial. A folder may import from itself and from those before it. */
const rooms = [
  "problem",
  "random",
  "distributions",
  "statistics",
  "theory",
  "policies",
  "simulate",
  "runtime",
];

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join(src, name));

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map((match) => match[1]!);
}

const roomOf = (file: string) => relative(src, file).split(/[\\/]/)[0]!;

test("every source file stands in a room of the way of a trial, or is the index", () => {
  const strangers = files.filter((file) => !rooms.includes(roomOf(file)) && roomOf(file) !== "index.ts");
  expect(strangers).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test("imports point backwards only", () => {
  const forward = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith("."))
      .map((target) => resolve(dirname(file), target))
      .filter(
        (target) =>
          roomOf(file) !== "index.ts" && rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file)),
      )
      .map((target) => `${relative(src, file)} → ${relative(src, target)}`),
  );
  expect(forward).toEqual([]);
});

test("no file imports itself by way of others", () => {
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((target) => target.startsWith("."))
        .map((target) => resolve(dirname(file), target)),
    ]),
  );
  const done = new Set<string>();
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) {
      throw new Error(
        [...path.slice(path.indexOf(file)), file].map((name) => relative(src, name)).join(" → "),
      );
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
});

test("core imports no package and no node: module, and injects clock and randomness", () => {
  const outside = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !target.startsWith("."))
      .map((target) => `${relative(src, file)}: ${target}`),
  );
  expect(outside).toEqual([]);
  const impure = files.filter((file) =>
    /Math\.random\(|Date\.now\(|performance\.now\(|new Date\(/.test(readFileSync(file, "utf8")),
  );
  expect(impure).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(src, "../package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
});

test("no file is a dumping ground, and none exceeds 250 lines", () => {
  const names = files.filter((file) => /(^|\/)(utils?|helpers?|common|types|constants)\.ts$/.test(file));
  expect(names).toEqual([]);
  const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 251);
  expect(long.map((file) => relative(src, file))).toEqual([]);
});
