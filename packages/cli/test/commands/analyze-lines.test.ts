import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, onTestFinished, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Runs of 0.4 to 0.6 s, of which every fourth takes 30: in seconds, restart after 0.6. */
const times = Array.from({ length: 60 }, (_, i) => (i % 4 === 3 ? 30 : 0.4 + (i % 5) / 20));
const list = `${times.join("\n")}\n`;
const byInput = `instance,time,completed\n${times.map((time, i) => `${Math.floor(i / 3)},${time},1\n`).join("")}`;
const said = async (text: string, unit = "s") =>
  (await mulligan(["analyze", "-", "--unit", unit], text)).stdout;

/** The lines between two headings. */
function part(text: string, heading: string): string {
  const [, after = ""] = text.split(`\n${heading}`);
  const lines = after.split("\n").slice(1);
  const end = lines.findIndex((line) => /^(#|\/\/) [A-Za-z]+/.test(line));
  return lines.slice(0, end < 0 ? undefined : end).join("\n");
}

/** COMMAND hangs at its first try, and exits with 7 at the second. */
function commandIn(folder: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, "bin"));
  const script = `#!/bin/sh\necho try >> '${folder}/tries'\n[ $(wc -l < '${folder}/tries') = 1 ] && exec sleep 20\nexit \${CODE:-7}\n`;
  writeFileSync(join(folder, "bin/COMMAND"), script);
  writeFileSync(join(folder, "bin/mulligan"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  for (const name of ["COMMAND", "mulligan"]) chmodSync(join(folder, "bin", name), 0o755);
  return { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
}

function paste(program: string, args: readonly string[], code: string) {
  const folder = newFolder();
  const env = { ...commandIn(folder), CODE: code };
  const { status, stderr } = spawnSync(program, args, {
    env,
    cwd: folder,
    encoding: "utf8",
  });
  // On a busy machine the second may be cut, too.
  const triedAgain = readFileSync(join(folder, "tries"), "utf8").trim().split("\n").length > 1;
  return { status, stderr, triedAgain };
}

describe.each([
  ["runs of one law", list],
  ["inputs that were repeated", byInput],
])("%s: what is pasted cuts the try that hangs, and ends with the code of the next", (_, text) => {
  test("in a shell", async () => {
    const line = part(await said(text), "# shell");
    expect(paste("sh", ["-c", line], "7")).toEqual({ status: 7, stderr: "", triedAgain: true });
  });

  test("in mulligan run", async () => {
    const line = part(await said(text), "# mulligan");
    expect(paste("sh", ["-c", line], "0")).toMatchObject({ status: 0, triedAgain: true });
  });

  const python = spawnSync("python3", ["--version"]).status === 0;
  test.skipIf(!python)(`in Python${python ? "" : " (left out: no python3 on PATH)"}`, async () => {
    const lines = part(await said(text), "# Python");
    expect(paste("python3", ["-c", lines], "0")).toEqual({ status: 0, stderr: "", triedAgain: true });
    expect(paste("python3", ["-c", lines], "7").stderr).toContain("returned non-zero exit status 7");
  });
});

test("in TypeScript: the types are right, also those for requests, and the first call is cut", async () => {
  const text = await said(list);
  const lines = part(text, "// TypeScript");
  const cache = join(root, "node_modules/.cache"); // inside the repository, so that @mulligan/core is found
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "pasted.mts");
  const work = `let tries = 0;
function work(signal: AbortSignal): Promise<string> {
  if (++tries === 2) return Promise.resolve("done");
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
`;
  writeFileSync(file, `${work}${lines}\nconsole.log(tries);\n`);
  const requests = join(folder, "requests.mts");
  writeFileSync(requests, `declare const url: string;\n${part(text, "// TypeScript, for requests")}\n`);
  const program = ts.createProgram([file, requests], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    strict: true,
    skipLibCheck: true,
  });
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  program.emit();
  const { stdout, stderr } = spawnSync(process.execPath, [file.replace(/mts$/, "mjs")], {
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual(["2\n", ""]);
});

test("the cutoff is in the unit of each line, never below the best one, and of at most three digits", async () => {
  const milliseconds = list.replaceAll(/^[\d.]+$/gm, (time) => String(Number(time) * 1234.5));
  const text = await said(milliseconds, "ms");
  expect(text).toContain("timeout 0.741 COMMAND;");
  expect(text).toContain("--policy fixed:cutoff=741ms ");
  expect(text).toContain("firstCutoffMs: 741 ");
  expect(text).toContain("itertools.repeat(0.741)");
});

test("flips are cut by `sat`; numbers without a unit have no lines, and it is said how to get them", async () => {
  expect(await said(list, "flips")).toContain("\nmulligan sat --policy fixed:cutoff=1 FILE\n");
  const { stdout } = await mulligan(["analyze", "-"], list);
  expect(stdout).toMatch(/\nWith --unit ms or --unit s, lines to copy follow here\.\n$/);
});
