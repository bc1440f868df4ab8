// npm run coverage -- [--json FILE] [--compare FILE] [WORD…]
//
// Runs the tests of `npm test`, or those that the words select as they do for vitest, and prints which share of the lines of
// `packages/*/src` ran, in whatever process: vitest's workers, the commands that tests start, and the threads of both. What is
// a line, `coverage-lines.mjs` says. `--json` stores the numbers of each file. `--compare` shows what changed since such a file
// was stored; the total may not fall by more than a point, and the files of `KEPT` not at all, or the exit code is 1.
//
// Not counted are Chromium's page, WebAssembly, copies of the command outside `packages`, and processes that a signal ended at
// once: they write nothing. Tests that measure time may fail, since everything is slower.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createVitest, parseCLI } from "vitest/node";
import { lineCoverage } from "./coverage-lines.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const preload = fileURLToPath(new URL("coverage-preload.mjs", import.meta.url));

/** Journals, stores, locks, budgets and guards. */
const KEPT =
  /\/(journal|store|shared)\/|\/(guard|lock|task-store|learning-store|stop-control|extra-load|exploration)\.ts$/;

/** For tsc: nothing but scripts and maps, also of the page, whose sources import each other as such. */
const FLAGS = `--sourceMap --composite false --incremental false --declaration false --declarationMap false
  --noEmit false --allowImportingTsExtensions false --rewriteRelativeImportExtensions`;

const words = process.argv.slice(2);
const option = (name) => (words.includes(name) ? words.splice(words.indexOf(name), 2)[1] : undefined);
const [json, compared] = [option("--json"), option("--compare")];
const before = compared === undefined ? undefined : JSON.parse(readFileSync(compared, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "mulligan-coverage-"));
const [written, kept] = [join(folder, "written"), join(folder, "kept")];
for (const made of [written, kept]) mkdirSync(made);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));

const read = { processes: 0, broken: 0 };
const coverage = lineCoverage(root, compileAside(), kept);
process.exitCode = await test();
const files = countLines(coverage.lines());
print(files);
for (const url of coverage.unmapped) console.log(`not counted, since it has no map or was changed: ${url}`);
if (json !== undefined) writeFileSync(json, `${JSON.stringify(files, null, 1)}\n`);
if (before !== undefined) compare(files, before);

/** Compiles all packages once more, with source maps, which `dist` has none of. Returns the output for each script of `dist`. */
function compileAside() {
  const tsc = ["node_modules/typescript-7/bin/tsc", ...FLAGS.split(/\s+/)];
  const compiled = new Map();
  for (const name of readdirSync(`${root}/packages`)) {
    const [place, out] = [`packages/${name}`, join(folder, "compiled", name)];
    const words = [...tsc, "-p", place, "--rootDir", `${place}/src`, "--outDir", out];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`${place} must compile, got ${stdout}`);
    for (const file of readdirSync(out, { recursive: true })) {
      if (file.endsWith(".js")) compiled.set(join(root, place, "dist", file), join(out, file));
    }
  }
  return compiled;
}

/** Runs vitest, and resolves to its exit code. Coverage files are read while it runs, since there are thousands. */
async function test() {
  const projects = ["together", "page", "alone"].flatMap((name) => ["--project", name]);
  const { filter, options } = parseCLI(["vitest", "run", ...(words.length > 0 ? words : projects)]);
  Object.assign(process.env, { NODE_V8_COVERAGE: written, MULLIGAN_COVERAGE_SCRIPTS: kept });
  const vitest = await createVitest("test", { ...options, watch: false });
  for (const project of vitest.projects) project.config.execArgv.push("--import", preload);
  // A few at a time, since vitest's workers wait for this process.
  const reader = setInterval(() => readCoverage(5), 200);
  await vitest.start(filter);
  await vitest.close();
  clearInterval(reader);
  // The last programs may still be ending.
  await sleep(1_000);
  while (readdirSync(written).length > 0) {
    readCoverage(100);
    await sleep(200);
  }
  return Number(process.exitCode ?? 0);
}

/** Reads and removes coverage files, at most so many. */
function readCoverage(most) {
  const isWritten = (file) => Date.now() - statSync(file).mtimeMs > 1_000;
  const names = readdirSync(written).map((name) => join(written, name));
  for (const file of names.filter(isWritten).slice(0, most)) {
    const text = readFileSync(file, "utf8");
    rmSync(file);
    read.processes++;
    try {
      coverage.add(JSON.parse(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      read.broken++;
    }
  }
}

/** By file: how many lines count, and which of them did not run. */
function countLines(lines) {
  const counted = [...lines].map(([path, ran]) => {
    const missed = [...ran].filter(([, didRun]) => !didRun).map(([line]) => line);
    return [relative(root, path), { lines: ran.size, missed: missed.sort((a, b) => a - b) }];
  });
  return Object.fromEntries(counted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lines of files that count, those that ran, and their share in percent. */
function sum(counts) {
  const lines = counts.reduce((total, { lines }) => total + lines, 0);
  const ran = lines - counts.reduce((total, { missed }) => total + missed.length, 0);
  return { lines, ran, share: (100 * ran) / lines };
}

function print(files) {
  const row = (...cells) => console.log(cells.map((cell) => String(cell).padStart(9)).join(""));
  row("package", "files", "lines", "ran", "share");
  const packages = readdirSync(`${root}/packages`).map((name) => [name, `packages/${name}/`]);
  for (const [name, folder] of [...packages, ["all", ""]]) {
    const paths = Object.keys(files).filter((path) => path.startsWith(folder));
    const { lines, ran, share } = sum(paths.map((path) => files[path]));
    row(name, paths.length, lines, ran, `${share.toFixed(2)}%`);
  }
  // A test killed them, or limits the size of their files.
  const broken = read.broken === 0 ? "" : `, ${read.broken} of them could not write all they ran`;
  console.log(`${read.processes} processes and threads${broken}`);
}

/** Says which files fell, with the lines that do not run any more. */
function compare(files, before) {
  const [now, then] = [files, before].map((stored) => sum(Object.values(stored)).share);
  console.log(`in all ${(now - then).toFixed(2)} points against ${compared}`);
  if (then - now > 1) process.exitCode = 1;
  for (const [path, count] of Object.entries(files)) {
    const { missed = [] } = before[path] ?? {};
    const [share, earlier] = [count, before[path] ?? count].map((one) => sum([one]).share);
    if (share >= earlier) continue;
    if (KEPT.test(path)) process.exitCode = 1;
    const lost = count.missed.filter((line) => !missed.includes(line));
    const fell = `${earlier.toFixed(1)}% → ${share.toFixed(1)}%, lines ${lost.slice(0, 20).join(" ")}`;
    console.log(`${KEPT.test(path) ? "MAY NOT FALL " : ""}${path}: ${fell}${lost.length > 20 ? " …" : ""}`);
  }
}
