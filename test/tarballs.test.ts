import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asking, newProblem } from "../packages/cli/test/serve/served.ts";
import { tarballName } from "../scripts/packages.mjs";
import { pack } from "../scripts/tarballs.mjs";
import { read, root } from "./markdown.ts";
import { withRedis } from "./with-redis.ts";

const start = promisify(execFile);

const rooms = ["core", "fetch", "sat", "cluster", "paper", "cli"];
const manifests = rooms.map((room) => JSON.parse(read(`packages/${room}/package.json`)));
const nameOf = (room: string): string => manifests[rooms.indexOf(room)].name;

/** Every name that can be imported, as a stranger writes it. */
const entries: string[] = manifests.flatMap(({ name, exports = {}, publishConfig }) =>
  Object.keys(publishConfig?.exports ?? exports)
    .filter((path) => path !== "./package.json")
    .map((path) => join(name, path)),
);

/** Another version than that of the manifests, as `npm run release` may pack. */
const version = "7.7.7";
const repository = "https://github.com/mulligan-restarts/mulligan";

/** Holds the tarballs, and `stranger`, a folder with nothing but what they bring; and `alone`, the package of the command. */
let folder = "";
let stranger = "";
let alone = "";
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
  alone = join(folder, "alone");
  mkdirSync(alone);
  await start("tar", ["-xzf", tarballOf("cli"), "-C", alone, "--strip-components=1"]);
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
      /^(README\.md|LICENSE|package\.json|bin\/\w+\.cjs|src\/(\w+\/)?README\.md|(src|dist)\/.*\.ts|dist\/.*\.(js|map)|dist\/page\/\w+\.(html|css|svg)|dist\/bundle\/package\.json|dist\/(page|bundle)\/LICENSES\.txt)$/;
    expect(files.filter((file) => !expected.test(file) || /\.test\./.test(file))).toEqual([]);
    // Programs that import it get its sources, to which the maps of its types lead.
    const isLibrary = ["core", "fetch", "sat"].includes(room);
    const maps = files.filter((file) => file.endsWith(".map") && !file.startsWith("dist/bundle/"));
    const types = files.filter((file) => isLibrary && file.endsWith(".d.ts"));
    expect(maps.toSorted()).toEqual(types.map((file) => `${file}.map`).toSorted());
    expect(files.some((file) => file.startsWith("src/"))).toBe(isLibrary);
    const led = maps.flatMap((map) =>
      JSON.parse(readFileSync(join(installed(room), map), "utf8")).sources.map((source: string) =>
        join(dirname(map), source),
      ),
    );
    const own = led.filter((source) => existsSync(join(root, "packages", room, source)));
    expect(own.filter((source) => !files.includes(source))).toEqual([]);
  });

  test("says where it comes from, and its README's links work anywhere", () => {
    const { repository: from, license } = manifests[rooms.indexOf(room)];
    expect(from).toEqual({ type: "git", url: `git+${repository}.git`, directory: `packages/${room}` });
    expect(license).toBe("MIT");
    const links = [...read(`packages/${room}/README.md`).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith("https://"))).toEqual([]);
    const inside = links.flatMap((link) => link.split(`${repository}/tree/main/`).slice(1));
    for (const path of inside) expect(() => readdirSync(join(root, path)), path).not.toThrow();
  });
});

describe("the command, in a folder without node_modules", () => {
  const command = (...words: readonly string[]) => [join(alone, "bin/mulligan.cjs"), ...words];

  /** Starts it, and resolves at its end. */
  async function run(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, command(...words), { cwd: alone, env: { ...process.env, ...env } });
    child.stdin.end(log);
    const ended = once(child, "close");
    const [stdout, stderr] = await Promise.all([child.stdout, child.stderr].map((stream) => text(stream)));
    return { code: (await ended)[0], said: `${stdout}${stderr}` };
  }
  const law = ["--law", "pareto(scale=1,shape=1.2)"];
  const log = `time,completed\n${Array.from({ length: 60 }, (_, i) => `${(((i * i * 31) % 97) % 7) ** 3},1\n`).join("")}`;
  const nowhere = ["--redis", "redis://127.0.0.1:1"];

  const starts: readonly [string[], number, RegExp][] = [
    [["run", "--results", "results", "--", "true"], 0, /1 of 1 solved/],
    [["sat", "tiny.cnf", "--jobs", "2"], 10, /^s SATISFIABLE\nv .* 0$/m],
    [["analyze", "-", "--svg", "rate.svg"], 0, /restart/],
    [["theory", ...law, "--svg", "law.svg"], 0, /^pareto/],
    [["simulate", ...law, "--horizon", "100", "--runs", "3", "--jobs", "2"], 0, /^policy +horizon/m],
    [["reproduce", "--tiny", "uf100", "--jobs", "2", "--out", "report"], 0, /uf100-430[\s\S]*report\.html/],
    [["worker", ...nowhere], 2, /^mulligan: redis:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/],
    [["cluster", "status", ...nowhere], 2, /^mulligan: redis:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/],
    [["completion", "bash"], 0, /--retries[\s\S]*--horizon/],
  ];

  beforeAll(() => writeFileSync(join(alone, "tiny.cnf"), "p cnf 3 3\n1 -2 0\n2 3 0\n-1 -3 0\n"));

  // At the same time, since those that look for a Redis wait.
  test.concurrent.for(starts)("%j", async ([words, code, pattern], { expect }) => {
    const { code: found, said } = await run(words);
    expect(said).toMatch(pattern);
    expect(found, said).toBe(code);
  });

  test("serve has the page, decides, and analyzes in a thread", async () => {
    const [program, ...words] = command("serve", "--port", "0");
    const child = spawn(process.execPath, [program, ...words], {
      cwd: alone,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    try {
      const [url] = await once(createInterface(child.stdout), "line");
      for (const path of ["", "page.js", "figures.js", "views/runs.js", "workers/race.js"]) {
        expect((await fetch(`${url}/${path}`)).status, path).toBe(200);
      }
      const ask = asking(url);
      await ask("POST", "/v1/problems", newProblem("job", { cutoffs: "inf", policy: "never" }));
      const { decisions } = (await ask("POST", "/v1/problems/job/decisions", { count: 300 })).body;
      const observations = decisions.map(({ id }: { id: string }, i: number) => ({
        ...{ id, kind: "completed", time: i % 2 === 0 ? 1 : 100 },
      }));
      await ask("POST", "/v1/problems/job/observations", { observations });
      expect((await ask("GET", "/v1/problems/job")).body.arms[0]).toMatchObject({ restart: "yes" });
    } finally {
      child.kill();
    }
    expect(await ended).toEqual([0, null]);
  });

  test("these are all commands", async () => {
    const named = [...(await run(["--help"])).said.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name]) => name);
    const tried = starts.map(([[name]]) => name);
    expect(named.filter((name) => name !== "help").toSorted()).toEqual([...tried, "serve"].toSorted());
  });

  test("a defect is reported with the lines of the sources, also from a thread", async () => {
    const broken = {
      NODE_OPTIONS: "--import data:text/javascript,Math.log2=()=>{throw%20new%20TypeError(7)}",
    };
    for (const words of [
      ["run", "--dry-run", "--", "true"],
      ["simulate", ...law, "--horizon", "9", "--runs", "1"],
    ]) {
      const { code, said } = await run(words, broken);
      expect(code, said).toBe(70);
      const [, file, line] = / \(?(packages\/core\/src\/.*\.ts):(\d+)\)?$/m.exec(said)!;
      expect(read(file).split("\n")[Number(line) - 1]).toContain("Math.log2(");
    }
  });

  test("knows the version that was packed, needs no other package but for types, and is small without the page", async () => {
    expect((await run(["--version"])).said).toBe(`${version}\n`);
    const { dependencies } = JSON.parse(readFileSync(join(alone, "package.json"), "utf8"));
    expect(dependencies).toEqual({ "@mulligan/core": version });
    expect(existsSync(join(alone, "node_modules"))).toBe(false);
    const files = readdirSync(installed("cli"), { recursive: true, encoding: "utf8" }).map((name) =>
      join(installed("cli"), name),
    );
    const rest = files.filter((file) => !file.includes(join("dist", "page"))).map((file) => statSync(file));
    expect(rest.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)).toBeLessThan(4e6);
  });
});

withRedis("the command on a cluster, in a folder without node_modules", (redis) => {
  test("run and simulate find the worker that joined, and its threads", async () => {
    const words = ["--redis", redis().url];
    const main = join(alone, "bin/mulligan.cjs");
    const joined = [main, "worker", ...words, "--jobs", "1", "--allow", "true"];
    const worker = spawn(process.execPath, joined, { cwd: alone, stdio: ["ignore", "ignore", "pipe"] });
    const ended = once(worker, "exit");
    try {
      await once(worker.stderr, "data");
      const ran = await start(process.execPath, [main, "run", ...words, "--", "true"], { cwd: alone });
      expect(ran.stderr).toMatch(/1 of 1 solved/);
      const law = ["--law", "pareto(scale=1,shape=1.2)", "--horizon", "9", "--runs", "2"];
      const played = await start(process.execPath, [main, "simulate", ...law, ...words], { cwd: alone });
      expect(played.stdout).toMatch(/^policy +horizon/m);
      await start(process.execPath, [main, "sat", "tiny.cnf", ...words], { cwd: alone }).catch(
        ({ code, stdout }) => expect([code, stdout]).toEqual([10, expect.stringMatching(/^s SATISFIABLE/m)]),
      );
      const status = await start(process.execPath, [main, "cluster", "status", ...words], { cwd: alone });
      expect(status.stdout).toContain(version);
    } finally {
      worker.kill();
    }
    expect(await ended).toEqual([0, null]);
  });
});

describe("where nothing else is installed", () => {
  const inside = (file: string, args: readonly string[]) => start(file, args, { cwd: stranger });

  test("the command answers, and the example of its README runs", async () => {
    const command = join(installed("cli"), manifests[rooms.indexOf("cli")].bin.mulligan);
    const { stdout } = await inside(command, ["--help"]);
    expect(stdout).toContain("Learns when to give up and try again.");
    const readme = read("packages/cli/README.md");
    const [, block] = /^```sh\n([\s\S]*?)^```$/m.exec(readme)!;
    const lines = block.trim().split("\n");
    const printed = await Promise.all(
      lines.map((line) => inside("bash", ["-c", line.replace(/^mulligan/, `"${command}"`)])),
    );
    const [, promised] = /^ {4}(pareto.*)$/m.exec(readme)!;
    expect(printed[1].stdout.split("\n")[0]).toBe(promised);
    // The table of a run stands beside the output of its programs.
    expect(printed[0].stderr).toMatch(/^arm +cutoff .*\n\S.*\n\n.*\n20 solved in .*\n$/);
    expect(printed.slice(1).map(({ stderr }) => stderr)).toEqual(Array(lines.length - 1).fill(""));
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
    expect(entries.length).toBe(18);
    expect(await inside(process.execPath, ["entries.cjs"])).toEqual({ stdout: "true true\n", stderr: "" });
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
  // What else keeps a name from its types is found by arethetypeswrong, in `npm run release`.
  test("the types hold under nodenext, from ES modules and from CommonJS", async () => {
    const files = ["nodenext.mts", "nodenext.cts"];
    for (const name of files) writeFileSync(join(stranger, name), statically);
    const compiler = join(root, "node_modules/typescript-7/bin/tsc");
    const options =
      "--ignoreConfig --noEmit --strict --target es2022 --lib es2022,dom --pretty false --module nodenext --skipDefaultLibCheck";
    const checked = inside(process.execPath, [compiler, ...files, ...options.split(" ")]);
    expect((await checked.catch((error) => error)).stdout).toBe("");
  });
});
