import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { isAllowed, licenceProblems, licencesOf } from "../scripts/licences.mjs";
import { publishedPackages } from "../scripts/packages.mjs";
import { read, root } from "./markdown.ts";

const temporary = mkdtempSync(join(tmpdir(), "mulligan-release-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** Nothing of the npm that runs these tests, and no settings of the user. */
const env: NodeJS.ProcessEnv = {
  ...{ PATH: process.env.PATH, HOME: temporary, npm_config_cache: join(temporary, "cache") },
  ...{ npm_config_userconfig: join(temporary, "npmrc"), npm_config_update_notifier: "false" },
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.org" },
  ...{ GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.org" },
};

/** A repository with two packages and the programs of this one. `alpha` needs `@x/zeta`. */
let repository = "";
const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: repository, env, encoding: "utf8", stdio: "pipe" }).trim();
const file = (path: string) => readFileSync(join(repository, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(repository, path), text);
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function run(script: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}`, ...words], {
    cwd: repository,
    env: { ...env, ...more },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function writePackage(name: string, folder: string, dependencies: Record<string, string>) {
  mkdirSync(join(repository, "packages", folder), { recursive: true });
  const about = { name, version: "0.1.0", license: "MIT", type: "module" };
  const entry = { types: "./index.d.ts", default: "./index.js" };
  const exports = { ".": entry, "./package.json": "./package.json" };
  const files = ["index.js", "index.d.ts"];
  write(`packages/${folder}/package.json`, json({ ...about, exports, files, dependencies }));
  write(`packages/${folder}/index.js`, "export const one = 1;\n");
  write(`packages/${folder}/index.d.ts`, "export declare const one: number;\n");
}

/** Makes the repository once. Each test has a copy of it and of its origin. */
function makeRepository() {
  mkdirSync(join(repository, "scripts"), { recursive: true });
  for (const name of ["licences", "packages", "publish", "release", "tarballs"]) {
    cpSync(join(root, `scripts/${name}.mjs`), join(repository, `scripts/${name}.mjs`));
  }
  write("scripts/setup.mjs", "// There is nothing to build.\n");
  writePackage("alpha", "alpha", { "@x/zeta": "0.1.0" });
  writePackage("@x/zeta", "zeta", {});
  const inner = { version: "0.1.0" };
  const scripts = { test: "node -e 'process.exit(Number(process.env.RED ?? 0))'" };
  write("package.json", json({ name: "all", ...inner, private: true, workspaces: ["packages/*"], scripts }));
  const packages = {
    "": { name: "all", ...inner },
    "packages/alpha": { name: "alpha", ...inner, dependencies: { "@x/zeta": "0.1.0" } },
    "packages/zeta": { name: "@x/zeta", ...inner },
  };
  write("package-lock.json", json({ name: "all", ...inner, lockfileVersion: 3, packages }));
  write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- More.\n\n## 0.0.9, 2026-01-01\n\n- Little.\n");
  write("CITATION.cff", "title: All\nversion: 0.1.0\nlicense: MIT\n");
  write(".gitignore", "node_modules\n/release/\n/origin/\n");
  git("init", "--quiet", "--initial-branch", "main");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  git("clone", "--quiet", "--bare", ".", "origin");
  git("remote", "add", "origin", "./origin");
}

const template = join(temporary, "template");
beforeAll(() => {
  repository = template;
  makeRepository();
});

beforeEach(() => {
  repository = mkdtempSync(join(temporary, "repository-"));
  cpSync(template, repository, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(repository, "node_modules"));
});

describe("npm run release", () => {
  const state = () => [git("status", "--porcelain"), git("rev-parse", "HEAD"), git("tag")];

  test("with --dry-run makes the tarballs and the changelog's section, and changes nothing else", () => {
    const before = state();
    const { status, stdout, stderr } = run("release.mjs", ["--dry-run", "--version", "minor"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("release has the tarballs of 0.2.0. Nothing is published, tagged or committed.");
    expect(state()).toEqual(before);
    expect(readdirSync(join(repository, "release")).sort()).toEqual(
      ["CHANGELOG.md", "alpha-0.2.0.tgz", "x-zeta-0.2.0.tgz"].sort(),
    );
    expect(file("release/CHANGELOG.md")).toMatch(/^## 0\.2\.0, \d{4}-\d\d-\d\d\n\n- More\.\n$/);
    const packed = execFileSync("tar", ["-xzOf", "release/alpha-0.2.0.tgz", "package/package.json"], {
      cwd: repository,
      encoding: "utf8",
    });
    expect(JSON.parse(packed)).toMatchObject({ version: "0.2.0", dependencies: { "@x/zeta": "0.2.0" } });
  });

  test("commits the version, the changelog and the citation, and tags that commit", () => {
    const { status, stdout, stderr } = run("release.mjs", ["--version", "0.2.0"]);
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
    for (const path of ["package.json", "package-lock.json", "packages/zeta/package.json"]) {
      expect(JSON.parse(file(path)).version).toBe("0.2.0");
    }
    expect(file("CITATION.cff")).toMatch(
      /^title: All\nversion: 0\.2\.0\ndate-released: [\d-]{10}\nlicense: MIT\n$/,
    );
    expect(file("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0, [\d-]{10}\n\n- More\.\n\n## 0\.0\.9, 2026-01-01\n\n- Little\.\n$/,
    );
    // The workflow packs the tag, whose section is no longer under "Unreleased".
    const again = run("release.mjs", ["--dry-run"]);
    expect([again.status, again.stderr]).toEqual([0, ""]);
    expect(file("release/CHANGELOG.md")).toMatch(/^## 0\.2\.0, [\d-]{10}\n\n- More\./);
  });

  const refusals: [string, () => readonly string[], RegExp][] = [
    ["an unknown option", () => ["--dryrun"], /Unknown option '--dryrun'/],
    ["a version that is none", () => ["--version", "1.2"], /--version: must be .*, got 1\.2$/],
    [
      "a version below the present one",
      () => ["--version", "0.0.9"],
      /must not be below the present 0\.1\.0/,
    ],
    ["a folder that holds something else", () => ["--dry-run", "--out", "scripts"], /must be new, empty or/],
    [
      "a change that is not committed",
      () => {
        write("packages/alpha/index.js", "export const one = 2;\n");
        return [];
      },
      /every change must be committed first, got M packages\/alpha\/index\.js$/,
    ],
    [
      "another branch",
      () => {
        git("switch", "--quiet", "--create", "other");
        return [];
      },
      /the branch must be main, got other$/,
    ],
    [
      "a tag that exists",
      () => {
        git("tag", "v0.1.0");
        return [];
      },
      /v0\.1\.0 must be a new tag, but it exists/,
    ],
    [
      "a tag that origin has",
      () => {
        git("push", "--quiet", "origin", "HEAD:refs/tags/v0.1.0");
        return [];
      },
      /v0\.1\.0 must be a new tag, but origin has it$/,
    ],
    [
      "a main that is behind origin's",
      () => {
        git("commit", "--quiet", "--allow-empty", "--message", "More");
        git("push", "--quiet", "origin", "main");
        git("reset", "--quiet", "--hard", "HEAD~");
        return [];
      },
      /main must have all commits of origin's main/,
    ],
    [
      "a changelog that says nothing",
      () => {
        write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n");
        git("commit", "--quiet", "--all", "--message", "Empty");
        return [];
      },
      /CHANGELOG\.md: a section "## Unreleased" must say what changed$/,
    ],
  ];

  test.each(refusals)("refuses %s with one line and exit code 2", (_, prepare, message) => {
    const words = prepare();
    const before = state();
    const { status, stderr } = run("release.mjs", words);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split("\n").length).toBe(1);
    expect(status).toBe(2);
    expect(state()).toEqual(before);
  });

  test("refuses while npm test fails, or a tarball has a problem, and changes nothing", () => {
    const before = state();
    const red = run("release.mjs", ["--version", "patch"], { RED: "1" });
    expect(red.stderr).toContain("release: npm test must pass");
    expect([red.status, ...state()]).toEqual([2, ...before]);
    const manifest = JSON.parse(file("packages/zeta/package.json"));
    manifest.exports["./missing"] = "./missing.js";
    write("packages/zeta/package.json", json(manifest));
    const broken = run("release.mjs", ["--dry-run"]);
    expect(broken.stderr).toMatch(/^x-zeta-0\.1\.0\.tgz: .*missing\.js/m);
    expect(broken.stderr).toContain("release: the tarballs must have no problem");
    expect(broken.status).toBe(2);
  });
});

describe("scripts/publish.mjs", () => {
  /** A registry that keeps what is published, and forbids the names in `forbidden`. */
  let registry: Server;
  const published = new Map<string, Record<string, unknown>>();
  const forbidden = new Set<string>();
  const requests: string[] = [];

  beforeAll(async () => {
    registry = createServer(async (request, response) => {
      const name = decodeURIComponent(request.url!.slice(1));
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      if (request.method !== "PUT") {
        const known = published.get(name);
        answer(known ? 200 : 404, known ?? { error: "not found" });
        return;
      }
      let body = "";
      for await (const part of request) body += part;
      requests.push(name);
      if (forbidden.has(name)) answer(403, { error: "forbidden" });
      else {
        published.set(name, JSON.parse(body));
        answer(201, {});
      }
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => registry.once("listening", resolve));
    const { port } = registry.address() as AddressInfo;
    env.npm_config_registry = `http://127.0.0.1:${port}/`;
    writeFileSync(env.npm_config_userconfig!, `//127.0.0.1:${port}/:_authToken=secret\n`);
  });
  afterAll(() => registry.close());

  /** Publishes without blocking this process, which is the registry. */
  function publish(...words: string[]): Promise<{ status: number | null; printed: string }> {
    const child = spawn(process.execPath, ["scripts/publish.mjs", ...words], { cwd: repository, env });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => {
        printed += part;
      });
    }
    return new Promise((resolve) => child.on("close", (status) => resolve({ status, printed })));
  }

  test("publishes behind what a package needs, and goes on where it broke off", async () => {
    git("tag", "v0.1.0");
    mkdirSync(join(repository, "release"));
    const words = ["pack", "--pack-destination", "release", "./packages/alpha", "./packages/zeta"];
    execFileSync("npm", words, { cwd: repository, env, stdio: "pipe" });
    forbidden.add("alpha");
    expect((await publish("release", "--without-provenance")).status).toBe(1);
    expect([requests, [...published.keys()]]).toEqual([["@x/zeta", "alpha"], ["@x/zeta"]]);
    forbidden.clear();
    const again = await publish("release", "--without-provenance");
    expect(again.printed).toContain("@x/zeta@0.1.0 is published already\n");
    expect(again.status).toBe(0);
    expect([...published.keys()]).toEqual(["@x/zeta", "alpha"]);
    expect(requests).toEqual(["@x/zeta", "alpha", "alpha"]);
    // Another tarball of a published version is never taken for it.
    cpSync(join(repository, "release/alpha-0.1.0.tgz"), join(repository, "release/x-zeta-0.1.0.tgz"));
    const other = await publish("release", "--without-provenance");
    expect(other).toEqual({
      status: 2,
      printed: "release: @x/zeta@0.1.0 is published with other content; release another version\n",
    });
  });

  test("refuses a commit without the tag of its version, a missing tarball, and provenance outside a workflow", async () => {
    const untagged = await publish("release");
    expect(untagged).toEqual({
      status: 2,
      printed: "release: the commit must have the tag v0.1.0, has none\n",
    });
    git("tag", "v0.1.0");
    expect(await publish("release")).toMatchObject({ status: 2 });
    expect((await publish("release")).printed).toMatch(
      /^release: provenance needs a workflow of GitHub .*\n$/,
    );
    const { status, printed } = await publish("release", "--without-provenance");
    expect([status, printed.split("\n").length]).toEqual([2, 2]);
    expect(printed).toMatch(/x-zeta-0\.1\.0\.tgz must be there; npm run release makes it\n$/);
  });
});

test("every package that users install, or get inside the page, has a licence on the list", () => {
  const lock = JSON.parse(read("package-lock.json"));
  const names = licencesOf(lock).map(({ name }) => name.replace(/@[^@]*$/, ""));
  expect(names).toEqual(expect.arrayContaining(["preact", "uplot", "vega", "zod", "bullmq"]));
  expect(licenceProblems(lock)).toEqual([]);
});

test("a licence that is not on the list is named with its package; a choice between licences is read", () => {
  const packages = {
    "node_modules/a": { version: "1.0.0", license: "GPL-3.0" },
    "packages/x/node_modules/@b/b": { version: "2.0.0" },
    "node_modules/c": { version: "1.0.0", license: "(MIT OR GPL-3.0)" },
    "node_modules/d": { version: "1.0.0", license: "GPL-3.0", dev: true },
  };
  expect(licenceProblems({ packages })).toEqual([
    "a@1.0.0: licence GPL-3.0 is not on the list in scripts/licences.mjs",
    "@b/b@2.0.0: licence unknown is not on the list in scripts/licences.mjs",
  ]);
  const allowed = [
    "MIT",
    "(MIT OR GPL-3.0)",
    "MIT AND ISC",
    "MIT AND GPL-3.0",
    "MIT WITH x",
    "",
    "SEE LICENSE",
  ];
  expect(allowed.filter(isAllowed)).toEqual(["MIT", "(MIT OR GPL-3.0)", "MIT AND ISC"]);
});

test("all manifests are written as JSON.stringify writes them, so a release changes only versions", () => {
  const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}/`);
  for (const path of ["package-lock.json", ...["", ...folders].map((folder) => `${folder}package.json`)]) {
    expect(json(JSON.parse(read(path))), path).toBe(read(path));
  }
});

test("all manifests have one version, and packages stand behind what they need", () => {
  const { version } = JSON.parse(read("package.json"));
  const published = publishedPackages();
  const names = published.map(({ manifest }) => manifest.name);
  expect(names.length).toBe(6);
  for (const [i, { manifest }] of published.entries()) {
    expect(manifest.version).toBe(version);
    for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
      if (!names.includes(name)) continue;
      expect(wanted).toBe(version);
      expect(names.indexOf(name)).toBeLessThan(i);
    }
  }
});

test("CITATION.cff has what version 1.2.0 of its format requires, and names the paper", () => {
  const person = z.strictObject({ "family-names": z.string(), "given-names": z.string() });
  const entity = z.strictObject({ name: z.string() });
  const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
  const identifier = z.strictObject({
    type: z.enum(["doi", "other", "swh", "url"]),
    value: z.string(),
    description: z.string(),
  });
  const reference = z.strictObject({
    ...{ type: z.enum(["article", "software"]), title: z.string(), authors: z.array(person).min(1) },
    ...{ year: z.int(), identifiers: z.array(identifier), url: z.url() },
  });
  const citation = z.strictObject({
    ...{
      "cff-version": z.literal("1.2.0"),
      type: z.literal("software"),
      title: z.string(),
      abstract: z.string(),
    },
    ...{ message: z.string(), authors: z.array(z.union([person, entity])).min(1), version: z.string() },
    ...{ "date-released": date.optional(), license: z.literal("MIT"), "repository-code": z.url() },
    ...{ keywords: z.array(z.string()), references: z.array(reference) },
  });
  const found = citation.parse(parse(read("CITATION.cff")));
  expect(found.version).toBe(JSON.parse(read("package.json")).version);
  expect(found.references[0].title).toBe("Continuous-Time Multi-Armed Bandits with Controlled Restarts");
});
