// npm run test:node -- MAJOR [FILE…]
//
// Runs the checks and tests, or the tests in the files, with the newest Node of another major version: `npm run test:node -- 24`.
// This Node is the first on PATH, so programs that the tests start run with it as well. Also installs workerd, Deno and Bun, in
// which some tests run an example.
import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchNode } from "./fetch-node.mjs";
import { fetchRuntimes } from "./fetch-runtimes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [major, ...files] = process.argv.slice(2);

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

let node = "";
try {
  node = fetchNode(major ?? "");
} catch (error) {
  console.error(`test:node: ${/** @type {Error} */ (error).message}`);
  process.exit(2);
}
for (const name of fetchRuntimes()) {
  console.error(`test:node: npm cannot install ${name}; the tests that need it are left out`);
}
// process.env, since a copy of it has two paths on Windows, where names of variables ignore case.
process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
process.env.NODE = process.env.npm_node_execpath = node;
process.stdout.write("Node ");
run("node", ["--version"]);
process.exitCode =
  files.length === 0
    ? run("npm", ["run", "--silent", "check"])
    : run(node, ["node_modules/vitest/vitest.mjs", "run", ...files]);
