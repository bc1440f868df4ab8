import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCommitLog } from "../../../src/serve/store/commit-log.ts";
import { newFolder } from "../../new-folder.ts";

const never = { whole: () => "never", undo: async () => {} };

function newLog(owner = never) {
  const path = join(newFolder(), "log");
  writeFileSync(path, "head\n");
  return { path, log: openCommitLog(path, { length: 5, base: 5 }, owner) };
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

test("settled waits for what was given before it, and not for what comes after", async () => {
  const { path, log } = newLog();
  void log.append("one\n");
  await log.settled();
  expect(readFileSync(path, "utf8")).toBe("head\none\n");
  let more = true;
  const busy = (async () => {
    while (more) await log.append("more\n");
  })();
  await log.settled();
  more = false;
  await busy;
  await log.close();
});

test("a file that has grown is written anew, with what was to be appended; later lines follow", async () => {
  let state = 0;
  const { path, log } = newLog({ ...never, whole: () => `state ${state}\n` });
  const filler = `${"x".repeat(99_999)}\n`;
  for (state = 1; state <= 3; state++) await log.append(filler);
  expect(statSync(path).size).toBe(300_005);
  await log.append("in the state\n");
  expect(readFileSync(path, "utf8")).toBe("state 4\n");
  await log.append("after it\n");
  await log.close();
  expect(readFileSync(path, "utf8")).toBe("state 4\nafter it\n");
});

test("what cannot be written is undone and told, with all that was built on it; then it goes on", async () => {
  const path = join(newFolder(), "log");
  mkdirSync(path);
  let undone = 0;
  const log = openCommitLog(
    path,
    { length: 0, base: 0 },
    {
      ...never,
      async undo() {
        undone += 1;
        late = log.append("built on it, too\n").catch((error: Error) => error.name);
        await new Promise((resolve) => setTimeout(resolve, 1));
      },
    },
  );
  let late: Promise<unknown> | undefined;
  const told = await Promise.allSettled([log.append("one\n"), log.append("two\n")]);
  expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await late).toBe("NotKept");
  expect(undone).toBeGreaterThan(0);
});
