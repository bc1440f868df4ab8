import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";
import { catches } from "./catches.ts";

const law = ["--law", "exponential(mean=1)"];

test("a full disk behind standard output ends with code 2 and one line", () => {
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", `"$0" "$1" theory --law "exponential(mean=1)" > /dev/full`, process.execPath, main],
    {
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([
    2,
    "mulligan: standard output: cannot be written: no space left on device\n",
  ]);
});

test("who closes standard error gets the exit code all the same", () => {
  const script = `exec '${process.execPath}' '${main}' "$@" 2>&-`;
  const start = (...words: string[]) =>
    spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  expect(start("nosuch").status).toBe(2);
  const { status, stdout } = start("run", "--retries", "2", "--json", "--", "false", ":::", "a");
  expect(status).toBe(1);
  expect(stdout).toContain('"type":"summary"');
});

test("a reader that leaves after one line ends the command quietly", () => {
  const folder = newFolder();
  for (let i = 0; i < 300; i++) writeFileSync(join(folder, `${i}.cnf`), "p cnf 2 1\n1 2 0\n");
  const script = `"$0" "$1" sat "$2" --json | head -1`;
  const { stdout, stderr, status } = spawnSync("sh", ["-c", script, process.execPath, main, folder], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout).type).toBe("task");
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
  expect(JSON.parse(text.trim().split("\n").at(-1)!)).toMatchObject({ type: "summary", tasks: 2, solved: 1 });
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends simulate with code 130 too", async (signal) => {
  const child = spawn(process.execPath, [main, "simulate", ...law, "--horizon", "1e7", "--runs", "100"]);
  // It listens for SIGHUP last of the three; before that, on a busy machine, it has not begun.
  while (!catches(child.pid!, "SIGHUP")) await sleep(20);
  await sleep(500);
  child.kill(signal);
  expect((await once(child, "exit"))[0]).toBe(130);
});

const endlessLetters: [string, string[]] = ["analyze, of letters that never end", ["analyze", "-"]];
test.each<[string, string[]]>([
  ["analyze", ["analyze", "/dev/zero"]],
  ["sat", ["sat", "/dev/zero"]],
  ["theory", ["theory", "--law", "empirical(/dev/zero)"]],
  ["run", ["run", "--inputs", "/dev/zero", "--", "echo", "{input}"]],
  // It takes seconds to read the gigabyte that is allowed.
  ...(isThorough ? [endlessLetters] : []),
])("%s refuses an input that never ends", (_, words) => {
  const script = `yes 2> /dev/null | exec '${process.execPath}' '${main}' "$@"`;
  const { status, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  expect(stderr).toMatch(/^mulligan: [^\n]+ must (be|have) [^\n]+\n$/);
  expect(status).toBe(2);
});

test("more rows than memory holds are refused, with their number", () => {
  const script = `(echo time,completed; yes 3,1 | head -6000000) | exec '${process.execPath}' '${main}' analyze -`;
  const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, "mulligan: -: must have at most 5,000,000 lines, got 6,000,001\n"]);
});

test("what takes more memory than there is ends with one line and code 2", () => {
  const script = `(echo time,completed; yes 3,1 | head -1000000) | NODE_OPTIONS=--max-old-space-size=80 '${process.execPath}' '${main}' analyze -`;
  const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect(stderr).toMatch(/^mulligan: there is not enough memory for this much data; [^\n]+\n$/);
  expect(status).toBe(2);
});

test("a reader that leaves while tasks are open does not make the run a success", () => {
  const command = `'${process.execPath}' '${main}' run --json -- sleep {input} ::: 0.2 0.1 0.2 0.3 20`;
  const script = `{ ${command}; echo "code $?" >&2; } | head -1`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect(JSON.parse(stdout).input).toBe("0.2");
  expect(stderr).toBe("code 130\n");
});

test("a reader that leaves in the middle of an answer changes no exit code", () => {
  const formula = join(newFolder(), "wide.cnf");
  writeFileSync(formula, "p cnf 300000 1\n1 -2 299999 0\n");
  const codeOf = (words: string) => {
    const script = `{ '${process.execPath}' '${main}' ${words}; echo "code $?" >&2; } | true`;
    return spawnSync("bash", ["-c", script], { encoding: "utf8" }).stderr;
  };
  expect(codeOf("theory --law 'exponential(mean=1)' --cutoffs log:0.01:100:2000 --json")).toBe("code 0\n");
  expect(codeOf(`sat ${formula}`)).toBe("code 10\n");
});

test("what a terminal would obey in the name of a command is written out", () => {
  const { stderr, status } = spawnSync(process.execPath, [main, "\u001b[31mred"], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("unknown command '\\u001b[31mred'");
});

test.skipIf(!existsSync("/proc/self/cmdline"))(
  "names that are not UTF-8 are refused, and not taken for others",
  () => {
    const folder = newFolder();
    const script = `cd "$2" && printf 'p cnf 1 1\\n1 0\\n' > $'caf\\xe9.cnf' && exec "$0" "$1" `;
    const start = (words: string) =>
      spawnSync("bash", ["-c", `${script}${words}`, process.execPath, main, folder], { encoding: "utf8" });
    for (const words of [`sat $'caf\\xe9.cnf'`, `run -- echo {input} ::: $'caf\\xe9.cnf'`]) {
      const { stderr, status } = start(words);
      expect(stderr).toContain("mulligan: arguments must be UTF-8, got caf");
      expect(status).toBe(2);
    }
    const { stderr, status } = start("sat .");
    expect(stderr).toContain("its name is not UTF-8, rename it first");
    expect(status).toBe(2);
  },
);
