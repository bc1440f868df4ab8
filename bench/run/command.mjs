/** Starts `mulligan run --json` as a user would, and reads its lines. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../packages/cli/dist/bundle/main.js", import.meta.url));
export const fakeSolver = fileURLToPath(new URL("./fake-solver.sh", import.meta.url));

export function mulliganRun(args, { onStart } = {}) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [main, "run", "--json", ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onStart?.(child.pid);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const lines = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      resolve({ code, seconds: (performance.now() - began) / 1_000, lines, summary: lines.at(-1) });
    });
  });
}
