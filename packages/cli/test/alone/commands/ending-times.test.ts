import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { PROC } from "../../../../../soak/marked.mjs";
import { newFolder } from "../../new-folder.ts";
import { main } from "../../start-command.ts";

const law = ["--law", "exponential(mean=1)"];

/** Commands that wait for their input, and commands that compute for long. */
const waiting: [string, string[]][] = [
  ["analyze reads standard input", ["analyze", "-"]],
  ["sat reads standard input", ["sat", "-"]],
  ["theory reads standard input", ["theory", "--law", "empirical(-)"]],
  ["run reads standard input", ["run", "--", "echo", "{input}"]],
  ["analyze reads a pipe by its name", ["analyze", "FIFO"]],
  ["sat reads a pipe by its name", ["sat", "FIFO"]],
  ["simulate reads a pipe by its name", ["simulate", "--law", "empirical(FIFO)"]],
  ["cluster waits for an address in a pipe", ["cluster", "status", "--redis-file", "FIFO"]],
];
const computing: [string, string[]][] = [
  ["analyze computes on 400,000 rows", ["analyze", "TABLE"]],
  [
    "simulate has a thousand jobs",
    ["simulate", ...law, "--horizon", "1e7", "--runs", "5000", "--jobs", "1024"],
  ],
  ["sat has a thousand jobs", ["sat", "HARD", "--jobs", "1024"]],
  ["reproduce has a thousand jobs", ["reproduce", "--jobs", "1024", "--out", "OUT"]],
];

/** They hear all in the same way, by one listener, so each command is sent one of them. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const asked = (commands: [string, string[]][]) =>
  commands.map(([what, words], i) => [what, SIGNALS[i % SIGNALS.length], words] as const);
const title = "while %s, one %s ends it soon, with code 130";
/** Ten times the second in which they end on a quiet machine. `npm run soak` holds all commands to two seconds. */
const SOON_MS = 10_000;

test.concurrent.for(asked(waiting))(title, ([, signal, words]) => endsInTime(signal, words));
test.for(asked(computing))(title, ([, signal, words]) => endsInTime(signal, words));

async function endsInTime(signal: (typeof SIGNALS)[number], words: readonly string[]) {
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
  expect(performance.now() - asked).toBeLessThan(SOON_MS);
  expect(complaint).toBe("");
}

/** Whether a process has a handler for a signal: the kernel's mask of those it catches has a bit for each. */
function catches(pid: number, signal: NodeJS.Signals): boolean {
  if (!existsSync(PROC)) return listensByNow(pid);
  const [, mask] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`${PROC}/${pid}/status`, "utf8"))!;
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

/** Longer than the command takes to listen, where nothing shows it. */
const LISTENS_AFTER_MS = 3_000;
const firstLooks = new Map<number, number>();

function listensByNow(pid: number): boolean {
  const now = performance.now();
  const first = firstLooks.get(pid) ?? now;
  firstLooks.set(pid, first);
  return now - first > LISTENS_AFTER_MS;
}
