import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import ts from "typescript";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lineCoverage } from "../scripts/coverage-lines.mjs";

const preload = fileURLToPath(new URL("../scripts/coverage-preload.mjs", import.meta.url));

const sign = `/** The sign of a number. */
export function sign(x: number): string {
  if (x > 0) {
    return "positive";
  }
  if (x < 0) {
    return "negative";
  }
  if (x === 0) return "zero";
  return "none";
}

export function never(): void {}
`;

/** Asks for one sign here, and for the other words in a child process and in a thread. */
const main = `import { spawnSync } from "node:child_process";
import { Worker } from "node:worker_threads";
import { sign } from "./sign.js";

const [own, inChild, inThread]: (string | undefined)[] = process.argv.slice(2);
sign(Number(own));
if (inChild !== undefined) spawnSync(process.execPath, [process.argv[1], inChild]);
if (inThread !== undefined) new Worker(new URL(import.meta.url), { argv: [inThread] });
`;

let root: string;
let compiled: Map<string, string>;

/** A repository with one package, with its sources, \`dist\` without maps, and what tsc makes of it with maps. */
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "mulligan-coverage-")));
  const [src, dist] = ["src", "dist"].map((name) => join(root, "packages/tiny", name));
  for (const folder of [src, dist, join(root, "aside"), join(root, "kept")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  compiled = new Map();
  for (const [name, source] of Object.entries({ main, sign })) {
    writeFileSync(join(src, `${name}.ts`), source);
    const { outputText, sourceMapText } = ts.transpileModule(source, {
      fileName: `../packages/tiny/src/${name}.ts`,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, sourceMap: true },
    });
    const output = join(root, "aside", `${name}.js`);
    writeFileSync(output, outputText);
    const map = JSON.parse(sourceMapText!);
    writeFileSync(`${output}.map`, JSON.stringify({ ...map, sources: [`../packages/tiny/src/${name}.ts`] }));
    writeFileSync(join(dist, `${name}.js`), outputText.replace(/\/\/# sourceMappingURL.*/, ""));
    compiled.set(join(dist, `${name}.js`), output);
  }
});

afterEach(() => rmSync(root, { recursive: true }));

/** Runs a program, and returns the lines of `sign.ts` that count but did not run. */
function missedBy(...words: string[]): { missed: number[]; unmapped: string[] } {
  const written = join(root, "written");
  const env = { ...process.env, NODE_V8_COVERAGE: written, MULLIGAN_COVERAGE_SCRIPTS: join(root, "kept") };
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const coverage = lineCoverage(root, compiled, join(root, "kept"));
  for (const name of readdirSync(written)) {
    coverage.add(JSON.parse(readFileSync(join(written, name), "utf8")));
  }
  const lines: Map<number, boolean> = coverage.lines().get(join(root, "packages/tiny/src/sign.ts"));
  expect([...lines.keys()].sort((a, b) => a - b)).toEqual([2, 3, 4, 6, 7, 9, 10, 13]);
  return {
    missed: [...lines].filter(([, ran]) => !ran).map(([line]) => line),
    unmapped: [...coverage.unmapped] as string[],
  };
}

test("a line counts as run if a process, its child or a thread ran it, and a branch that none took does not", () => {
  expect(missedBy("packages/tiny/dist/main.js", "1", "-1", "0").missed).toEqual([10, 13]);
  rmSync(join(root, "written"), { recursive: true });
  expect(missedBy("packages/tiny/dist/main.js", "-1", "0").missed).toEqual([4, 10, 13]);
});

test("a bundle of sources as CommonJS counts", () => {
  const folder = join(root, "packages/tiny");
  const outfile = join(folder, "dist/bundle/main.js");
  const settings = { bundle: true, minify: true, platform: "node", sourcemap: "external" } as const;
  buildSync({
    entryPoints: [join(folder, "src/main.ts")],
    outfile,
    format: "cjs",
    ...settings,
    logLevel: "error",
  });
  writeFileSync(join(folder, "dist/bundle/package.json"), '{ "type": "commonjs" }');
  const map = JSON.parse(readFileSync(`${outfile}.map`, "utf8"));
  // They begin at the root, as in the published one.
  const sources = map.sources.map((path: string) => path.replace("../..", "packages/tiny"));
  writeFileSync(`${outfile}.map`, JSON.stringify({ ...map, sources }));
  expect(missedBy(outfile, "-1")).toEqual({ missed: [4, 9, 10, 13], unmapped: [] });
});

test("a source counts that vitest transforms and evaluates in a function", () => {
  const fileName = join(root, "packages/tiny/src/sign.ts");
  const { outputText } = ts.transpileModule(sign.replaceAll("export ", ""), {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2023, inlineSourceMap: true, removeComments: true },
  });
  const code = `'use strict';async (exports)=>{{${outputText}\nsign(-1);\n}}`;
  writeFileSync(
    join(root, "worker.mjs"),
    `import vm from "node:vm";
     await vm.runInThisContext(${JSON.stringify(code)}, { filename: ${JSON.stringify(fileName)} })({});`,
  );
  expect(missedBy("--import", preload, "worker.mjs")).toEqual({ missed: [4, 9, 10, 13], unmapped: [] });
});
