// `npm start`: sets up, then the quick reproduction of the paper, which is what most people want to see first; and in the
// end a line that says how to open the page. It ends as the reproduction did.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {readonly string[]} words */
function run(...words) {
  const { status, error } = spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
}

const ready = run("scripts/setup.mjs");
process.exitCode = ready === 0 ? run("packages/cli/dist/bundle/main.js", "reproduce", "--quick") : ready;
if (ready === 0) console.log("\nSee it learn, in a browser: npx mulligan serve --open");
