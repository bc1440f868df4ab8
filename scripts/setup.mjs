// Makes a fresh clone ready: installs what the lock file names, then builds. Both steps are skipped
// when nothing changed, so `npm start` and `npm test` can always begin with it.
//
// `npm install`, not `npm ci`: the linter and the test runner ship their programs as one optional package
// a platform, and `ci` refuses a lock file that was written where not all of those could be had.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.mulligan-installed`;
const wanted = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.error("setting up: npm install");
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, wanted);
}
// `npm test` builds with its other checks.
if (!process.argv.includes("--install-only"))
  run(process.execPath, ["node_modules/typescript/bin/tsc", "-b"]);
