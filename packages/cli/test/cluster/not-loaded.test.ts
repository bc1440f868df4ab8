import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The packages that a module loads when it is loaded, by way of others too. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const code = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  for (const [, target] of code.matchAll(/^(?:import|export)\b(?! type)[^;]*?from "([^"]+)"/gm)) {
    if (!target.startsWith(".")) packages.add(target);
    else {
      const next = resolve(dirname(file), target);
      if (existsSync(next)) for (const name of packagesOf(next, seen)) packages.add(name);
    }
  }
  return packages;
}

const commands = fileURLToPath(new URL("../../src/commands", import.meta.url));

test.each(["run", "sat", "worker", "catalogue"])(
  "%s loads nothing of a cluster before one is asked for",
  (name) => {
    const packages = [...packagesOf(`${commands}/${name}.ts`)];
    expect(packages.filter((one) => /cluster|bullmq|ioredis|^zod$/.test(one))).toEqual([]);
  },
);

test("what a cluster needs is found by the same search", () => {
  expect([...packagesOf(`${commands}/../cluster/run-remotely.ts`)]).toContain("@mulligan/cluster");
});
