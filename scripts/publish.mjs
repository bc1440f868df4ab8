// node scripts/publish.mjs FOLDER [--without-provenance]
//
// Publishes the tarballs that `npm run release` made, each behind those that it depends on. The commit must have the tag of
// the version. A version that is published already is left out, so a release that broke off can be run again. It needs
// nothing that must be installed. npm signs where the tarballs come from, which it can only do in a workflow: the first
// version of a package is published by hand, `--without-provenance`, since npm knows no workflow for a new package.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { publishedPackages, readJson, refuse, root, tarballName } from "./packages.mjs";

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "without-provenance": { type: "boolean", default: false } },
    });
    if (positionals.length !== 1) refuse(`needs the folder of the tarballs, got ${positionals.length} words`);
    return { folder: resolve(positionals[0]), provenance: !values["without-provenance"] };
  } catch (error) {
    refuse(error.message.split("\n", 1)[0]);
  }
}

const npm = (...words) => spawnSync("npm", words, { cwd: root, encoding: "utf8" });

/** Returns the hash of what the registry has under this version, or undefined if it has none. */
function publishedHash(name, version) {
  const { status, stdout, stderr } = npm("view", `${name}@${version}`, "dist.integrity", "--json");
  const answer = stdout.trim() === "" ? undefined : JSON.parse(stdout);
  if (status === 0) return answer;
  if (answer?.error?.code === "E404") return undefined;
  console.error(stderr.trim());
  process.exit(1);
}

const { folder, provenance } = readOptions();
const { version } = readJson("package.json");
const { stdout: tags } = spawnSync("git", ["tag", "--points-at", "HEAD"], { cwd: root, encoding: "utf8" });
if (!tags.split("\n").includes(`v${version}`)) {
  refuse(`the commit must have the tag v${version}, has ${tags.trim().replaceAll("\n", ", ") || "none"}`);
}
if (provenance && process.env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined) {
  refuse("provenance needs a workflow of GitHub with id-token: write; --without-provenance does without");
}
const waiting = publishedPackages().map(({ manifest }) => {
  const path = join(folder, tarballName(manifest, version));
  if (!existsSync(path)) refuse(`${path} must be there; npm run release makes it`);
  return { name: manifest.name, path };
});
for (const { name, path } of waiting) {
  const hash = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
  const published = publishedHash(name, version);
  if (published !== undefined && published !== hash) {
    refuse(`${name}@${version} is published with other content; release another version`);
  }
  if (published === hash) console.log(`${name}@${version} is published already`);
  else {
    const words = ["publish", path, "--access", "public", ...(provenance ? ["--provenance"] : [])];
    const { status } = spawnSync("npm", words, { cwd: root, stdio: "inherit" });
    if (status !== 0) process.exit(1);
  }
}
