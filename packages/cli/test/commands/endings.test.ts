import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { jsonLines, mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { inShell, main } from "../start-command.ts";

test("a full disk behind standard output ends with code 2 and one line", () => {
  const { code, stderr } = inShell("mulligan theory --law 'exponential(mean=1)' > /dev/full");
  expect([code, stderr]).toEqual([
    2,
    "mulligan: standard output: cannot be written: no space left on device\n",
  ]);
});

test("who closes standard error gets the exit code all the same", () => {
  expect(inShell("mulligan nosuch 2>&-").code).toBe(2);
  const { code, stdout } = inShell("mulligan run --retries 2 --json -- false ::: a 2>&-");
  expect(code).toBe(1);
  expect(stdout).toContain('"type":"summary"');
});

test("a reader that leaves after one line ends the command quietly", () => {
  const folder = newFolder();
  for (let i = 0; i < 300; i++) writeFileSync(join(folder, `${i}.cnf`), "p cnf 2 1\n1 2 0\n");
  const { stdout, stderr, code } = inShell("mulligan sat . --json | head -1", [], folder);
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout).type).toBe("task");
});

test("a reader that leaves while tasks are open does not make the run a success", () => {
  const { stdout, stderr } = inShell(
    '{ mulligan run --json -- sleep {input} ::: 0.2 0.1 0.2 0.3 20; echo "code $?" >&2; } | head -1',
  );
  expect(JSON.parse(stdout).input).toBe("0.2");
  expect(stderr).toBe("code 130\n");
});

test("a reader that leaves in the middle of an answer changes no exit code", () => {
  const formula = join(newFolder(), "wide.cnf");
  writeFileSync(formula, "p cnf 300000 1\n1 -2 299999 0\n");
  const codeOf = (words: string) => inShell(`{ mulligan ${words}; echo "code $?" >&2; } | true`).stderr;
  expect(codeOf("theory --law 'exponential(mean=1)' --cutoffs log:0.01:100:2000 --json")).toBe("code 0\n");
  expect(codeOf(`sat ${formula}`)).toBe("code 10\n");
});

test("Ctrl-C ends sat with code 130 and what was solved so far", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "easy.cnf"), "p cnf 2 1\n1 2 0\n");
  writeFileSync(join(folder, "never.cnf"), "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
  const child = spawn(process.execPath, [main, "sat", folder, "--json"]);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  while (!text.includes("easy")) await sleep(20);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(130);
  expect(jsonLines(text).at(-1)).toMatchObject({ type: "summary", tasks: 2, solved: 1 });
});

test.each([
  ["analyze", ["analyze", "/dev/zero"]],
  ["sat", ["sat", "/dev/zero"]],
  ["theory", ["theory", "--law", "empirical(/dev/zero)"]],
  ["run", ["run", "--inputs", "/dev/zero", "--", "echo", "{input}"]],
])("%s refuses an input that never ends", async (_, words) => {
  const { code, stderr } = await mulligan(words);
  expect(stderr).toMatch(/^mulligan: [^\n]+ must (be|have) [^\n]+\n$/);
  expect(code).toBe(2);
});

test.runIf(isThorough)("analyze refuses letters that never end, after the gigabyte that is allowed", () => {
  const { code, stderr } = inShell("yes 2> /dev/null | mulligan analyze -");
  expect(stderr).toMatch(/^mulligan: [^\n]+ must (be|have) [^\n]+\n$/);
  expect(code).toBe(2);
});

test("more rows than memory holds are refused, with their number", async () => {
  const { code, stderr } = await mulligan(["analyze", "-"], `time,completed\n${"3,1\n".repeat(6_000_000)}`);
  expect([code, stderr]).toEqual([2, "mulligan: -: must have at most 5,000,000 lines, got 6,000,001\n"]);
});

test("what takes more memory than there is ends with one line and code 2", () => {
  const { code, stderr } = inShell(
    "(echo time,completed; yes 3,1 | head -1000000) | NODE_OPTIONS=--max-old-space-size=80 mulligan analyze -",
  );
  expect(stderr).toMatch(/^mulligan: there is not enough memory for this much data; [^\n]+\n$/);
  expect(code).toBe(2);
});

test.skipIf(!existsSync("/proc/self/cmdline"))(
  "names that are not UTF-8 are refused, and not taken for others",
  () => {
    const folder = newFolder();
    inShell("printf 'p cnf 1 1\\n1 0\\n' > $'caf\\xe9.cnf'", [], folder);
    for (const words of [`sat $'caf\\xe9.cnf'`, `run -- echo {input} ::: $'caf\\xe9.cnf'`]) {
      const { stderr, code } = inShell(`mulligan ${words}`, [], folder);
      expect(stderr).toContain("mulligan: arguments must be UTF-8, got caf");
      expect(code).toBe(2);
    }
    const { stderr, code } = inShell("mulligan sat .", [], folder);
    expect(stderr).toContain("its name is not UTF-8, rename it first");
    expect(code).toBe(2);
  },
);
