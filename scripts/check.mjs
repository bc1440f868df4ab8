// Checks format, types, dead code and spelling at the same time, prints the results when all are done, and fails if one fails.
// It also builds the packages, the page and the bundle of the command, which the tests need.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const misspelt =
  '$filename:$row: unknown word "$text": correct it, or add it to words.txt (one word a line, sorted)';

/** Runs a program of ours or of node_modules. Resolves to its output and exit code. */
function run(path, ...args) {
  const child = spawn(process.execPath, [`${root}${path}`, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      text += part;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ text, code }));
  });
}

const results = await Promise.all([
  run("node_modules/@biomejs/biome/bin/biome", "check", "."),
  run("node_modules/typescript-7/bin/tsc", "-b"),
  run("node_modules/knip/bin/knip.js"),
  run(
    "node_modules/cspell/bin.mjs",
    "lint",
    "--quiet",
    "--no-default-configuration",
    "--issue-template",
    misspelt,
  ),
]);
// The page and the bundle of the command are made of what the types build.
results.push(await run("packages/web/build.mjs"), await run("packages/cli/build.mjs"));
for (const { text } of results) process.stdout.write(text);
if (results.some(({ code }) => code !== 0)) process.exitCode = 1;
