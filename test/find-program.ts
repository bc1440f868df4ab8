import { execFileSync, spawnSync } from "node:child_process";

/**
 * Where a program of Debian's is: one that the machine has, or, in CI, one that is installed for the tests. Undefined
 * where there is none; the tests that need it say so and are skipped.
 */
export function findProgram(debianPackage: string, ...names: readonly string[]): string | undefined {
  const found = onPath(names);
  if (found !== undefined || !process.env.CI) return found;
  const quiet = { stdio: "ignore" } as const;
  spawnSync("apt-get", ["update", "-qq"], quiet);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", debianPackage], quiet);
  const installed = onPath(names);
  if (installed === undefined)
    throw new Error(`${debianPackage} was installed, but has no ${names.join(", ")}`);
  return installed;
}

function onPath(names: readonly string[]): string | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}
