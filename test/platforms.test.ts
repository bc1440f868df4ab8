import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { STARTED_MODULES } from "../packages/cli/src/shell/assets.ts";
import { resolveIn, targetsOf } from "./source-tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = "packages/cli/src";
const packages = readdirSync(join(root, "packages"));

const sources = new Map(
  packages.flatMap((name) =>
    readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file): [string, string] => {
        const path = `packages/${name}/src/${file.replaceAll("\\", "/")}`;
        return [path, withoutTypes(readFileSync(join(root, path), "utf8"))];
      }),
  ),
);

/** Returns the imports of a source file that are left when it runs. */
function withoutTypes(text: string): string {
  return text.replaceAll(/^(import|export) type [^;]*;/gm, "");
}

/** The files that a command or an entry point loads from its own package, and the workers that it starts. */
function reachedFrom(entry: string): string[] {
  const paths = new Set(sources.keys());
  const reached = new Set([entry]);
  for (const file of reached) {
    const text = sources.get(file)!;
    for (const target of targetsOf(text)) {
      const to = resolveIn(paths, file, target);
      if (to !== undefined && !isOtherCommand(to)) reached.add(to);
    }
    for (const [, name] of text.matchAll(/\bstartedModule\("([\w-]+)"\)/g)) {
      reached.add(`${cli}/${STARTED_MODULES[name as keyof typeof STARTED_MODULES]}.ts`);
    }
  }
  return [...reached];
}

/** The catalogue names all commands, and loads the one that runs. */
function isOtherCommand(path: string): boolean {
  return path.startsWith(`${cli}/commands/`) && !/\/(all-commands|catalogue)\.ts$/.test(path);
}

const mentions = (pattern: RegExp) => (path: string) => pattern.test(sources.get(path)!);
/** The folder that starts programs, but for the file that reads commands. */
const isForPrograms = (path: string) => /^packages\/cli\/src\/processes\/(?!program-command)/.test(path);
const STARTS_OR_SIGNALS = /node:child_process|process\.kill\(/;

/** Files that start a program or look for one, and do what Windows allows where it differs. */
const PORTABLE = [
  // Asks ps on macOS; without it, whether there is a process with a number, as Node can on Windows.
  `${cli}/journal/running-process.ts`,
  // Opens the browser, by rundll32 on Windows.
  `${cli}/commands/serve.ts`,
];

describe("what works on Windows does without POSIX", () => {
  const entries = [
    ...["sat", "analyze", "theory", "simulate", "reproduce", "serve"].map((name) => `commands/${name}`),
    ...["main", "process-main", "thread-main", "client"],
  ].map((name) => `${cli}/${name}.ts`);

  test.for(entries)("%s loads nothing that starts or ends programs", (entry) => {
    const reached = reachedFrom(entry);
    expect(reached.filter(isForPrograms)).toEqual([]);
    const others = reached.filter((path) => !PORTABLE.includes(path));
    expect(others.filter(mentions(STARTS_OR_SIGNALS))).toEqual([]);
  });

  test("the packages of the library start no program and signal none", () => {
    const library = [...sources.keys()].filter((path) => !path.startsWith(`${cli}/`));
    expect(library.length).toBeGreaterThan(200);
    expect(library.filter(mentions(STARTS_OR_SIGNALS))).toEqual([]);
  });

  test("no address of a file is taken for its path, and no path is one of Unix only", () => {
    const others = [...sources.keys()].filter((path) => !isForPrograms(path));
    expect(others.filter(mentions(/import\.meta\.url\)\.pathname/))).toEqual([]);
    expect(others.filter(mentions(/["'`]\/(dev|tmp|usr|etc|var)\//))).toEqual([]);
  });

  test("the walk finds what it looks for", () => {
    const reached = reachedFrom(`${cli}/commands/run.ts`);
    expect(reached).toContain(`${cli}/processes/run-program.ts`);
    expect(reached.filter(mentions(STARTS_OR_SIGNALS)).length).toBeGreaterThan(3);
    expect(reachedFrom(`${cli}/commands/worker.ts`).some(isForPrograms)).toBe(true);
    expect(reachedFrom(`${cli}/commands/sat.ts`)).toContain(`${cli}/sat/worker.ts`);
  });
});

/** Runs the command as if on Windows. */
function onWindows(...words: string[]) {
  const platform = 'Object.defineProperty(process, "platform", { value: "win32" })';
  const main = join(root, "packages/cli/dist/bundle/main.js");
  return spawnSync(process.execPath, ["--import", `data:text/javascript,${platform}`, main, ...words], {
    encoding: "utf8",
  });
}

test.for([
  ["run", ["--", "true"]],
  ["worker", ["--redis", "redis://localhost:1"]],
] as const)("on Windows %s is refused with one sentence that names WSL", ([name, words]) => {
  const { status, stdout, stderr } = onWindows(name, ...words);
  expect(stderr).toBe(
    `mulligan: ${name}: needs Linux or macOS, since Windows has no process groups; use WSL, the Windows Subsystem for Linux\n`,
  );
  expect([status, stdout]).toEqual([2, ""]);
});

test("all packages need the same versions of Node", () => {
  const folders = ["", ...packages.map((name) => `packages/${name}`)];
  const engines = folders.map(
    (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).engines.node,
  );
  expect(new Set(engines)).toEqual(new Set(["^20.19.0 || ^22.12.0 || >=24.0.0"]));
});
