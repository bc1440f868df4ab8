import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { foreignImports, resolveIn, type Source, targetsOf } from "./source-tree.ts";

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
  sat: ["formula", "engine", "generate", "."],
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
    "run",
    "sat",
    "theory",
    "simulate",
    "cluster",
    "serve/problem",
    "serve/store",
    "serve/runs",
    "serve/http",
    "commands",
    "entries",
    ".",
  ],
  web: ["browser", "design", "charts", "race", "analyze", "sat", "runs", "story", "."],
};

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

test("the check of imports finds a path into another package, a deep import, and a source that leaves its package", () => {
  const entries = new Set(["@mulligan/core", "@mulligan/core/problem", "mulligan/client"]);
  const files = [
    {
      path: "packages/web/src/race/race.ts",
      text: [
        'import { a } from "../design/a.ts";',
        'import { b } from "@mulligan/core/problem";',
        'import { c } from "../../../cli/src/shell/text.ts";',
        'const d = await import("@mulligan/core/dist/index.js");',
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
  expect(foreignImports(files, entries).map((line) => line.split(": ")[1])).toEqual([
    "../../../cli/src/shell/text.ts",
    "@mulligan/core/dist/index.js",
    "mulligan",
    "../../../../test/find-program.ts",
    "../../../core/src/c.ts",
  ]);
});
