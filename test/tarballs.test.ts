import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tarballName } from "../scripts/packages.mjs";
import { pack, publintProblems, typesProblems } from "../scripts/tarballs.mjs";
import { read, root } from "./markdown.ts";

const start = promisify(execFile);

const rooms = ["core", "fetch", "sat", "cluster", "paper", "cli"];
const manifests = rooms.map((room) => JSON.parse(read(`packages/${room}/package.json`)));
const nameOf = (room: string): string => manifests[rooms.indexOf(room)].name;

/** Every name that can be imported, as a stranger writes it. */
const entries: string[] = manifests.flatMap(({ name, exports = {} }) =>
  Object.keys(exports)
    .filter((path) => path !== "./package.json")
    .map((path) => join(name, path)),
);

const { version } = JSON.parse(read("package.json"));
const repository = "https://github.com/mulligan-restarts/mulligan";

/** Holds the tarballs, and `stranger`, a folder with nothing but what they bring. */
let folder = "";
let stranger = "";
const tarballOf = (room: string) => join(folder, tarballName(manifests[rooms.indexOf(room)], version));
const installed = (room: string) => join(stranger, "node_modules", nameOf(room));

/**
 * The tarballs are unpacked as npm does it. The packages of others are links into this repository, only those
 * that these name, so that one which they forgot to name is missed here; no network is needed. Optional peers are there, too.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mulligan-tarballs-"));
  stranger = join(folder, "stranger");
  await pack(folder, version);
  for (const [i, room] of rooms.entries()) {
    mkdirSync(installed(room), { recursive: true });
    const { dependencies, peerDependencies } = manifests[i];
    await start("tar", ["-xzf", tarballOf(room), "-C", installed(room), "--strip-components=1"]);
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (manifests.some(({ name }) => name === dependency)) continue;
      const link = join(stranger, "node_modules", dependency);
      if (existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      // npm keeps a version of its own beside a package where others need another one.
      const own = join(root, "packages", room, "node_modules", dependency);
      symlinkSync(existsSync(own) ? own : join(root, "node_modules", dependency), link);
    }
  }
  writeFileSync(join(stranger, "package.json"), '{ "type": "module" }\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(rooms)("the tarball of %s", (room) => {
  const filesOf = () =>
    readdirSync(installed(room), { recursive: true, withFileTypes: true, encoding: "utf8" })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed(room).length + 1));

  test("has README, the licence, what it was made of, and no litter", () => {
    const files = filesOf();
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]));
    expect(readFileSync(join(installed(room), "LICENSE"), "utf8")).toBe(read("LICENSE"));
    const expected =
      /^(README\.md|LICENSE|package\.json|bin\/\w+\.js|src\/(\w+\/)?README\.md|(src|dist)\/.*\.ts|dist\/.*\.(js|map)|dist\/page\/\w+\.(html|css|svg)|dist\/(page|figures)\/LICENSES\.txt)$/;
    expect(files.filter((file) => !expected.test(file) || /\.test\./.test(file))).toEqual([]);
  });

  test("maps of its types, and the sources, if programs import it; neither if it is the command or a part of it", () => {
    const files = new Set(filesOf());
    const maps = [...files].filter((file) => file.endsWith(".map"));
    const sources = [...files].filter((file) => file.startsWith("src/"));
    if (!["core", "fetch", "sat"].includes(room)) return expect([...maps, ...sources]).toEqual([]);
    const missed = maps.flatMap((map) =>
      JSON.parse(readFileSync(join(installed(room), map), "utf8"))
        .sources.map((source: string) => join(dirname(map), source))
        .filter((source: string) => !files.has(source) && existsSync(join(root, "packages", room, source))),
    );
    const types = [...files].filter((file) => file.endsWith(".d.ts"));
    expect(maps.toSorted()).toEqual(types.map((file) => `${file}.map`).toSorted());
    expect(types.length).toBeGreaterThan(10);
    return expect(missed).toEqual([]);
  });

  test("says what it is and where it comes from", () => {
    const manifest = manifests[rooms.indexOf(room)];
    expect(manifest.repository).toEqual({
      type: "git",
      url: `git+${repository}.git`,
      directory: `packages/${room}`,
    });
    expect(manifest.keywords.length).toBeGreaterThan(5);
    expect(manifest.license).toBe("MIT");
  });

  test("a README whose links work anywhere", () => {
    const links = [...read(`packages/${room}/README.md`).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith("https://"))).toEqual([]);
    const inside = links.flatMap((link) => link.split(`${repository}/tree/main/`).slice(1));
    for (const path of inside) expect(() => readdirSync(join(root, path)), path).not.toThrow();
  });

  test("publint and arethetypeswrong find nothing", async () => {
    const tarball = tarballOf(room);
    expect([...(await publintProblems(tarball)), ...(await typesProblems(tarball))]).toEqual([]);
  });
});

test("npm installs at most 45 packages for the command", async () => {
  const words = ["ls", "--all", "--parseable", "--omit=dev", "--workspace=packages/cli"];
  const [, ...paths] = (await start("npm", words, { cwd: root })).stdout.trim().split("\n");
  expect(paths).toContain(join(root, "node_modules/hono"));
  expect(paths.length).toBeLessThanOrEqual(45);
});

describe("where nothing else is installed", () => {
  const inside = (file: string, args: readonly string[]) => start(file, args, { cwd: stranger });

  test("the command answers, and the example of its README runs", async () => {
    const command = join(installed("cli"), manifests[rooms.indexOf("cli")].bin.mulligan);
    const { stdout } = await inside(command, ["--help"]);
    expect(stdout).toContain("Learns when to give up and try again.");
    const readme = read("packages/cli/README.md");
    const [, block] = /^```sh\n([\s\S]*?)^```$/m.exec(readme)!;
    const printed = await Promise.all(
      block
        .trim()
        .split("\n")
        .map((line) => inside("bash", ["-c", line.replace(/^mulligan/, `"${command}"`)])),
    );
    const [, promised] = /^ {4}(pareto.*)$/m.exec(readme)!;
    expect(printed[1].stdout.split("\n")[0]).toBe(promised);
    // The table of a run stands beside the output of its programs.
    expect(printed[0].stderr).toMatch(/^arm +cutoff .*\n\S.*\n\n.*\n20 solved in .*\n$/);
    expect(
      printed
        .slice(1)
        .map(({ stderr }) => stderr)
        .join(""),
    ).toBe("");
  });

  test("every entry point can be imported and required, which gives the same module", async () => {
    const program = `const names = ${JSON.stringify(entries)};
    const solve = async () => {
      for (const name of names) {
        const required = require(name);
        if (Object.keys(required).length === 0) throw new Error(name + " exports nothing");
        if (required !== (await import(name))) throw new Error(name + " is loaded twice");
      }
      const { walkSat } = require("@mulligan/sat");
      const { knownSet, loadOracle } = require("@mulligan/sat/generate");
      const [formula] = knownSet("uf100", 1);
      const oracle = await loadOracle();
      console.log(walkSat(formula).run(1e6), oracle.isSatisfiable(formula));
    };
    solve();`;
    writeFileSync(join(stranger, "entries.cjs"), program);
    expect(entries.length).toBe(22);
    expect(await inside(process.execPath, ["entries.cjs"])).toEqual({ stdout: "true true\n", stderr: "" });
  });

  test("the command draws, without Vega", async () => {
    const command = join(installed("cli"), manifests[rooms.indexOf("cli")].bin.mulligan);
    await inside(command, ["theory", "--law", "exponential(mean=1)", "--svg", "rate.svg"]);
    expect(existsSync(join(stranger, "node_modules/vega"))).toBe(false);
    expect(readFileSync(join(stranger, "rate.svg"), "utf8")).toContain("Reward rate against cutoff");
  });

  const usage = (module: string) => `
    const { makePolicy } = ${module};
    const policy = makePolicy("km-ts", { arms: ["job"], seed: 1 });
    const outcome: import("@mulligan/core", { with: { "resolution-mode": "import" } }).Outcome = {
      kind: "censored",
      time: policy.decide().cutoff,
    };
    // @ts-expect-error a censored trial has no reward
    export const reward: number = outcome.reward;`;
  const statically = `${entries.map((entry, i) => `import * as entry${i} from "${entry}";`).join("\n")}
    export const all = [${entries.map((_, i) => `entry${i}`).join(", ")}];
    ${usage(`entry${entries.indexOf("@mulligan/core")}`)}`;
  const dynamically = `export const load = async () => [${entries.map((entry) => `await import("${entry}")`).join(", ")}];`;

  /** Checks files of a stranger, and returns the complaints of the compiler. */
  async function typesFor(options: readonly string[], files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(stranger, name), text);
    const compiler = join(root, "node_modules/typescript-7/bin/tsc");
    const common = "--ignoreConfig --noEmit --strict --target es2022 --lib es2022,dom --pretty false".split(
      " ",
    );
    const words = [...Object.keys(files), ...common, ...options];
    return await inside(process.execPath, [compiler, ...words]).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
  }

  test("the types hold under nodenext, from ES modules and from CommonJS", async () => {
    const options = ["--module", "nodenext", "--skipDefaultLibCheck"];
    const files = { "nodenext.mts": statically, "nodenext.cts": statically };
    expect(await typesFor(options, files)).toBe("");
  });

  test("the types hold for bundlers", async () => {
    const options = ["--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck"];
    expect(await typesFor(options, { "bundler.ts": statically })).toBe("");
  });

  // Under node16, TypeScript lets no CommonJS file require an ES module, although Node does. It says what to write instead.
  test("the types hold under node16; from CommonJS, it asks for a dynamic import of each entry point", async () => {
    const options = ["--module", "node16", "--skipLibCheck"];
    const files = { "dynamic.cts": dynamically, "node16.mts": statically, "static.cts": statically };
    const refusals = (await typesFor(options, files)).trim().split("\n");
    const asked = entries.map((entry) =>
      expect.stringMatching(
        `^static\\.cts.* TS1479: .*Consider writing a dynamic 'import\\("${entry}"\\)' call instead`,
      ),
    );
    expect(refusals).toEqual(asked);
  });
});
