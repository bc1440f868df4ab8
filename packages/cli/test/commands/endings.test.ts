import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";

const law = ["--law", "exponential(mean=1)"];

/** Whether a process has a handler for a signal: the kernel's mask of those it catches has a bit for each. */
function catches(pid: number, signal: NodeJS.Signals): boolean {
  const [, mask] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

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
  const { status, stdout } = start("run", "--max-restarts", "1", "--json", "--", "false", ":::", "a");
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

/** A command that is at work for long, the moment at which it is to be asked to end, and what it gets on stdin. */
const long: [string, string[]][] = [
  ["analyze reads standard input", ["analyze", "-"]],
  ["sat reads standard input", ["sat", "-"]],
  ["theory reads standard input", ["theory", "--law", "empirical(-)"]],
  ["run reads standard input", ["run", "--", "echo", "{input}"]],
  ["analyze reads a pipe by its name", ["analyze", "FIFO"]],
  ["sat reads a pipe by its name", ["sat", "FIFO"]],
  ["simulate reads a pipe by its name", ["simulate", "--law", "empirical(FIFO)"]],
  ["analyze computes on 400,000 rows", ["analyze", "TABLE"]],
  [
    "simulate has a thousand jobs",
    ["simulate", ...law, "--horizon", "1e7", "--runs", "5000", "--jobs", "1024"],
  ],
  ["sat has a thousand jobs", ["sat", "HARD", "--jobs", "1024"]],
  ["reproduce has a thousand jobs", ["reproduce", "--jobs", "1024", "--out", "OUT"]],
];

/** They hear both in the same way, by one listener: every other one is sent SIGTERM. */
const asked = long.map(([what, words], i) => [what, i % 2 === 0 ? "SIGINT" : "SIGTERM", words] as const);

test.for(asked)("while %s, one %s ends it within two seconds with code 130", async ([, signal, words]) => {
  const folder = newFolder();
  const places: Record<string, string> = {};
  for (const place of ["FIFO", "TABLE", "HARD", "OUT"]) places[place] = join(folder, place);
  spawnSync("sh", ["-c", `mkfifo "$0"`, places.FIFO]);
  if (words.includes("TABLE")) {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${(i * 7919) % 1_000_003},1\n`);
    writeFileSync(places.TABLE, `time,completed\n${rows.join("")}`);
  }
  mkdirSync(places.HARD);
  for (let i = 0; words.includes("HARD") && i < 1_100; i++) {
    writeFileSync(join(places.HARD, `${i}.cnf`), "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
  }
  const filled = words.map((word) => word.replace(/FIFO|TABLE|HARD|OUT/, (place) => places[place]));
  const child = spawn(process.execPath, [main, ...filled]);
  let complaint = "";
  child.stderr.on("data", (part) => {
    complaint += part;
  });
  const exit = once(child, "exit");
  while (!catches(child.pid!, "SIGHUP")) await sleep(20);
  await sleep(300);
  const asked = performance.now();
  child.kill(signal);
  expect(await exit).toEqual([130, null]);
  expect(performance.now() - asked).toBeLessThan(2_000);
  expect(complaint).toBe("");
});

test.each([
  ["analyze", ["analyze", "/dev/zero"]],
  ["sat", ["sat", "/dev/zero"]],
  ["theory", ["theory", "--law", "empirical(/dev/zero)"]],
  ["run", ["run", "--inputs", "/dev/zero", "--", "echo", "{input}"]],
  ["analyze, of letters that never end", ["analyze", "-"]],
])("%s refuses an input that never ends", (_, words) => {
  const script = `yes 2> /dev/null | exec '${process.execPath}' '${main}' "$@"`;
  const { status, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  expect(stderr).toMatch(/^mulligan: [^\n]+ must (be|have) [^\n]+\n$/);
  expect(status).toBe(2);
});

test("more rows than memory holds are refused at the door, with their number", () => {
  const script = `(echo time,completed; yes 3,1 | head -6000000) | exec '${process.execPath}' '${main}' analyze -`;
  const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, "mulligan: -: must have at most 5000000 lines, got 6000001\n"]);
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

test("names that are not UTF-8 are refused, and not taken for others", () => {
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
});
