import { dirname, join, normalize } from "node:path/posix";

/** A source file, by its path from the root of the repository. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** What a file names: imports, also those at run time, and the workers that it starts. */
export function targetsOf(text: string): string[] {
  return [...code(text).matchAll(/(?:\bfrom|\bimport\(|\bimport|new URL\()\s*"([^"]+)"/g)].map(
    (match) => match[1],
  );
}

/** An example in a comment imports as a reader would, so comments do not count. */
function code(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

/** The file of `paths` that a relative target means, seen from a file; undefined if it is none of them. */
export function resolveIn(paths: ReadonlySet<string>, from: string, target: string): string | undefined {
  if (!target.startsWith(".")) return undefined;
  const path = normalize(join(dirname(from), target));
  return [path, path.replace(/\.js$/, ".ts"), path.replace(/\.js$/, ".tsx")].find((one) => paths.has(one));
}

/** The package in whose folder a path lies: `core` for `packages/core/src/index.ts`. */
function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

/**
 * The imports that reach into another package other than by its entry points. `entries` has the names that the `exports` of
 * all packages allow, such as `@mulligan/core/problem`. Tests may import what packages share at the root of the repository;
 * sources may not leave their package at all.
 */
export function foreignImports(sources: readonly Source[], entries: ReadonlySet<string>): string[] {
  return sources.flatMap(({ path, text }) =>
    targetsOf(text)
      .filter((target) => {
        if (!target.startsWith(".")) {
          return /(^|\/)packages\/[^/]+\/(src|dist)\//.test(target) || isInside(target, entries);
        }
        const file = normalize(join(dirname(path), target));
        // Tests may use the helpers of another package's tests, the built command and the built page.
        const forTests = /^packages\/[^/]+\/(test\/|dist\/(bundle\/main\.js$|page\/))/.test(file);
        if (forTests && /^packages\/[^/]+\/test\//.test(path)) return false;
        const to = packageOf(file);
        return to === undefined ? /^packages\/[^/]+\/src\//.test(path) : to !== packageOf(path);
      })
      .map((target) => `${path}: ${target}`),
  );
}

/** True if the target begins with the name of one of the packages and is none of their entry points. */
function isInside(target: string, entries: ReadonlySet<string>): boolean {
  const names = [...entries].map((entry) =>
    entry
      .split("/")
      .slice(0, entry.startsWith("@") ? 2 : 1)
      .join("/"),
  );
  return !entries.has(target) && names.some((name) => target === name || target.startsWith(`${name}/`));
}
