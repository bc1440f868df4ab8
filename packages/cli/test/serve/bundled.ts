import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";

/**
 * The command in a few files instead of hundreds, which starts in half the time: for tests that start it often. Nothing
 * else differs.
 */
export async function bundledMain(): Promise<string> {
  const folder = newFolder();
  // The command reads its version from the manifest, which it finds by the name of the package.
  symlinkSync(
    fileURLToPath(new URL("../../../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  await build({
    entryPoints: [main],
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return join(folder, "main.mjs");
}
