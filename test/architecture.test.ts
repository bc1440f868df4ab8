import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  duplicateExports,
  foreignImports,
  resolveIn,
  type Source,
  smallFiles,
  targetsOf,
} from "./source-tree.ts";

/**
 * The folders of each package in the order in which a trial passes them. A file may import from its own folder and from
 * those that stand before it. A folder inside another is named with it; `.` holds the entry points.
 */
const folderOrder: Readonly<Record<string, readonly string[]>> = {
  core: [
    "problem",
    "random",
    "distributions/special",
    "distributions",
    "statistics",
    "theory",
    "analysis",
    "policies/definition",
    "policies/product-limit",
    "policies/types",
    "policies/means",
    "policies/baselines",
    "policies",
    "simulate",
    "runtime/learning",
    "runtime",
    ".",
  ],
  fetch: ["."],
  sat: ["formula", "engine", "generate", "tasks", "."],
  cluster: ["."],
  paper: [
    "bounds",
    "claims",
    "studies",
    "correlation",
    "walk-sat",
    "restart-condition",
    "static-policy",
    "regret-growth",
    "sharing",
    "longest-cutoff",
    "lemmas",
    "concentration",
    ".",
  ],
  cli: [
    "shell",
    "figures",
    "journal",
    "threads",
    "processes",
    "tasks",
    "problem",
    "analysis",
    "report",
    "run",
    "sat",
    "theory",
    "simulate",
    "cluster",
    "serve/problem",
    "serve/store",
    "serve/shared",
    "serve/runs",
    "serve/http",
    "commands",
    "entries",
    ".",
  ],
  web: ["browser", "design", "charts", "race", "analyze", "sat", "runs", "story", "."],
};

/**
 * Families of small files: one a law, a policy, a reader, a command, a view. Each is one of many with the same interface, so
 * it stays a file of its own, however short and wherever it is registered.
 */
const FAMILIES: readonly RegExp[] = [
  /^packages\/core\/src\/distributions\/[^/]+\.ts$/,
  /^packages\/core\/src\/policies\//,
  /^packages\/cli\/src\/analysis\/read-/,
  /^packages\/cli\/src\/commands\//,
  /^packages\/web\/src\/.*\.tsx$/,
  // What a worker of the page needs before anything else, or what its tests cannot get from the worker itself.
  /^packages\/web\/src\/(analyze\/(read-log|without-eval)|charts\/measure-text)\.ts$/,
  // The entry point of a bundle.
  /^packages\/cli\/src\/figures\/vega\.ts$/,
];

const root = fileURLToPath(new URL("..", import.meta.url));

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll("\\", "/"))
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(join(root, folder, file), "utf8") }));
}

function manifestOf(name: string) {
  return JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
}

const names = Object.keys(folderOrder);
const sources = new Map(names.map((name) => [name, sourcesIn(`packages/${name}/src`)]));

test("every package is listed above", () => {
  expect(names.toSorted()).toEqual(readdirSync(join(root, "packages")).toSorted());
});

describe.each(Object.entries(folderOrder))("the folders of %s", (name, folders) => {
  const files = sources.get(name)!;
  const paths = new Set(files.map(({ path }) => path));
  const imports = files.flatMap(({ path, text }) =>
    targetsOf(text)
      .map((target) => resolveIn(paths, path, target))
      .filter((to) => to !== undefined)
      .map((to) => ({ from: path, to })),
  );
  const folderOf = (path: string) => dirname(path.slice(`packages/${name}/src/`.length));

  test("every source file lies in a listed folder, and every listed folder has one", () => {
    expect(files.filter(({ path }) => !folders.includes(folderOf(path)))).toEqual([]);
    expect(folders.filter((folder) => !files.some(({ path }) => folderOf(path) === folder))).toEqual([]);
    expect(imports.length).toBeGreaterThan(20);
  });

  test("imports point backwards only, so no two folders import each other", () => {
    const forward = imports
      .filter(({ from, to }) => folders.indexOf(folderOf(to)) > folders.indexOf(folderOf(from)))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(forward).toEqual([]);
  });

  test("no file imports itself by way of others", () => {
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error([...path.slice(path.indexOf(file)), file].join(" → "));
      if (done.has(file)) return;
      for (const { from, to } of imports) if (from === file) walk(to, [...path, file]);
      done.add(file);
    };
    for (const file of paths) walk(file, []);
  });

  test("no file is a dumping ground, and none exceeds 300 lines", () => {
    const dumps = [...paths].filter((path) => /\/(utils?|helpers?|common|types|constants)\.tsx?$/.test(path));
    expect(dumps).toEqual([]);
    const long = files.filter(({ text }) => text.split("\n").length > 301);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("a file under 60 lines has several importers, or is of a family", () => {
    const alone = smallFiles(files).filter(
      (line) => !FAMILIES.some((family) => family.test(line.split(" ")[0])),
    );
    expect(alone).toEqual([]);
  });

  test("other packages are imported by their entry points only", () => {
    const all = [...files, ...sourcesIn(`packages/${name}/test`)];
    expect(foreignImports(all, entryPoints())).toEqual([]);
  });
});

/** Everything that the `exports` of the packages allow to import. */
function entryPoints(): Set<string> {
  return new Set(
    names.flatMap((name) => {
      const { name: packageName, exports = {} } = manifestOf(name);
      return [packageName, ...Object.keys(exports).map((entry) => join(packageName, entry))].filter(
        (entry) => entry !== packageName || "." in exports,
      );
    }),
  );
}

test("an exported name has one meaning: it is declared in one file", () => {
  const all = names.flatMap((name) => sources.get(name)!);
  const isFamily = (line: string) => /^register: (packages\/cli\/src\/commands\/[^/]+(, |$))+$/.test(line);
  expect(duplicateExports(all).filter((line) => !isFamily(line))).toEqual([]);
});

test("core imports no package and no node: module, and injects clock and randomness", () => {
  const files = sources.get("core")!;
  const outside = files.flatMap(({ path, text }) =>
    targetsOf(text)
      .filter((target) => !target.startsWith("."))
      .map((target) => `${path}: ${target}`),
  );
  expect(outside).toEqual([]);
  const impure = files.filter(({ text }) =>
    /Math\.random\(|Date\.now\(|performance\.now\(|new Date\(/.test(text),
  );
  expect(impure.map(({ path }) => path)).toEqual([]);
  expect(manifestOf("core").dependencies).toBeUndefined();
});

describe("the checks find what they look for", () => {
  const lines = (count: number) => "//\n".repeat(count);

  test("a name that two files export, however it is declared, but not one that is only used", () => {
    const found = duplicateExports([
      { path: "a.ts", text: "export interface Draw {}\nexport const once = 1;\nexport class Walk {}" },
      { path: "b.ts", text: "export async function Draw() {}\nconst once = 2;\n/* export class Walk {} */" },
      { path: "c.ts", text: 'export { once } from "./a.ts";\nexport abstract class Walk {}' },
    ]);
    expect(found).toEqual(["Draw: a.ts, b.ts", "Walk: a.ts, c.ts"]);
  });

  test("a path into another package, a deep import, and a source that leaves its package", () => {
    const entries = new Set(["@mulligan/core", "@mulligan/core/problem", "mulligan/client"]);
    const files = [
      {
        path: "packages/web/src/race/race.ts",
        text: [
          'import { a } from "../design/a.ts";',
          'import { b } from "@mulligan/core/problem";',
          'import { c } from "../../../cli/src/shell/text.ts";',
          'const d = await import("@mulligan/core/dist/index.js");',
          'import type { e } from "@mulligan/core/src/problem/arm.ts";',
          'import f from "mulligan";',
          'import "../../../../test/find-program.ts";',
          'import { g } from "mulligan-other";',
          '/* import { h } from "../../../cli/src/h.ts"; */',
        ].join("\n"),
      },
      {
        path: "packages/web/test/page/page.test.ts",
        text: 'import { a } from "../../src/a.ts";\nimport b from "../../../../test/b.ts";\nimport c from "../../../core/src/c.ts";',
      },
    ];
    const targets = foreignImports(files, entries).map((line) => line.split(": ")[1]);
    expect(targets).toEqual([
      "../../../cli/src/shell/text.ts",
      "@mulligan/core/dist/index.js",
      "@mulligan/core/src/problem/arm.ts",
      "mulligan",
      "../../../../test/find-program.ts",
      "../../../core/src/c.ts",
    ]);
  });

  test("a small file with one importer, but no worker, no entry point's file and none with two importers", () => {
    const found = smallFiles([
      { path: "p/index.ts", text: 'export { d } from "./d.ts";' },
      {
        path: "p/a.ts",
        text: `import "./b.ts";\nimport "./c.ts";\nimport "./big.ts";\nimport "./wasm.ts";\nimport "./src/w.ts";${lines(80)}`,
      },
      { path: "p/b.ts", text: `${lines(58)}` },
      { path: "p/c.ts", text: "" },
      { path: "p/d.ts", text: 'import "./c.ts";' },
      { path: "p/src/w.ts", text: "" },
      { path: "p/src/shell/assets.ts", text: '"w"' },
      { path: "p/big.ts", text: lines(60) },
      { path: "p/wasm.ts", text: "// Generated by a program\n" },
    ]);
    expect(found).toEqual(["p/b.ts belongs into p/a.ts"]);
  });
});
