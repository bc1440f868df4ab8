// node scripts/check.mjs [WORD…]
//
// Builds the packages, the page and the bundle of the command, which the tests need. Then runs the tests, and beside them checks format, dead code and
// spelling, whose results it prints at the end. Fails if one of them fails. Words are passed to vitest, in place of the
// projects of `npm test`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const misspelt =
  '$filename:$row: unknown word "$text": correct it, or add it to words.txt (one word a line, sorted)';

/**
 * Runs a program of node_modules or ours. Resolves to its exit code and to its output, unless that is shown as it comes.
 * @param {"pipe" | "inherit"} output
 * @param {string} path
 * @param {readonly string[]} words
 * @returns {Promise<{ text: string, code: number | null }>}
 */
function run(output, path, ...words) {
  const child = spawn(process.execPath, [`${root}${path}`, ...words], {
    cwd: root,
    stdio: ["ignore", output, output],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part) => {
      text += part;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ text, code }));
  });
}

const types = await run("inherit", "node_modules/typescript-7/bin/tsc", "-b");
if (types.code !== 0) process.exit(1);
const bundles = ["packages/web/build.mjs", "packages/cli/build.mjs"].map((path) => run("inherit", path));
if ((await Promise.all(bundles)).some(({ code }) => code !== 0)) process.exit(1);

const given = process.argv.slice(2);
const projects = ["together", "page", "alone"].flatMap((name) => ["--project", name]);
const cspell = ["lint", "--quiet", "--no-default-configuration", "--issue-template", misspelt];
const [tests, ...checks] = await Promise.all([
  run("inherit", "node_modules/vitest/vitest.mjs", "run", ...(given.length > 0 ? given : projects)),
  run("pipe", "node_modules/@biomejs/biome/bin/biome", "check", "."),
  run("pipe", "node_modules/knip/bin/knip.js"),
  run("pipe", "node_modules/cspell/bin.mjs", ...cspell),
]);
for (const { text } of checks) process.stdout.write(text);
if ([tests, ...checks].some(({ code }) => code !== 0)) process.exitCode = 1;
