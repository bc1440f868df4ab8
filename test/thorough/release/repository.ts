import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { root } from "../../markdown.ts";

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Nothing of the npm that runs these tests, and no settings of the user. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, "cache") },
  ...{ npm_config_userconfig: join(folder, "npmrc"), npm_config_update_notifier: "false" },
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.org" },
  ...{ GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.org" },
});

function writePackage(folder: string, name: string, dependencies: Record<string, string>) {
  mkdirSync(folder, { recursive: true });
  const about = { name, version: "0.1.0", license: "MIT", type: "module" };
  const entry = { types: "./index.d.ts", default: "./index.js" };
  const exports = { ".": entry, "./package.json": "./package.json" };
  const files = ["index.js", "index.d.ts"];
  writeFileSync(join(folder, "package.json"), json({ ...about, exports, files, dependencies }));
  writeFileSync(join(folder, "index.js"), "export const one = 1;\n");
  writeFileSync(join(folder, "index.d.ts"), "export declare const one: number;\n");
}

/** Writes two packages, of which `alpha` needs `@x/zeta`, and what else a release reads. */
function writeFiles(folder: string) {
  mkdirSync(join(folder, "scripts"), { recursive: true });
  for (const name of ["licences", "packages", "publish", "release", "tarballs"]) {
    cpSync(join(root, `scripts/${name}.mjs`), join(folder, `scripts/${name}.mjs`));
  }
  writePackage(join(folder, "packages/alpha"), "alpha", { "@x/zeta": "0.1.0" });
  writePackage(join(folder, "packages/zeta"), "@x/zeta", {});
  const version = "0.1.0";
  const passes = "node -e 'process.exit(Number(process.env.RED ?? 0))'";
  const scripts = { test: passes, "test:release": passes };
  const packages = {
    "": { name: "all", version },
    "packages/alpha": { name: "alpha", version, dependencies: { "@x/zeta": version } },
    "packages/zeta": { name: "@x/zeta", version },
  };
  const files = {
    "scripts/setup.mjs": "// There is nothing to build.\n",
    "package.json": json({ name: "all", version, private: true, workspaces: ["packages/*"], scripts }),
    "package-lock.json": json({ name: "all", version, lockfileVersion: 3, packages }),
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- More.\n\n## 0.0.9, 2026-01-01\n\n- Little.\n",
    "CITATION.cff": "title: All\nversion: 0.1.0\nlicense: MIT\n",
    ".gitignore": "node_modules\n/release/\n/origin/\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** Gives each test a repository of its own, with an origin, and the programs that release this one. */
export function releaseRepository() {
  const temporary = mkdtempSync(join(tmpdir(), "mulligan-release-"));
  const template = join(temporary, "template");
  const env = environment(temporary);
  let folder = template;
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim();

  beforeAll(() => {
    writeFiles(template);
    git("init", "--quiet", "--initial-branch", "main");
    git("add", ".");
    git("commit", "--quiet", "--message", "Begin");
    git("clone", "--quiet", "--bare", ".", "origin");
    git("remote", "add", "origin", "./origin");
  });
  beforeEach(() => {
    folder = mkdtempSync(join(temporary, "repository-"));
    cpSync(template, folder, { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  return {
    env,
    git,
    path: (name = "") => join(folder, name),
    file: (name: string) => readFileSync(join(folder, name), "utf8"),
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    release(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
      const options = { cwd: folder, env: { ...env, ...more }, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["scripts/release.mjs", ...words],
        options,
      );
      return { status, stdout, stderr };
    },
  };
}
