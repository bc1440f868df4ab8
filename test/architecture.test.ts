import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/**
 * The rooms of each package in the order in which a trial passes them. A file may import from its own
 * folder and from those that stand before it. A folder inside a room is named with its room; `.` holds
 * what stands above all rooms.
 */
const houses: Readonly<Record<string, readonly string[]>> = {
  core: [
    "problem",
    "random",
    "distributions/special",
    "distributions",
    "statistics",
    "theory",
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
  sat: ["formula", "dimacs", "engine", "generate", "bridge", "."],
  cluster: ["connection", "messages", "store", "learning", "work", "."],
  cli: [
    "shell",
    "figures",
    "journal",
    "threads",
    "processes",
    "tasks",
    "problem",
    "analysis",
    "analysis/readers",
    "report",
    "run",
    "sat",
    "theory",
    "simulate",
    "cluster",
    "reproduce/claims",
    "reproduce/formulas",
    "reproduce/studies",
    "reproduce",
    "reproduce/correlation",
    "reproduce/walk-sat",
    "reproduce/restart-condition",
    "reproduce/static-policy",
    "reproduce/regret-growth",
    "reproduce/sharing",
    "reproduce/longest-cutoff",
    "reproduce/lemmas",
    "reproduce/concentration",
    "reproduce/report",
    "serve/learning",
    "serve/store",
    "serve/shared",
    "serve/runs",
    "serve/door",
    "commands",
    ".",
  ],
  web: ["design", "address", "computing", "charts", "race", "analyze", "sat", "runs", "."],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const packages = fileURLToPath(new URL("../packages", import.meta.url));

function sourcesOf(name: string): { readonly src: string; readonly files: readonly string[] } {
  const src = join(packages, name, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return { src, files };
}

/** What a file names: imports, also those at run time, and the workers that it starts. */
function targetsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, ""); // an example in a comment imports as a reader would
  return [...code.matchAll(/(?:from|import\(|new URL\()\s*"([^"]+)"/g)].map((match) => match[1]);
}

function importsOf(name: string): Import[] {
  const { src, files } = sourcesOf(name);
  return files.flatMap((from) =>
    targetsOf(readFileSync(join(src, from), "utf8"))
      .filter((target) => target.startsWith("."))
      .map((target) => relative(src, resolve(src, dirname(from), target)).replace(/\.js$/, ".ts"))
      .filter((to) => files.includes(to))
      .map((to) => ({ from, to })),
  );
}

describe.each(Object.entries(houses))("the rooms of %s", (name, rooms) => {
  const { src, files } = sourcesOf(name);
  const imports = importsOf(name);

  test("every source file stands in a room", () => {
    expect(files.filter((file) => !rooms.includes(dirname(file)))).toEqual([]);
    expect(rooms.filter((room) => !files.some((file) => dirname(file) === room))).toEqual([]);
    expect(imports.length).toBeGreaterThan(20);
  });

  test("imports point backwards only, so no two rooms import each other", () => {
    const forward = imports
      .filter(({ from, to }) => rooms.indexOf(dirname(to)) > rooms.indexOf(dirname(from)))
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
    for (const file of files) walk(file, []);
  });

  test("no file is a dumping ground, and none exceeds 300 lines", () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|types|constants)\.ts$/.test(file))).toEqual(
      [],
    );
    const long = files.filter((file) => readFileSync(join(src, file), "utf8").split("\n").length > 301);
    expect(long).toEqual([]);
  });
});

test("core imports no package and no node: module, and injects clock and randomness", () => {
  const { src, files } = sourcesOf("core");
  const texts = files.map((file) => ({ file, text: readFileSync(join(src, file), "utf8") }));
  const outside = texts.flatMap(({ file, text }) =>
    targetsOf(text)
      .filter((target) => !target.startsWith("."))
      .map((target) => `${file}: ${target}`),
  );
  expect(outside).toEqual([]);
  const impure = texts.filter(({ text }) =>
    /Math\.random\(|Date\.now\(|performance\.now\(|new Date\(/.test(text),
  );
  expect(impure.map(({ file }) => file)).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(packages, "core/package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
});
