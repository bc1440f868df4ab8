// Makes a fresh clone ready: installs what the lock file names, then builds. Both steps are skipped
// when nothing changed, so `npm start` and `npm test` can always begin with it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const CHROME_OF_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const packagesOf = (file) => JSON.parse(readFileSync(`${root}${file}`, "utf8")).packages;

/**
 * Whether all that the lock file names is there, by npm's own record of what it installed. An optional package
 * may be missing: it is another platform's. The commands count, since npm links them only while it installs.
 */
function isInstalled() {
  const record = "node_modules/.package-lock.json";
  if (!existsSync(`${root}${record}`)) return false;
  const there = packagesOf(record);
  const essence = ({ version, integrity, bin }) => JSON.stringify([version, integrity, bin]);
  return Object.entries(packagesOf("package-lock.json")).every(([path, wanted]) => {
    const found = there[path];
    if (found === undefined) return path === "" || wanted.optional === true;
    return essence(found) === essence(wanted);
  });
}

if (!isInstalled()) {
  console.error("setting up: npm ci");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
}
/** Installs what the tests need beside Node, where it is missing. Elsewhere they do without, and say so. */
function installPrograms() {
  const isThere = (name) => spawnSync("sh", ["-c", 'command -v "$0"', name]).status === 0;
  // By package: the programs of which one must be there, as in test/find-program.ts.
  const programs = {
    chromium: ["chromium", "google-chrome", CHROME_OF_MAC],
    "redis-server": ["redis-server", "valkey-server"],
  };
  const missing = Object.keys(programs).filter((name) => !programs[name].some(isThere));
  if (missing.length === 0) return;
  if (process.platform === "darwin") {
    console.error("setting up: brew install redis");
    run("brew", ["install", "redis"]);
  } else if (process.platform === "linux") {
    console.error(`setting up: apt-get install ${missing.join(" ")}`);
    const apt = process.getuid() === 0 ? ["apt-get"] : ["sudo", "apt-get"];
    run(apt[0], [...apt.slice(1), "update", "-qq"]);
    run(apt[0], [...apt.slice(1), "install", "-y", "-qq", "--no-install-recommends", ...missing]);
  }
}

if (process.env.CI) installPrograms();
// `npm test` builds with its other checks.
if (!process.argv.includes("--install-only")) {
  run(process.execPath, ["node_modules/typescript-7/bin/tsc", "-b"]);
  run(process.execPath, ["packages/web/build.mjs"]);
  run(process.execPath, ["packages/cli/build.mjs"]);
}
