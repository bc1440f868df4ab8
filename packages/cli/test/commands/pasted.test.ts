import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printDimacs } from "@mulligan/sat";
import { knownSet } from "@mulligan/sat/generate";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findRedis, startRedis } from "../../../../soak/cluster/redis-server.mjs";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { type Ended, main } from "../start-command.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The examples of one help text: from `Examples:` to the next empty line. */
function examplesOf(help: string): string[] {
  const block = /^Examples:\n((?: {2}.*\n?)+)/m.exec(help)?.[1] ?? "";
  return wholeLines(block);
}

/** Commands in a document: blocks marked `sh`, or indented ones. */
function commandsIn(text: string): string[] {
  const fenced = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  const indented = [...text.matchAll(/^ {4}mulligan .*\n(?: {4,}.*\n)*/gm)].map(([block]) => block);
  return [...fenced, ...indented].flatMap(wholeLines);
}

/** What documents say that a command prints: a block marked `output` that follows a block of commands, for its last. */
function promisesIn(text: string): [line: string, output: string][] {
  const blocks = text.matchAll(/^```sh\n([\s\S]*?)^```\n+```output\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, commands, output]) => [wholeLines(commands).at(-1)!, output]);
}

function wholeLines(block: string): string[] {
  const lines = block.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines.map((line) => line.replace(/ +# .*/, "").trim()).filter((line) => line !== "");
}

/** Where no Redis can be started, what documents say of a cluster is not tried; under CI there must be one. */
const hasRedis = findRedis() !== undefined || Boolean(process.env.CI);
if (!hasRedis) console.warn("there is no redis-server here: what documents say of a cluster is not tried");
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());
const needsRedis = (line: string) => /mulligan worker|--redis\b/.test(line);

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("there is no curl here: what documents say of it is not tried");

/** All that the examples take for granted. Each document has a copy. */
const template = newFolder();
beforeAll(() => {
  for (const name of ["bin", "stand-ins", "instances", "satlib", ".zfunc", ".config/fish/completions"]) {
    mkdirSync(join(template, name), { recursive: true });
  }
  const write = (name: string, text: string, mode?: number) =>
    writeFileSync(join(template, name), text, { mode });
  write("bin/mulligan", `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, 0o755);
  // A tenth of the time.
  write("bin/sleep", '#!/bin/sh\nIFS=.; set -- $1; exec /bin/sleep "0.$1$2"\n', 0o755);
  // Where the real solvers are not installed.
  for (const name of ["minisat", "picosat"]) write(`stand-ins/${name}`, "#!/bin/sh\nexit 10\n", 0o755);
  for (const name of ["a.cnf", "b.cnf", "instances/c.cnf", "instances/d.cnf"]) {
    write(name, "p cnf 3 2\n1 -2 0\n2 3 0\n");
  }
  for (const [set, name] of [
    ["uf100", "uf100-0"],
    ["cbs100", "CBS_k3_n100_m403_b30_"],
  ] as const) {
    knownSet(set, 3).forEach((formula, i) => {
      write(`satlib/${name}${i}.cnf`, printDimacs(formula));
    });
  }
  write("redis-url", redis?.url ?? "");
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 7 === 0 ? 90 : 1 + (i % 5)},1,i${i % 3}`);
  write("runs.csv", `time,completed,instance\n${rows.join("\n")}\n`);
  for (const name of ["monday.xml", "tuesday.xml"]) {
    write(name, '<testsuite><testcase name="a" time="1"/></testsuite>');
  }
  cpSync(join(root, "examples"), join(template, "examples"), { recursive: true });
});

/** A folder in which lines are pasted, and the address of the service that was started there. */
interface Workspace {
  readonly environment: { readonly HOME: string; readonly PWD: string; readonly PATH: string };
  address?: string;
}

function newWorkspace(): Workspace {
  const folder = newFolder();
  cpSync(template, folder, { recursive: true });
  const path = `${join(folder, "bin")}:${process.env.PATH}:${join(folder, "stand-ins")}`;
  return { environment: { HOME: folder, PWD: folder, PATH: path } };
}

/** Returns the words of a line that needs no shell. Long commands are shortened. */
function wordsOf(line: string, home: string): string[] | undefined {
  const plain = line.replaceAll(/'[^']*'|"[^"$`\\]*"/g, "");
  if (!line.startsWith("mulligan ") || /[|&;<>()$`\\*?'"]/.test(plain)) return undefined;
  const parts = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)!.slice(1);
  const words = parts.map((part) =>
    part
      .replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double)
      .replace(/^~\//, `${home}/`),
  );
  if (words[0] === "simulate" && !promised.has(line)) words.push("--runs", "1", "--horizon", "100");
  if (words[0] !== "reproduce") return words;
  return [...words, "--tiny", ...(/pareto|uf100/.test(line) ? [] : ["pareto-correlation"])];
}

/** Runs a line: in this process, or in a shell if it needs one. */
async function play(given: string, workspace: Workspace): Promise<Ended> {
  const { environment, address = "localhost:4600" } = workspace;
  const { HOME: cwd } = environment;
  const line = given
    .replaceAll(/rediss?:\/\/[^\s'"]+/g, redis?.url ?? "")
    .replaceAll("localhost:4600", address);
  const words = wordsOf(line, cwd);
  const env = { ...process.env, ...environment };
  if (words === undefined) {
    const { stdout, stderr, status } = spawnSync("bash", ["-c", line], { cwd, env, encoding: "utf8" });
    return { stdout, stderr, code: status };
  }
  if (["serve", "worker"].includes(words[0]) && !words.includes("--help")) {
    await startBehind(words, workspace);
    return { stdout: "", stderr: "", code: 0 };
  }
  const before = process.cwd();
  process.chdir(cwd);
  return await mulligan(words, "", environment).finally(() => process.chdir(before));
}

/** Services and workers go on behind what is pasted next, at ports that are free, and are ended with the test. */
async function startBehind(words: readonly string[], workspace: Workspace): Promise<void> {
  const { environment } = workspace;
  const child = spawn(process.execPath, [main, ...words, "--port", "0"], {
    cwd: environment.HOME,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let notices = "";
  child.stderr.on("data", (part) => {
    notices += part;
  });
  if (words[0] === "serve") {
    const [printed] = await once(child.stdout, "data");
    workspace.address = String(printed).trim();
    return;
  }
  // A worker prints the address of its health before it has joined.
  const health = async () => {
    const address = /http:\/\/[\w.]+:\d+/.exec(notices)?.[0];
    return address === undefined ? notices : (await fetch(`${address}/healthz`)).text();
  };
  await expect.poll(health, { timeout: 60_000 }).toBe("ok\n");
}

/** The table at the end of a run stands beside the output of its programs, and what `analyze` guessed beside its verdict. */
function withoutNotices(stderr: string): string {
  return stderr
    .replaceAll(/^mulligan: \S+: read \d+ runs?\b.*\n/gm, "")
    .replace(
      /^arm +cutoff +tries .*\n(\S.*\n)+\ntime: .*\n(restarting cost .*\n)?\d+ (of \d+ )?solved\b.*\n(not solved: .*\n)?/gm,
      "",
    );
}

/** A line that stands in several places is pasted in the first. */
const pasted = new Set<string>();

async function paste(lines: readonly string[]): Promise<void> {
  const workspace = newWorkspace();
  for (const line of lines) {
    if (line.startsWith("curl ") && !hasCurl) continue;
    if (needsRedis(line) && !hasRedis) continue;
    // What prepares for another line is done again; a command is pasted where it stands first.
    if (pasted.has(line)) continue;
    if (/^mulligan (?!serve|worker)/.test(line)) pasted.add(line);
    const { code, stderr, stdout } = await play(line, workspace);
    // 10 is `sat`'s answer for one file that is satisfiable, 3 that of `analyze` where it is unclear.
    expect([0, 1, 3, 10], `${line}: exit code ${code}, ${stderr}`).toContain(code);
    expect(withoutNotices(stderr), line).toBe("");
    if (promised.has(line)) expect(stdout, line).toBe(promised.get(line));
  }
}

const documents = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
]
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const promises = documents.flatMap(({ text }) => promisesIn(text));
const promised = new Map(promises);

const commands = [...(await mulligan(["--help"])).stdout.matchAll(/^ {2}([a-z]+) /gm)]
  .map(([, name]) => name)
  .filter((name) => name !== "help");

describe("the examples work when pasted", () => {
  test.each(commands)("mulligan %s --help", async (command) => {
    const examples = examplesOf((await mulligan([command, "--help"])).stdout);
    expect(examples).not.toEqual([]);
    await paste(examples);
  });

  test.each(
    documents
      .map(({ file, text }) => ({ file, lines: commandsIn(text) }))
      .filter(({ lines }) => lines.length > 0),
  )("$file", ({ lines }) => paste(lines));

  test("documents agree on what a command prints, and some say it", () => {
    expect(promises.length).toBeGreaterThanOrEqual(5);
    for (const [line, output] of promises) expect(output, line).toBe(promised.get(line));
  });

  test("README.md: what analyze is said to say, it says", async () => {
    const said = /^(restart after .*)$/m.exec(readFileSync(join(root, "README.md"), "utf8"))![1];
    const { stdout } = await mulligan(["analyze", join(root, "examples/runs.csv"), "--unit", "ms"]);
    expect(stdout.split("\n")[0]).toBe(said);
  });
});
