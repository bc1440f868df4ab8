import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { json, releaseRepository } from "./repository.ts";

const { file, git, path, release, write } = releaseRepository();

describe("npm run release", () => {
  const state = () => [git("status", "--porcelain"), git("rev-parse", "HEAD"), git("tag")];

  test("with --dry-run makes the tarballs and the changelog's section, and changes nothing else", () => {
    const before = state();
    const { status, stdout, stderr } = release(["--dry-run", "--version", "minor"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("release has the tarballs of 0.2.0. Nothing is published, tagged or committed.");
    expect(state()).toEqual(before);
    expect(readdirSync(path("release")).sort()).toEqual(
      ["CHANGELOG.md", "alpha-0.2.0.tgz", "x-zeta-0.2.0.tgz"].sort(),
    );
    expect(file("release/CHANGELOG.md")).toMatch(/^## 0\.2\.0, \d{4}-\d\d-\d\d\n\n- More\.\n$/);
    const packed = execFileSync("tar", ["-xzOf", "release/alpha-0.2.0.tgz", "package/package.json"], {
      cwd: path(),
      encoding: "utf8",
    });
    expect(JSON.parse(packed)).toMatchObject({ version: "0.2.0", dependencies: { "@x/zeta": "0.2.0" } });
  });

  test("commits the version, the changelog and the citation, and tags that commit", () => {
    const { status, stdout, stderr } = release(["--version", "0.2.0"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("git push --atomic origin main v0.2.0");
    expect(state().slice(0, 1)).toEqual([""]);
    expect(git("log", "--format=%s", "v0.2.0")).toBe("Release v0.2.0\nBegin");
    expect(git("ls-remote", "origin")).not.toContain("v0.2.0");
    const { packages } = JSON.parse(file("package-lock.json"));
    expect(packages["packages/alpha"]).toEqual({
      name: "alpha",
      version: "0.2.0",
      dependencies: { "@x/zeta": "0.2.0" },
    });
    for (const name of ["package.json", "package-lock.json", "packages/zeta/package.json"]) {
      expect(JSON.parse(file(name)).version).toBe("0.2.0");
    }
    expect(file("CITATION.cff")).toMatch(
      /^title: All\nversion: 0\.2\.0\ndate-released: [\d-]{10}\nlicense: MIT\n$/,
    );
    expect(file("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0, [\d-]{10}\n\n- More\.\n\n## 0\.0\.9, 2026-01-01\n\n- Little\.\n$/,
    );
    // The workflow packs the tag, whose section is no longer under "Unreleased".
    const again = release(["--dry-run"]);
    expect([again.status, again.stderr]).toEqual([0, ""]);
    expect(file("release/CHANGELOG.md")).toMatch(/^## 0\.2\.0, [\d-]{10}\n\n- More\./);
  });

  const before = {
    change: () => write("packages/alpha/index.js", "export const one = 2;\n"),
    branch: () => git("switch", "--quiet", "--create", "other"),
    tag: () => git("tag", "v0.1.0"),
    pushed: () => git("push", "--quiet", "origin", "HEAD:refs/tags/v0.1.0"),
    behind() {
      git("commit", "--quiet", "--allow-empty", "--message", "More");
      git("push", "--quiet", "origin", "main");
      git("reset", "--quiet", "--hard", "HEAD~");
    },
    silent() {
      write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n");
      git("commit", "--quiet", "--all", "--message", "Empty");
    },
    nothing() {},
  };

  test.each<[string, keyof typeof before, string, RegExp]>([
    ["an unknown option", "nothing", "--dryrun", /Unknown option '--dryrun'/],
    ["a version that is none", "nothing", "--version 1.2", /--version: must be .*, got 1\.2$/],
    ["a lower version", "nothing", "--version 0.0.9", /must not be below the present 0\.1\.0/],
    ["a folder in use", "nothing", "--dry-run --out scripts", /must be new, empty or/],
    [
      "a change that is not committed",
      "change",
      "",
      /committed or ignored, got M packages\/alpha\/index\.js$/,
    ],
    ["another branch", "branch", "", /the branch must be main, got other$/],
    ["a tag that exists", "tag", "", /v0\.1\.0 must be a new tag, but it exists/],
    ["a tag that origin has", "pushed", "", /v0\.1\.0 must be a new tag, but origin has it$/],
    ["a main behind origin's", "behind", "", /main must have all commits of origin's main/],
    ["a changelog that says nothing", "silent", "", /"## Unreleased" must say what changed$/],
  ])("refuses %s with one line and exit code 2", (_, prepare, words, message) => {
    before[prepare]();
    const found = state();
    const { status, stderr } = release(words.split(" ").filter(Boolean));
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split("\n").length).toBe(1);
    expect(status).toBe(2);
    expect(state()).toEqual(found);
  });

  test("refuses while npm test fails, or a tarball has a problem, and changes nothing", () => {
    const before = state();
    const red = release(["--version", "patch"], { RED: "1" });
    expect(red.stderr).toContain("release: npm test must pass");
    expect([red.status, ...state()]).toEqual([2, ...before]);
    const visible = release(["--out", "tarballs"], { RED: "1" });
    expect([visible.status, visible.stderr]).toEqual([
      2,
      "release: every change must be committed or ignored, got ?? tarballs/\n",
    ]);
    const manifest = JSON.parse(file("packages/zeta/package.json"));
    manifest.exports["./missing"] = "./missing.js";
    write("packages/zeta/package.json", json(manifest));
    const broken = release(["--dry-run"]);
    expect(broken.stderr).toMatch(/^x-zeta-0\.1\.0\.tgz: .*missing\.js/m);
    expect(broken.stderr).toContain("release: the tarballs must have no problem");
    expect(broken.status).toBe(2);
  });
});
