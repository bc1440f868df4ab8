import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { PROC, programsOf } from "../../../../soak/marked.mjs";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";
import { startRun, trialsIn } from "./command.ts";

/** True if the test can look for what is left. */
const canLook = existsSync(PROC);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A run of one program that would take a minute, and the files that it writes. */
function longRun() {
  const folder = newFolder();
  const [state, began] = [join(folder, "state"), join(folder, "began")];
  const program = ["sh", "-c", "echo $$ > $0; sleep 60", began];
  const args = ["--json", "--state", state, "--policy", "never", "--", ...program];
  return {
    state,
    args,
    async begun() {
      while (!existsSync(began) || readFileSync(began, "utf8") === "") await pause(20);
    },
    /** The number of the run's own process. */
    pid: () => JSON.parse(readFileSync(`${state}.lock`, "utf8")).pid as number,
    /** Whether all programs are gone, and the one try is in the journal. */
    async isOver(pid: number) {
      await vi.waitFor(() => expect(programsOf(pid)).toEqual([]), { timeout: 30_000 });
      expect(trialsIn(state)).toMatchObject([{ completed: 0, stopped: true }]);
      expect(existsSync(`${state}.lock`)).toBe(false);
    },
  };
}

// SIGINT and SIGHUP come from a terminal below, and test/tasks/stop-control.test.ts has all three.
test.skipIf(!canLook)("a signal ends the children, saves what was seen, and gives 130", async () => {
  const { args, begun, isOver } = longRun();
  const { child, ended } = startRun(args);
  await begun();
  child.kill("SIGTERM");
  const { code, lines, stderr } = await ended;
  expect([code, stderr]).toEqual([130, ""]);
  expect(lines.at(-1)).toMatchObject({ type: "summary", stopped: "interrupted", solved: 0 });
  await isOver(child.pid!);
});

test.skipIf(!canLook).for<[string, (terminal: Terminal) => void]>([
  ["Ctrl-C typed", (terminal) => terminal.stdin.write("\u0003")],
  ["a window that is closed", (terminal) => terminal.kill("SIGKILL")],
])("at a terminal, %s ends the children and saves what was seen", async ([, act], { skip }) => {
  if (!existsSync("/usr/bin/script")) return skip("script(1) is not installed");
  const { state, args, begun, pid, isOver } = longRun();
  const words = [process.execPath, main, "run", ...args].map((word) => `'${word}'`).join(" ");
  const terminal: Terminal = spawn("/usr/bin/script", ["-qefc", words, "/dev/null"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await begun();
  const owner = pid();
  act(terminal);
  while (existsSync(`${state}.lock`)) await pause(20);
  await isOver(owner);
  terminal.kill();
});

type Terminal = ReturnType<typeof spawn> & { readonly stdin: NodeJS.WritableStream };

test("what is on standard input is left for who comes after", () => {
  const text = join(newFolder(), "text");
  writeFileSync(text, "left\n");
  const script = `{ "$0" "$1" run -- cat > /dev/null; cat; } < "$2"`;
  const { stdout } = spawnSync("bash", ["-c", script, process.execPath, main, text], { encoding: "utf8" });
  expect(stdout).toBe("left\n");
});

test("Ctrl-Z stops the programs too, and what lies between is not their time", async () => {
  const folder = newFolder();
  const [state, ticks] = [join(folder, "state"), join(folder, "ticks")];
  const program = "for i in 1 2 3 4 5 6 7 8 9 10; do echo $i >> $0; sleep 0.1; done";
  const words = ["--json", "--state", state, "--policy", "never", "--", "sh", "-c", program, ticks];
  const began = performance.now();
  const { child, ended } = startRun(words);
  while (!existsSync(ticks)) await pause(20);
  child.kill("SIGTSTP");
  await pause(500);
  const before = readFileSync(ticks, "utf8");
  await pause(1_000);
  expect(readFileSync(ticks, "utf8")).toBe(before);
  child.kill("SIGCONT");
  const { code, lines } = await ended;
  expect(code).toBe(0);
  expect(readFileSync(ticks, "utf8").trim().split("\n")).toHaveLength(10);
  expect(lines[0].time).toBeGreaterThan(800);
  expect(lines[0].time).toBeLessThan(performance.now() - began - 1_000);
}, 60_000);
