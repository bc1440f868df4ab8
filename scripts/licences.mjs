// Which licences the packages have that users install, or get inside the page. Each must allow use, change and
// distribution, and ask for no more than its text. The lock file says what is installed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, root } from "./packages.mjs";

const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense",
]);

/** True if this SPDX expression leaves a choice that is allowed. Exceptions (`WITH`) are not known here, so they are refused. */
export function isAllowed(expression) {
  const terms = expression.replaceAll(/[()]/g, " ").trim().split(/\s+/);
  if (terms.includes("AND")) return terms.every((term) => term === "AND" || ALLOWED.has(term));
  return expression !== "" && terms.every((term, i) => i % 2 === 0 || term === "OR")
    ? terms.some((term) => ALLOWED.has(term))
    : false;
}

/** Returns the packages that are not only for development, by their folder, with the licence that each names. */
export function licencesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path, { license, version }]) => {
      const manifest = join(root, path, "package.json");
      // npm leaves the licence out of the lock file where a manifest has an old form of it.
      const own = license ?? (existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).license : "");
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name: `${name}@${version}`, licence: typeof own === "string" ? own : (own?.type ?? "") };
    });
}

/** Returns a line for each package whose licence is not allowed. */
export function licenceProblems(lock = readJson("package-lock.json")) {
  return licencesOf(lock)
    .filter(({ licence }) => !isAllowed(licence))
    .map(
      ({ name, licence }) =>
        `${name}: licence ${licence || "unknown"} is not on the list in scripts/licences.mjs`,
    );
}

/** Returns the packages of others that these modules are from, with their licences. */
export function licencesOfModules(ids) {
  const folders = ids.map((id) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]);
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const { name, version, license: identifier = "", homepage = "" } = manifest;
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const none = `The package names this licence and has no text of it. It comes from ${homepage}`;
      const text = file === undefined ? none : readFileSync(join(folder, file), "utf8").trim();
      return { name, version, identifier, text };
    });
}

/** Returns the text of a file with these licences: each text once, below the names of the packages that have it. */
export function licencesText(licences) {
  const names = new Map();
  for (const { name, version, identifier, text } of licences) {
    names.set(text, (names.get(text) ?? new Set()).add(`${name} ${version} (${identifier})`));
  }
  const parts = [...names].map(([text, packages]) => `${[...packages].sort().join("\n")}\n\n${text}\n`);
  return parts.sort().join(`\n${"-".repeat(80)}\n\n`);
}
