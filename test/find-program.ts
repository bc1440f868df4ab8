import { spawnSync } from "node:child_process";

/**
 * Where a program is on PATH, by the first of these names; undefined where there is none. The tests that need it then say
 * so and are skipped. In CI it must be there: `scripts/setup.mjs` installs it.
 */
export function findProgram(...names: readonly string[]): string | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  if (process.env.CI) throw new Error(`${names.join(" or ")} must be there in CI`);
  return undefined;
}
