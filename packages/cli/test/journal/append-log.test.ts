import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openAppendLog } from "../../src/journal/append-log.ts";
import { newFolder } from "../new-folder.ts";

const filler = `${"x".repeat(299_999)}\n`;

function newLog(options: Parameters<typeof openAppendLog>[2] = {}) {
  const path = join(newFolder(), "log");
  writeFileSync(path, "head\n");
  return { path, log: openAppendLog(path, 5, { base: 5, undo: async () => {}, ...options }) };
}

test("lines stand in the order in which they were given, and are there when that is said", async () => {
  const { path, log } = newLog();
  const lines = Array.from({ length: 50 }, (_, i) => `${i}\n`);
  await Promise.all(
    lines.map(async (line, i) => {
      await log.append(line);
      expect(readFileSync(path, "utf8")).toContain(`\n${i}\n`);
    }),
  );
  await log.close();
  expect(readFileSync(path, "utf8")).toBe(`head\n${lines.join("")}`);
});

test("a line is said to be there when it was synced, not before", async () => {
  const path = join(newFolder(), "log");
  writeFileSync(path, "head\n");
  const file = await open(path, "r+");
  const events: string[] = [];
  vi.spyOn(file, "datasync").mockImplementation(async () => {
    await nextTurn();
    events.push(`synced ${readFileSync(path, "utf8")}`);
  });
  const log = openAppendLog(path, 5, { file });
  await log.append("one\n");
  expect(events).toEqual(["synced head\none\n"]);
  await log.close();
});

test("flushed waits for what was given before it, and not for what comes after", async () => {
  const { path, log } = newLog();
  void log.append("one\n");
  await log.flushed();
  expect(readFileSync(path, "utf8")).toBe("head\none\n");
  let more = true;
  const busy = (async () => {
    while (more) await log.append("more\n");
  })();
  await log.flushed();
  more = false;
  await busy;
  await log.close();
});

test("a log that has grown is compacted, with what was to be appended; later lines follow", async () => {
  let state = 0;
  const { path, log } = newLog({ compacted: () => `state ${state}\n` });
  const line = `${"x".repeat(99_999)}\n`;
  for (state = 1; state <= 3; state++) await log.append(line);
  expect(statSync(path).size).toBe(300_005);
  await log.append("in the state\n");
  expect(readFileSync(path, "utf8")).toBe("state 4\n");
  await log.append("after it\n");
  await log.close();
  expect(readFileSync(path, "utf8")).toBe("state 4\nafter it\n");
});

test("a log that would take long to replay is compacted before it has grown", async () => {
  let slow = false;
  const { path, log } = newLog({ compacted: () => "state\n", isSlow: () => slow });
  await log.append("one\n");
  slow = true;
  await log.append("two\n");
  slow = false;
  await log.append("three\n");
  await log.close();
  expect(readFileSync(path, "utf8")).toBe("state\nthree\n");
});

test("a log without a compacted form only grows", async () => {
  const { path, log } = newLog();
  for (let i = 0; i < 4; i++) await log.append(filler);
  await log.close();
  expect(readFileSync(path, "utf8")).toBe(`head\n${filler.repeat(4)}`);
});

test("what stands in the state is not measured as growth: a long one is compacted when it is thrice as long", async () => {
  let whole = "too early";
  const { path, log } = newLog({ compacted: () => whole });
  await log.append(filler);
  whole = filler;
  await log.append("one\n");
  expect(statSync(path).size).toBe(300_000);
  whole = "too early";
  await log.append(filler);
  await log.append(filler);
  await log.append("two\n");
  whole = "state\n";
  await log.append("three\n");
  expect(readFileSync(path, "utf8")).toBe("state\n");
  await log.close();
});

test("where a log cannot be compacted, the line is appended as before", async () => {
  let whole = "too early";
  const { path, log } = newLog({ compacted: () => whole });
  await log.append(filler);
  // No text, so it cannot be written: stands for a disk without room for a second file.
  whole = 7 as unknown as string;
  await log.append("one\n");
  whole = "too early again";
  await log.append("two\n");
  await log.close();
  expect(readFileSync(path, "utf8")).toBe(`head\n${filler}one\ntwo\n`);
});

/** A log that cannot be written. */
function folderAsLog(options: Parameters<typeof openAppendLog>[2]) {
  const path = join(newFolder(), "log");
  mkdirSync(path);
  return openAppendLog(path, 0, options);
}

test("what cannot be written is undone and refused, with all that was built on it; then it goes on", async () => {
  let undone = 0;
  let late: Promise<unknown> | undefined;
  const log = folderAsLog({
    async undo() {
      undone += 1;
      late = log.append("built on it, too\n").catch((error: Error) => error.name);
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  });
  const results = await Promise.allSettled([log.append("one\n"), log.append("two\n")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await late).toBe("NotStored");
  expect(undone).toBeGreaterThan(0);
});

test("a log that cannot undo accepts nothing after a failure, and says why each time", async () => {
  const reason = "cannot be written: illegal operation on a directory";
  const log = folderAsLog({});
  await expect(log.append("one\n")).rejects.toThrow(reason);
  await expect(log.append("two\n")).rejects.toThrow(reason);
  await log.close();
});
