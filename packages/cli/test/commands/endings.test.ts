import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
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
