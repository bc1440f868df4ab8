import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findLock, lockFile } from "../../../src/journal/lock.ts";
import { newFolder } from "../../new-folder.ts";

const PROCESSES = 8;
const ROUNDS = 25;
const program = fileURLToPath(new URL("lock-rounds.mjs", import.meta.url));
const dead = `${JSON.stringify({ pid: 2 ** 22 - 1, start: "x", host: hostname() })}\n`;

test(`of ${PROCESSES} processes that find the same dead owner at once, one gets the lock, ${ROUNDS} times`, async () => {
  const folder = newFolder();
  for (let round = 0; round < ROUNDS; round++) writeFileSync(join(folder, `${round}.lock`), dead);
  const start = Date.now() + 1_500;
  const racers = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [program, folder, String(ROUNDS), String(start)], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  const printed = await Promise.all(
    racers.map(async ({ stdout }) => String((await once(stdout, "data"))[0])),
  );
  const exits = racers.map((racer) => once(racer, "exit"));
  for (const { stdin } of racers) stdin.end();
  await Promise.all(exits);
  const won = printed.flatMap((line) => JSON.parse(line) as number[]);
  expect(won.sort((a, b) => a - b)).toEqual(Array.from({ length: ROUNDS }, (_, round) => round));
  expect(readdirSync(folder)).toHaveLength(ROUNDS);
});

test("who died while it took over is succeeded too, and so is who died while it succeeded him", () => {
  const folder = newFolder();
  const path = join(folder, "state");
  const [second, third] = [" ", "  "].map((difference) => `${difference}${dead}`);
  writeFileSync(`${path}.lock`, dead);
  writeFileSync(successionOf(path, dead), second);
  writeFileSync(successionOf(path, second), third);
  const { release } = lockFile(path);
  expect(readdirSync(folder)).toEqual(["state.lock"]);
  expect(() => lockFile(path)).toThrow(`it is in use by process ${process.pid}`);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock of a system that does not say when processes began holds as long as any process has its number", () => {
  const path = join(newFolder(), "state");
  const lockOf = (pid: number) => `${JSON.stringify({ pid, start: "", host: hostname() })}\n`;
  writeFileSync(`${path}.lock`, lockOf(process.pid));
  expect(() => lockFile(path)).toThrow(`it is in use by process ${process.pid}`);
  writeFileSync(`${path}.lock`, lockOf(2 ** 22 - 1));
  lockFile(path).release();
});

test("a lock of another user cannot be read, and holds", ({ skip }) => {
  if (process.getuid?.() === 0) return skip("root may read everything");
  const path = join(newFolder(), "state");
  writeFileSync(`${path}.lock`, dead, { mode: 0 });
  expect(() => lockFile(path)).toThrow(`it is in use by a process of another user (${path}.lock)`);
  expect(findLock(path)).toEqual({ isAlive: true, session: undefined });
});

function successionOf(path: string, text: string): string {
  return `${path}.lock.after-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}
