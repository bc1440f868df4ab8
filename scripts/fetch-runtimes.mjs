// workerd, Deno and Bun, which npm has as packages, with a program for each platform in a package of its own.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const isWindows = process.platform === "win32";
const cache = fileURLToPath(new URL("../node_modules/.cache/mulligan-runtimes", import.meta.url));

/** @type {Readonly<Record<"workerd" | "deno" | "bun", string>>} */
const VERSIONS = { workerd: "1.20261117.1", deno: "2.9.6", bun: "1.4.4" };

/** The names of the runtimes. */
export const RUNTIMES = /** @type {readonly (keyof typeof VERSIONS)[]} */ (Object.keys(VERSIONS));

/**
 * Returns the path of a runtime's program; undefined if this version was not fetched, or there is none for this platform. The
 * program is taken from its platform's package: the runtime's own package has a script in its place that npm need not have run.
 *
 * @param {keyof typeof VERSIONS} name
 */
export function findRuntime(name) {
  const packages = join(cache, "node_modules");
  const manifest = join(packages, name, "package.json");
  if (!existsSync(manifest)) return undefined;
  const { version, optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  if (version !== VERSIONS[name]) return undefined;
  const program = isWindows ? `${name}.exe` : name;
  return Object.keys(optionalDependencies)
    .flatMap((platform) => [join(packages, platform, "bin", program), join(packages, platform, program)])
    .find((path) => existsSync(path));
}

/** Installs the runtimes that are missing. Returns the names of those that npm could not install, or does not have for this platform. */
export function fetchRuntimes() {
  const missing = () => RUNTIMES.filter((name) => findRuntime(name) === undefined);
  if (missing().length === 0) return [];
  const words = ["--prefix", cache, "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
  // npm is a script, which Windows starts through its shell only.
  const options = { stdio: /** @type {const} */ (["ignore", 2, 2]), shell: isWindows };
  spawnSync("npm", ["install", ...words, ...RUNTIMES.map((name) => `${name}@${VERSIONS[name]}`)], options);
  return missing();
}
