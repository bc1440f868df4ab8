// The tests on large samples, which `npm test` leaves out: the project `thorough` of vitest.config.ts.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @returns {Promise<{ count: number, problems: string[] }>} */
export async function testThoroughly() {
  const file = join(tmpdir(), `mulligan-thorough-${process.pid}.json`);
  const words = ["--project", "thorough", "--reporter", "json", "--outputFile", file];
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...words], {
    cwd: root,
    stdio: "ignore",
  });
  await new Promise((resolve) => child.on("close", resolve));
  const { numTotalTests, testResults } = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  const failed = testResults
    .flatMap((/** @type {{ assertionResults: object[] }} */ { assertionResults }) => assertionResults)
    .filter((/** @type {{ status: string }} */ { status }) => status === "failed");
  return {
    count: numTotalTests,
    problems: failed.map((/** @type {{ fullName: string }} */ { fullName }) => `sample: ${fullName}`),
  };
}
