// Tests that `npm test` leaves out: those on large samples, the project `thorough` of vitest.config.ts; and those of `run`
// without /proc, as on macOS.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @typedef {{ count: number, problems: string[] }} Tested */

/** @returns {Promise<Tested>} */
export function testThoroughly() {
  return tested("node_modules/vitest/vitest.mjs", "run", "--project=thorough");
}

/**
 * Tests nothing where /proc cannot be hidden: not on Linux, or without root.
 * @returns {Promise<Tested>}
 */
export async function testWithoutProc() {
  const isAllowed = process.platform === "linux" && process.getuid?.() === 0;
  return isAllowed ? tested("scripts/test-without-proc.mjs") : { count: 0, problems: [] };
}

/**
 * @param {readonly string[]} words
 * @returns {Promise<Tested>}
 */
async function tested(...words) {
  const file = join(tmpdir(), `mulligan-tests-${process.pid}.json`);
  const child = spawn(process.execPath, [...words, "--reporter=json", `--outputFile=${file}`], {
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
