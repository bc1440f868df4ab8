// node soak/mutants.mjs [NAME…] [--from N] [--to N] [--suite COMMIT] [--results FILE] [--check]
//
// Do the tests find faults? Those of `mutants/faults.json` were made by hand. One after the other is put into a copy of the last
// commit, never into this folder. Then the tests of its package run, and those elsewhere that name its command: first those in the
// folder of its source, until one fails, 90 s in all. A fault is `killed`, or it `survived`; `timeout` says that it survived those
// tests for which there was time. Tests that fail without any fault are left out, and named.
//
// Names, or numbers from 1, select faults. `--suite` takes the tests of another commit, to compare two suites on the same sources.
// Results are added to FILE (mutants.jsonl); what it has from these commits is not played again. `--check` runs no tests: it finds
// faults that are refused, since their text has changed in the source, or since they do not compile.
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const TIME_MS = 90_000;
/** The tests, and programs that tests import, as paths for git. */
const SUITE = [":(glob)packages/*/test/**", "test", "bench", "soak", "vitest.config.ts"];
const KINDS = ["killed", "survived", "timeout", "refused"];

const faults = JSON.parse(fs.readFileSync(new URL("mutants/faults.json", import.meta.url), "utf8"));

/** Plays the first faults of the list, for `soak/run.mjs`. */
export async function playMutants(_seed, size) {
  const results = await playAll(faults.slice(0, size));
  const refused = results.filter(({ result }) => result === "refused");
  return {
    ...Object.fromEntries(
      KINDS.map((kind) => [kind, results.filter(({ result }) => result === kind).length]),
    ),
    problems: refused.map(({ name, by }) => `fault: ${name}: ${by}`),
  };
}

async function playAll(chosen, { suite: wanted = "HEAD", file = "mutants.jsonl", check = false } = {}) {
  const [sources, suite] = ["HEAD", wanted].map((name) => git(root, "rev-parse", name));
  const before =
    fs.existsSync(file) && !check ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const known = before.map((line) => JSON.parse(line));
  const results = known.filter((one) => one.sources === sources && one.suite === suite);
  const left = chosen.filter(({ name }) => !results.some((one) => one.name === name));
  const copy = left.length > 0 ? await openCopy(suite) : undefined;
  for (const fault of left) {
    const found = await play(copy, fault, check ? [[]] : testsFor(copy.folder, fault));
    const result = { name: fault.name, kind: fault.kind, ...found, sources, suite };
    results.push(result);
    if (!check) fs.appendFileSync(file, `${JSON.stringify(result)}\n`);
    console.log(`${faults.indexOf(fault) + 1} ${fault.name}: ${found.result} ${found.by ?? ""}`);
  }
  copy?.close();
  return results.filter(({ name }) => chosen.some((fault) => fault.name === name));
}

async function play(copy, fault, tests) {
  let left = TIME_MS;
  for (const files of tests) {
    await copy.leaveOutBroken(files);
    const refusal = await copy.become(fault);
    if (refusal !== undefined) return { result: "refused", by: refusal };
    const began = performance.now();
    const failed = await copy.failing(files, left);
    if (failed === undefined) return { result: "timeout" };
    if (failed.length > 0) return { result: "killed", by: failed[0] };
    left -= performance.now() - began;
  }
  return { result: "survived" };
}

/** The test files for a fault: those in the folder of its source, then the others of its package and those that name its command. */
function testsFor(folder, { file, command }) {
  const [, own, source] = /^(packages\/[^/]+\/)src\/(.+)$/.exec(file);
  const namesCommand = (path) => {
    const text = fs.readFileSync(join(folder, path), "utf8");
    return text.includes(`"${command}"`) || text.includes(`mulligan ${command} `);
  };
  const all = git(folder, "ls-files", "*.test.ts")
    .split("\n")
    .filter((path) => !path.includes("thorough") && (path.startsWith(own) || namesCommand(path)));
  const near = `${own}test/${dirname(source)}/`.replace("/./", "/");
  const isNear = (path) => path.replace(/test\/(alone|page)\//, "test/").startsWith(near);
  return [all.filter(isNear), all.filter((path) => !isNear(path))];
}

/** A copy of the last commit with the tests of another, built and ready to run. */
async function openCopy(suite) {
  const folder = fs.mkdtempSync(join(tmpdir(), "mulligan-mutants-"));
  const close = () => {
    process.off("exit", close);
    fs.rmSync(folder, { recursive: true, force: true });
    git(root, "worktree", "remove", "--force", folder);
  };
  process.on("exit", close);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  git(root, "worktree", "add", "--quiet", "--detach", folder);
  git(folder, "rm", "-rq", "--", ...SUITE);
  git(folder, "checkout", suite, "--", ...SUITE);
  for (const modules of ["node_modules", "packages/cli/node_modules"]) {
    fs.cpSync(join(root, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true });
  }
  let present;
  const [tried, broken] = [new Set(), new Set()];

  /** Puts this fault in place of the present one, and builds. Resolves to the reason if it is refused. */
  async function become(fault) {
    if (fault === present) return undefined;
    if (present !== undefined) git(folder, "checkout", "HEAD", "--", present.file);
    present = fault;
    if (fault !== undefined) {
      const parts = fs.readFileSync(join(folder, fault.file), "utf8").split(fault.find);
      if (parts.length !== 2) return `its text occurs ${parts.length - 1} times in ${fault.file}`;
      fs.writeFileSync(join(folder, fault.file), parts.join(fault.replace));
    }
    return build(folder);
  }

  /** Resolves to the files with a test that fails; undefined if the time was too short. Without a limit all tests run. */
  async function failing(files, ms) {
    const wanted = files.filter((file) => !broken.has(file));
    if (wanted.length === 0) return [];
    const report = join(folder, "node_modules/report.json");
    fs.rmSync(report, { force: true });
    const words = [
      "run",
      "--reporter=json",
      `--outputFile=${report}`,
      ...(ms === undefined ? [] : ["--bail=1"]),
    ];
    const { code } = await run(folder, ["node_modules/vitest/vitest.mjs", ...words, ...wanted], ms);
    if (code === null) return undefined;
    const { testResults } = JSON.parse(fs.readFileSync(report, "utf8"));
    return testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(folder, name));
  }

  async function leaveOutBroken(files) {
    const fresh = files.filter((file) => !tried.has(file));
    if (fresh.length === 0) return;
    await become(undefined);
    for (const file of fresh) tried.add(file);
    for (const file of await failing(fresh)) {
      broken.add(file);
      console.log(`left out, since it fails without a fault: ${file}`);
    }
  }

  const refusal = await build(folder);
  if (refusal !== undefined) throw new Error(`the copy must build, got ${refusal}`);
  return { folder, become, failing, leaveOutBroken, close };
}

/** Builds the packages, then the page and the bundle of the command, if there is one. Resolves to what is refused. */
async function build(folder) {
  const packages = fs.readdirSync(join(folder, "packages")).map((name) => `packages/${name}`);
  const programs = ["packages/web/build.mjs", "packages/cli/build.mjs"];
  const steps = programs.filter((path) => fs.existsSync(join(folder, path))).map((path) => [path]);
  for (const words of [["node_modules/typescript-7/bin/tsc", "-b", ...packages], ...steps]) {
    const { code, output } = await run(folder, words);
    if (code !== 0) return output.slice(0, 300);
  }
  return undefined;
}

/** Runs a program of Node. If it takes longer, it is ended with all that it started, and the code is null. */
function run(folder, words, ms = 2 ** 31 - 1) {
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(process.execPath, words, { cwd: folder, detached: true, stdio });
  let isLate = false;
  const end = () => {
    isLate = true;
    process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(end, ms);
  process.on("exit", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise((resolve) => {
    child.on("exit", (code) => {
      clearTimeout(timer);
      process.off("exit", end);
      resolve({ code: isLate ? null : code, output });
    });
  });
}

function git(folder, ...words) {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = { type: "string" };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: text, to: text, suite: text, results: text, check: { type: "boolean" } },
  });
  const { from = 1, to = faults.length, suite, results: file, check } = values;
  const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new RangeError(`mutants: there is no fault ${unknown.join(", ")}`);
  const isChosen = ({ name }) => positionals.length === 0 || positionals.includes(name);
  const results = await playAll(faults.slice(Number(from) - 1, Number(to)).filter(isChosen), {
    suite,
    file,
    check,
  });
  for (const kind of KINDS) {
    const names = results.filter(({ result }) => result === kind).map(({ name }) => name);
    console.log(`${kind}: ${names.length}${kind === "killed" ? "" : ` ${names.join(" ")}`}`);
  }
}
