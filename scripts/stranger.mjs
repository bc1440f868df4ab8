// npm run stranger -- [--tarballs FOLDER] [MAJOR…]
//
// Does what a new user does, with the newest Node of each major version (20, 22 and 24): installs the tarballs with npm in an
// empty folder, and uses the command, the library, the page and the service there. It prints a row of a table for each Node.
// FOLDER has the tarballs of `npm run release -- --dry-run`; without it, it packs what is built.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { fetchNode } from "./fetch-node.mjs";

const isWindows = process.platform === "win32";

/** A folder in which programs find this Node first. */
function workplace(node, folder) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const read = (name) => readFileSync(join(folder, name), "utf8");
  /** Resolves to what a program prints. Rejects unless it ends with this exit code. */
  const run = (program, words, code = 0) =>
    new Promise((resolve, reject) => {
      // npm is a script, which Windows starts through its shell only.
      const options = { cwd: folder, env, shell: isWindows && program === "npm" };
      const child = execFile(program, words, options, (_, stdout, stderr) => {
        if (child.exitCode === code) resolve(stdout);
        else reject(new Error(`${program} ${words.join(" ")} ends with ${child.exitCode}: ${stderr}`));
      });
    });
  // npm links the command. On Windows the link is a script, which only a shell starts.
  const command = isWindows
    ? [node, "node_modules/mulligan/bin/mulligan.cjs"]
    : ["node_modules/.bin/mulligan"];
  const mulligan = (words, code) => run(command[0], [...command.slice(1), ...words], code);
  const start = (words) =>
    spawn(command[0], [...command.slice(1), ...words], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
  return { folder, run, write, read, mulligan, start };
}

/** Installs the tarballs. Returns the number of packages and their megabytes on the disk. */
async function install({ folder, run, write }, tarballs) {
  write("package.json", "{}");
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...tarballs]);
  const packages = (await run("npm", ["ls", "--all", "--parseable"])).trim().split("\n").length - 1;
  const entries = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
  const blocks = entries.map((entry) => lstatSync(join(entry.parentPath, entry.name)).blocks ?? 0);
  return [packages, Math.ceil(blocks.reduce((sum, count) => sum + count, 0) / 2048)];
}

async function useCommand({ write, read, mulligan }) {
  assert.match(await mulligan(["--help"]), /^Usage: mulligan/);
  assert.match(await mulligan(["theory", "--law", "pareto(scale=1,shape=1.2)"]), /^pareto/);
  const law = ["--law", "lognormal(median=0.9,sigma=1.2)", "--horizon", "100", "--runs", "2"];
  assert.match(await mulligan(["simulate", ...law, "--svg", "simulate.svg"]), /^policy +horizon/m);
  assert.match(read("simulate.svg"), /<svg[\s\S]*efficiency/);
  const rows = Array.from({ length: 200 }, (_, i) => `${i % 4 === 0 ? 60 : 1 + (i % 7) / 10},1`);
  write("log.csv", `time,completed\n${rows.join("\n")}\n`);
  assert.match(await mulligan(["analyze", "log.csv", "--svg", "analyze.svg"]), /restart/i);
  assert.match(read("analyze.svg"), /<svg[\s\S]*without cutoff/);
  write("tiny.cnf", "p cnf 3 3\n1 -2 0\n2 3 0\n-1 -3 0\n");
  assert.match(await mulligan(["sat", "tiny.cnf"], 10), /^s SATISFIABLE\nv .* 0$/m);
}

/** Uses the three libraries. What loads them is a statement for each. */
const program = (load) => `
${load("{ mulligan, makePolicy }", "@mulligan/core")}
${load("{ learnedFetch }", "@mulligan/fetch")}
${load("{ parseDimacs, walkSat }", "@mulligan/sat")}
const get = learnedFetch({ deadline: 1_000, fetch: async () => new Response("fetched") });
const call = mulligan({ arms: { only: async () => "called" } });
const solved = walkSat(parseDimacs("p cnf 1 1\\n1 0\\n", "one.cnf")).run(100);
const { arm } = makePolicy("km-ts", { arms: ["job"], seed: 1 }).decide();
Promise.all([call.execute(), get("https://example.com").then((response) => response.text())]).then((texts) =>
  console.log(process.version, ...texts, solved, arm),
);
`;

async function useLibrary({ write, run }, ending, version) {
  const load = {
    mjs: (names, from) => `import ${names} from "${from}";`,
    cjs: (names, from) => `const ${names} = require("${from}");`,
  }[ending];
  write(`library.${ending}`, program(load));
  assert.equal(await run("node", [`library.${ending}`]), `${version} called fetched true 0\n`);
}

async function usePage(address) {
  const page = await fetch(address);
  assert.match(await page.text(), /<script defer src="\.\/page\.js">/);
  for (const path of ["page.js", "style.css", "figures.js", "workers/race.js"]) {
    assert.equal((await fetch(new URL(path, address))).status, 200, path);
  }
}

async function useService(address) {
  const post = async (path, body, status) => {
    const headers = { "content-type": "application/json" };
    const options = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(new URL(path, address), options);
    assert.equal(response.status, status, path);
    return await response.json();
  };
  await post("/v1/problems", { name: "job", arms: [{ name: "fast" }, { name: "careful" }] }, 201);
  const { decisions } = await post("/v1/problems/job/decisions", {}, 200);
  const observations = [{ id: decisions[0].id, kind: "completed", time: 2 }];
  const counts = await post("/v1/problems/job/observations", { observations }, 200);
  assert.deepEqual(counts, { accepted: 1, repeated: 0, unknown: 0 });
  const { paths } = await (await fetch(new URL("/openapi.json", address))).json();
  assert.ok("/v1/problems/{name}/decisions" in paths);
}

/** Runs `mulligan serve` while this uses it. */
async function serving({ start }, use) {
  const child = start(["serve", "--port", "0"]);
  try {
    const [address] = await once(createInterface(child.stdout), "line", {
      signal: AbortSignal.timeout(60_000),
    });
    await use(address);
  } finally {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
  // Windows has no SIGTERM: it ends a process at once.
  if (!isWindows) assert.equal(child.exitCode, 0);
}

/** Returns the cells of a row. What failed is in the cell in short, and on stderr in full. */
async function rowFor(major, tarballs, folder) {
  const node = fetchNode(major);
  const place = workplace(node, folder);
  const version = (await place.run("node", ["--version"])).trim();
  const steps = [
    () => useCommand(place),
    () => useLibrary(place, "mjs", version),
    () => useLibrary(place, "cjs", version),
    () => serving(place, usePage),
    () => serving(place, useService),
  ];
  const cells = [version, ...(await install(place, tarballs))];
  for (const step of steps) {
    try {
      await step();
      cells.push("works");
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
      cells.push("fails");
    }
  }
  return cells;
}

const folder = mkdtempSync(join(tmpdir(), "mulligan-stranger-"));
try {
  const { values, positionals } = parseArgs({
    options: { tarballs: { type: "string" } },
    allowPositionals: true,
  });
  const from = values.tarballs ?? folder;
  if (values.tarballs === undefined) {
    const { pack } = await import("./tarballs.mjs");
    await pack(folder, JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
  }
  const tarballs = readdirSync(from).filter((name) => name.endsWith(".tgz"));
  if (tarballs.length === 0) throw new Error(`--tarballs: ${from} must have tarballs, got none`);
  const paths = tarballs.map((name) => resolve(from, name));
  console.log("| Node | packages | MB | command | ES modules | CommonJS | page | service |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const major of positionals.length > 0 ? positionals : ["20", "22", "24"]) {
    const empty = join(folder, major);
    mkdirSync(empty);
    console.log(`| ${(await rowFor(major, paths, empty)).join(" | ")} |`);
  }
} catch (error) {
  console.error(`stranger: ${error.message}`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
