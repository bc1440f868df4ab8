// The packages that are published. It needs nothing that must be installed.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

export const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Returns the time of the newest of these files and folders, in milliseconds. */
export function newestTime(paths) {
  return paths.reduce((time, path) => {
    const stat = statSync(join(root, path));
    const inside = stat.isDirectory() ? readdirSync(join(root, path)).map((name) => join(path, name)) : [];
    return Math.max(time, stat.mtimeMs, newestTime(inside));
  }, 0);
}

/** Returns the folder and the manifest of each published package. A package stands behind those that it depends on. */
export function publishedPackages() {
  const waiting = readdirSync(join(root, "packages"))
    .map((name) => ({ folder: `packages/${name}`, manifest: readJson(`packages/${name}/package.json`) }))
    .filter(({ manifest }) => manifest.private !== true);
  const sorted = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ manifest }) =>
      waiting.every((other) => manifest.dependencies?.[other.manifest.name] === undefined),
    );
    if (next === -1) throw new Error("packages: two packages depend on each other");
    sorted.push(...waiting.splice(next, 1));
  }
  return sorted;
}

/** Returns a manifest with this version, which the packages that it needs from `names` have, too. */
export function manifestAt(manifest, version, names) {
  const result = { ...manifest, version };
  for (const field of ["dependencies", "devDependencies", "peerDependencies"]) {
    if (manifest[field] === undefined) continue;
    const at = ([name, wanted]) => [name, names.has(name) ? version : wanted];
    result[field] = Object.fromEntries(Object.entries(manifest[field]).map(at));
  }
  return result;
}

/** Returns the name that `npm pack` gives to the tarball of a package. */
export const tarballName = ({ name }, version) => `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;

/** Ends the program with one line and exit code 2: a mistake of the user, or a state that forbids a release. */
export function refuse(reason) {
  console.error(`release: ${reason}`);
  process.exit(2);
}
