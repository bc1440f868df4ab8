// Makes the tarballs of the published packages, and checks them. test/tarballs.test.ts uses them.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { manifestAt, publishedPackages, root, tarballName } from "./packages.mjs";

const start = promisify(execFile);

/**
 * Packs what is built, as this version, and returns the paths of the tarballs in the order of publication. It packs copies,
 * so no manifest in the repository changes.
 */
export async function pack(folder, version) {
  const packages = publishedPackages();
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const copies = mkdtempSync(join(tmpdir(), "mulligan-pack-"));
  try {
    const paths = packages.map(({ folder: from, manifest }) => {
      const source = join(root, from);
      const copy = join(copies, basename(from));
      const left = ["node_modules", "test", "dist/bundle"].map((name) => join(source, name));
      cpSync(source, copy, { recursive: true, filter: (path) => !left.includes(path) });
      const text = JSON.stringify(publishedManifest(manifestAt(manifest, version, names)), null, 2);
      writeFileSync(join(copy, "package.json"), `${text}\n`);
      return copy;
    });
    for (const [i, { folder: from, manifest }] of packages.entries()) {
      if (!manifest.files?.includes("dist/bundle")) continue;
      // The version is part of the bundle.
      const { bundleCommand } = await import(pathToFileURL(join(root, from, "build.mjs")).href);
      await bundleCommand(join(paths[i], "dist/bundle"), version);
    }
    // npm is a script, which Windows starts through its shell only.
    const shell = process.platform === "win32";
    await start("npm", ["pack", "--silent", "--pack-destination", folder, ...paths], { cwd: root, shell });
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
  return packages.map(({ manifest }) => join(folder, tarballName(manifest, version)));
}

/** Returns the manifest of the tarball: fields of `publishConfig`, such as `exports`, stand for those of the workspace, as in pnpm. */
function publishedManifest({ publishConfig: { exports, ...rest } = {}, ...manifest }) {
  return { ...manifest, ...(exports && { exports }), publishConfig: rest };
}

/** Returns what publint and arethetypeswrong say of the tarballs, a line each. */
export async function problemsOf(paths) {
  const found = [];
  for (const path of paths) found.push(...(await publintProblems(path)), ...(await typesProblems(path)));
  return found;
}

/** Returns what publint says of a tarball, a line each. */
async function publintProblems(path) {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => `${basename(path)}: ${formatMessage(message, pkg)}`);
}

/**
 * Returns what arethetypeswrong says of the types in a tarball. They are of ES modules only, which Node ≥ 20.19 can require.
 * Resolution as in Node 10 is not promised.
 */
async function typesProblems(path) {
  const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(path)));
  if (types === false) return [`${basename(path)}: has no types`];
  return problems
    .filter(({ kind, resolutionKind }) => resolutionKind !== "node10" && kind !== "CJSResolvesToESM")
    .map((problem) => `${basename(path)}: ${JSON.stringify(problem)}`);
}
