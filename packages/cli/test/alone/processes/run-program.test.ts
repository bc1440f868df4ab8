import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stillRuns } from "../../../src/journal/running-process.ts";
import type { Captured } from "../../../src/processes/capture.ts";
import type { MovingCutoff } from "../../../src/processes/cuts.ts";
import { openPipes } from "../../../src/processes/pipes.ts";
import { type ProgramRun, runProgram } from "../../../src/processes/run-program.ts";
import { startWatchdog } from "../../../src/processes/watchdog.ts";
import { startWorkClock } from "../../../src/processes/work-clock.ts";
import { newFolder } from "../../new-folder.ts";

const watchdog = startWatchdog();
const pipes = openPipes(watchdog.folder);
const clock = startWorkClock();
afterAll(async () => {
  clock.release();
  await watchdog.close();
  pipes.close();
});

const standingCutoff = (at: number): MovingCutoff => ({
  at,
  reconsider: () => at,
  watch: () => () => {},
});

const LIMIT = 2 ** 20;
const text = (captured: Captured) => captured.tail(LIMIT).toString();

function attempt(command: string[], options: Partial<ProgramRun> = {}) {
  const never = new AbortController().signal;
  return runProgram({
    command,
    cutoff: standingCutoff(Infinity),
    graceMs: 1_000,
    watchdog,
    clock,
    pipes,
    keep: { output: { limit: LIMIT }, complaint: { limit: LIMIT } },
    stop: never,
    hurry: never,
    ...options,
  });
}

const alive = (pid: number) => stillRuns(pid, () => true);

test("a program that ends by itself gives its code, its output and its time", async () => {
  const ended = await attempt(["sh", "-c", "sleep 0.05; echo out; echo err >&2; exit 3"]);
  expect(ended).toMatchObject({ kind: "exited", code: 3 });
  if (ended.kind !== "exited") return;
  expect(text(ended.output)).toBe("out\n");
  expect(text(ended.complaint)).toBe("err\n");
  expect(ended.time).toBeGreaterThanOrEqual(50);
});

test("a cut comes at the cutoff and not before, and the resetting time is short for who listens", async () => {
  const ended = await attempt(["sleep", "30"], { cutoff: standingCutoff(80) });
  expect(ended).toMatchObject({ kind: "cut", stopped: false });
  if (ended.kind !== "cut") return;
  expect(ended.time).toBeGreaterThanOrEqual(80);
  // On a quiet machine some ten milliseconds later.
  expect(ended.time).toBeLessThan(800);
  expect(ended.resetting).toBeLessThan(800);
});

test("a program that ended after its cutoff, before it could be cut, has the time at which its end was seen", async () => {
  const file = join(newFolder(), "pid");
  // This process is busy from the cutoff until the program has ended by itself.
  const hasEnded = () => {
    const pid = existsSync(file) ? readFileSync(file, "utf8") : "";
    return pid.endsWith("\n") && !alive(Number(pid));
  };
  const busy = () => {
    for (const limit = performance.now() + 20_000; !hasEnded() && performance.now() < limit; );
    return 100;
  };
  const cutoff = { ...standingCutoff(100), reconsider: busy };
  const began = performance.now();
  const ended = await attempt(["sh", "-c", `echo $$ > ${file}; sleep 0.4; echo done`], { cutoff });
  expect(ended).toMatchObject({ kind: "exited", code: 0 });
  expect(ended.time).toBeGreaterThanOrEqual(400);
  expect(ended.time).toBeLessThanOrEqual(performance.now() - began);
  expect(text(ended.output)).toBe("done\n");
});

test("who ignores SIGTERM is killed after the grace, with all that it started", async () => {
  const file = join(newFolder(), "pids");
  const script = `trap '' TERM; sh -c 'trap "" TERM; echo $$ >> ${file}; sleep 30 & wait; sleep 30' & echo $$ >> ${file}; sleep 30; sleep 30`;
  const ended = await attempt(["sh", "-c", script], { cutoff: standingCutoff(150), graceMs: 200 });
  expect(ended.kind === "cut" && ended.resetting).toBeGreaterThanOrEqual(200);
  const pids = readFileSync(file, "utf8").trim().split("\n").map(Number);
  expect(pids).toHaveLength(2);
  expect(pids.filter(alive)).toEqual([]);
});

test("a program that is stopped hears SIGTERM, too, and is not waited for until the grace is over", async () => {
  const script = "trap 'echo heard; exit' TERM; kill -STOP $$; sleep 30";
  const ended = await attempt(["bash", "-c", script], { cutoff: standingCutoff(500), graceMs: 20_000 });
  expect(ended.kind === "cut" && ended.resetting).toBeLessThan(10_000);
  expect(text(ended.output)).toBe("heard\n");
});

test("what a program leaves running when it ends is ended with it", async () => {
  const file = join(newFolder(), "pid");
  const ended = await attempt(["sh", "-c", `sleep 30 & echo $! > ${file}; exit 0`]);
  expect(ended).toMatchObject({ kind: "exited", code: 0 });
  expect(ended.time).toBeLessThan(10_000);
  expect(alive(Number(readFileSync(file, "utf8")))).toBe(false);
});

test("an answer given after SIGTERM is no answer", async () => {
  const ended = await attempt(["sh", "-c", "trap 'exit 0' TERM; while :; do sleep 0.01; done"], {
    cutoff: standingCutoff(100),
  });
  expect(ended).toMatchObject({ kind: "cut" });
});

test("stop ends an attempt before its cutoff, and says so", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  expect(await attempt(["sleep", "30"], { stop: stop.signal })).toMatchObject({ kind: "cut", stopped: true });
});

test.each([
  ["where no more is wanted", { limit: LIMIT }, { kept: LIMIT }],
  [
    "where no file can take it, and why",
    { limit: 1_000, file: () => "/no/such/folder/whole" },
    { kept: 1_000, problem: "no such file or directory" },
  ],
])("of a long output the end is kept %s, and the program is not held up", async (_, output, kept) => {
  const command = ["sh", "-c", "head -c 50000000 /dev/zero; echo the end"];
  const ended = await attempt(command, { keep: { output, complaint: { limit: 1_000 } } });
  expect(ended.kind).toBe("exited");
  expect(ended.output).toMatchObject({ size: 50_000_008, ...kept });
  expect(ended.output.tail(8).toString()).toBe("the end\n");
});

test("a long output is kept whole where a file may take it, and let go of without a trace", async () => {
  const folder = newFolder();
  const output = { limit: 1_000, file: () => join(folder, "whole") };
  const ended = await attempt(["sh", "-c", "seq 100000; echo complaint >&2"], {
    keep: { output, complaint: output },
  });
  if (ended.kind !== "exited") return expect.unreachable();
  const numbers = Array.from({ length: 100_000 }, (_, i) => `${i + 1}\n`).join("");
  const whole = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of ended.output.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  expect(ended.output.tail(13).toString()).toBe("99999\n100000\n");
  expect((await whole()) === numbers).toBe(true);
  expect((await whole()) === numbers).toBe(true);
  expect(ended.output.tail(7).toString()).toBe("100000\n");
  expect(text(ended.complaint)).toBe("complaint\n");
  ended.output.discard();
  expect(existsSync(join(folder, "whole"))).toBe(false);
});

test("what a program that is cut wrote is there, until it is discarded", async () => {
  const folder = newFolder();
  const output = { limit: 1_000, file: () => join(folder, "whole") };
  const keep = { output, complaint: { limit: 1_000 } };
  const script = "seq 100000; echo late >&2; sleep 30";
  const ended = await attempt(["sh", "-c", script], { cutoff: standingCutoff(300), keep });
  expect(ended.complaint.tail(5).toString()).toBe("late\n");
  expect(existsSync(join(folder, "whole"))).toBe(true);
  ended.output.discard();
  expect(existsSync(join(folder, "whole"))).toBe(false);
});

test("a program may open its output by name, and write to it there", async () => {
  const ended = await attempt(["sh", "-c", "echo one; echo two > /dev/stdout; echo three > /dev/stderr"]);
  expect(ended.kind === "exited" && text(ended.output)).toBe("one\ntwo\n");
  expect(ended.kind === "exited" && text(ended.complaint)).toBe("three\n");
});

test("where no pipes can be made, sockets do", async () => {
  const none = { take: async () => undefined, close() {} };
  const ended = await attempt(["sh", "-c", "echo out; echo err >&2"], { pipes: none });
  expect(ended.kind === "exited" && text(ended.output)).toBe("out\n");
  expect(ended.kind === "exited" && text(ended.complaint)).toBe("err\n");
  await expect(attempt(["/no/such/program"], { pipes: none })).rejects.toThrow("no such program");
});

test("who keeps the pipe of an attempt open does not write into that of the next", async () => {
  const left = await attempt(["setsid", "sh", "-c", "(sleep 0.2; echo late) & exit 0"]);
  const next = await attempt(["sh", "-c", "echo first; sleep 0.4; echo last"]);
  expect(left).toMatchObject({ kind: "exited", code: 0 });
  expect(next.kind === "exited" && text(next.output)).toBe("first\nlast\n");
});

test("a program reads nothing from standard input, and has no terminal", async () => {
  const ended = await attempt(["sh", "-c", "cat; { true < /dev/tty; } 2> /dev/null || echo no terminal"]);
  expect(ended.kind === "exited" && text(ended.output)).toBe("no terminal\n");
});

test("a program that is none is refused with the reason", async () => {
  await expect(attempt(["/etc/passwd"])).rejects.toThrow("/etc/passwd: cannot be started: not executable");
});

test("a standard input that must lie in certain folders is refused elsewhere, also by way of a link", async () => {
  const folder = realpathSync(newFolder());
  const allowed = join(folder, "allowed");
  mkdirSync(allowed);
  writeFileSync(join(allowed, "input"), "hello\n");
  writeFileSync(join(folder, "allowed-too"), "secret\n");
  symlinkSync("../allowed-too", join(allowed, "link"));
  symlinkSync("input", join(allowed, "inside"));
  const read = (...path: string[]) =>
    attempt(["cat"], { stdin: join(folder, ...path), stdinFolders: [allowed] });
  for (const name of ["input", "inside"]) expect(text((await read("allowed", name)).output)).toBe("hello\n");
  for (const path of [["allowed-too"], ["allowed", "link"], ["allowed", "..", "allowed-too"]]) {
    await expect(read(...path)).rejects.toThrow("must be allowed to read this file");
  }
  await expect(attempt(["cat"], { stdin: join(allowed, "input"), stdinFolders: [] })).rejects.toThrow(
    "allowed",
  );
  const anywhere = await attempt(["cat"], { stdin: join(allowed, "input"), stdinFolders: ["/"] });
  expect(text(anywhere.output)).toBe("hello\n");
});
