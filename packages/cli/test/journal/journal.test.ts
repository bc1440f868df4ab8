import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { parseLog } from "../../src/analysis/parse-log.ts";
import { openJournal } from "../../src/journal/journal.ts";
import type { Header } from "../../src/journal/journal-format.ts";
import { jsonLines } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { run, startRun } from "../run/command.ts";
import { inShell } from "../start-command.ts";

const header: Header = {
  unit: "ms",
  arms: [
    { name: "a", command: ["true"] },
    { name: "b", command: ["false", "{seed}"] },
  ],
  policy: "km-ts",
  mode: "retry",
  schedule: "luby",
  cutoffs: "auto",
  success: [0],
  reward: "exit",
};
const won: Trial = {
  input: "x\ny",
  occurrence: 1,
  arm: 1,
  cutoff: Infinity,
  attempt: 1,
  seed: 5,
  outcome: { kind: "completed", time: 12.5, reward: 0.5 },
  result: "000001-ab.out",
};
const cut: Trial = {
  input: null,
  occurrence: 3,
  arm: 0,
  cutoff: 8,
  attempt: 2,
  seed: 6,
  outcome: { kind: "censored", time: 8.1, resetting: 0.4 },
  stopped: true,
};

const failed: Trial = {
  input: "z",
  occurrence: 1,
  arm: 0,
  cutoff: 8,
  seed: 7,
  exit: "SIGSEGV",
  outcome: { kind: "completed", time: 3, reward: 0 },
};

async function written(path: string, trials: readonly Trial[]): Promise<void> {
  const journal = await openJournal(path, header);
  await Promise.all(trials.map((trial) => journal.append(trial)));
  await journal.close();
}

test("what is appended is read again, in order, one line each", async () => {
  const path = join(newFolder(), "state");
  await written(path, [won, cut]);
  await written(path, [failed]);
  const journal = await openJournal(path, header);
  expect(journal.trials).toEqual([won, cut, failed]);
  await journal.close();
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(5);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a last line that was torn anywhere is dropped, and said so; the rest stays", async () => {
  const folder = newFolder();
  await written(join(folder, "whole"), [won, cut]);
  const bytes = readFileSync(join(folder, "whole"));
  const second = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  for (let length = second + 1; length < bytes.length; length += 7) {
    const path = join(folder, `torn-${length}`);
    writeFileSync(path, bytes.subarray(0, length));
    const journal = await openJournal(path, header);
    expect(journal.trials).toEqual([won]);
    expect(journal.torn).toBe(3);
    await journal.append(cut);
    await journal.close();
    expect(readFileSync(path)).toEqual(bytes);
  }
});

test.each([
  [
    "arms",
    { arms: [header.arms[0]] },
    'the journal is of arms a=["true"], b=["false","{seed}"], this run has a=["true"]',
  ],
  [
    "commands",
    { arms: [header.arms[0], { name: "b", command: ["true"] }] },
    'this run has a=["true"], b=["true"]',
  ],
  ["policy", { policy: "ucb-rb" }, "the journal is of policy km-ts, this run has ucb-rb"],
  ["mode", { mode: "abandon" }, "the journal is of mode retry, this run has abandon"],
])("a journal of another %s is refused with the reason, and left as it was", async (_, other, reason) => {
  const path = join(newFolder(), "state");
  await written(path, [won]);
  writeFileSync(path, `${readFileSync(path, "utf8")}{"torn`);
  const before = readFileSync(path);
  await expect(openJournal(path, { ...header, ...other })).rejects.toThrow(reason);
  expect(readFileSync(path)).toEqual(before);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test.each([
  [
    "another version",
    '{"type":"header","format":"mulligan-journal","version":9}\n',
    "version must be 2, got 9",
  ],
  ["no journal", "my thesis", "must be a journal of mulligan run"],
  ["no journal, with lines", "1,2\n3,4\n", "must be a journal of mulligan run"],
])("%s is refused, and left as it was", async (_, text, reason) => {
  const path = join(newFolder(), "state");
  writeFileSync(path, text);
  await expect(openJournal(path, header)).rejects.toThrow(reason);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a line in the middle that is no observation is refused with its place", async () => {
  const path = join(newFolder(), "state");
  await written(path, [won, cut]);
  const lines = readFileSync(path, "utf8").split("\n");
  lines[1] = "garbage";
  writeFileSync(path, lines.join("\n"));
  await expect(openJournal(path, header)).rejects.toThrow(`${path}:2: must be an observation, got garbage`);
});

test("beginning a journal touches no other file, and keeps the mode of an empty one", async () => {
  const folder = newFolder();
  const path = join(folder, "state");
  writeFileSync(`${path}.new`, "mine");
  writeFileSync(path, "");
  chmodSync(path, 0o640);
  await written(path, [won]);
  expect(readFileSync(`${path}.new`, "utf8")).toBe("mine");
  expect(lstatSync(path).mode & 0o777).toBe(0o640);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
  expect(readdirSync(folder).sort()).toEqual(["state", "state.new"]);
});

test("a journal that may not be written is refused with its name, and left unlocked", async ({ skip }) => {
  if (process.getuid?.() === 0) return skip("root may write everything");
  const path = join(newFolder(), "state");
  await written(path, [won]);
  chmodSync(path, 0o400);
  await expect(openJournal(path, header)).rejects.toThrow(`${path}: cannot be opened: permission denied`);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a second writer is refused while the first lives, and welcome after it was killed", async () => {
  const folder = newFolder();
  const state = join(folder, "state");
  const flag = join(folder, "flag");
  const program = ["--", "sh", "-c", "test -e $0 || sleep 30", flag, ":::", "a"];
  const args = ["--json", "--policy", "never", "--state", state, ...program];
  const first = startRun(args);
  while (!existsSync(`${state}.lock`)) await new Promise((resolve) => setTimeout(resolve, 10));
  const second = await run(args);
  expect(second.code).toBe(2);
  expect(second.stderr).toContain(`it is in use by process ${first.child.pid}`);
  first.child.kill("SIGKILL");
  await first.ended;
  expect(existsSync(`${state}.lock`)).toBe(true);
  writeFileSync(flag, "");
  const third = await run(args);
  expect(third.code).toBe(0);
  expect(readdirSync(folder)).toEqual(["flag", "state"]);
});

test("a disk that is full ends the run with one line; what was acknowledged can be read", ({ skip }) => {
  // A limit on the size of files stands in for a full disk.
  const state = join(newFolder(), "state");
  const { code, stderr, stdout } = inShell(
    `trap '' XFSZ; ulimit -f 2; mulligan run --json --policy never --state "$1" -- true {} ::: $(seq 200)`,
    [state],
  );
  if (code === 0) skip("no limit on the size of files here");
  expect([code, stderr.split("\n")]).toEqual([
    2,
    [expect.stringContaining(`${state}: cannot be written: file too large`), ""],
  ]);
  const reported = stdout.split("\n").filter((line) => line.includes('"task"')).length;
  const kept = jsonLines(readFileSync(state, "utf8")).slice(1);
  expect(reported).toBeGreaterThan(3);
  expect(kept.map(({ completed }) => completed)).toEqual(Array(reported).fill(1));
});

test("a link to a file that is not there yet stays a link; a circle of links is refused", async () => {
  const folder = newFolder();
  symlinkSync("real", join(folder, "link"));
  await written(join(folder, "link"), [won]);
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "real"), "utf8").split("\n")).toHaveLength(3);
  symlinkSync("circle", join(folder, "circle"));
  await expect(openJournal(join(folder, "circle"), header)).rejects.toThrow("a circle of links");
});

test("a header that lost its newline is completed before anything is appended", async () => {
  const path = join(newFolder(), "state");
  await written(path, []);
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, -1));
  await written(path, [won]);
  const journal = await openJournal(path, header);
  expect(journal.trials).toEqual([won]);
  await journal.close();
  expect(readFileSync(path).subarray(0, whole.length)).toEqual(whole);
});

test("no byte of a journal can be changed unnoticed, by who resumes it or who analyses it", async () => {
  const folder = newFolder();
  const path = join(folder, "state");
  await written(path, [won, { ...won, input: "b", outcome: { kind: "completed", time: 7, reward: 1 } }, cut]);
  const bytes = readFileSync(path);
  const lastLine = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  // Every seventh byte and those around the ends of lines; the soak changes bytes at random.
  for (let at = 0; at < bytes.length; at++) {
    if (at % 7 !== 0 && !bytes.subarray(Math.max(0, at - 2), at + 3).includes(10)) continue;
    const changed = Buffer.from(bytes);
    changed[at] ^= 1 << (at % 8);
    writeFileSync(path, changed);
    const opened = openJournal(path, header).then(async (journal) => {
      await journal.close();
      return [journal.trials.length, journal.torn];
    });
    if (at === bytes.length - 1) expect(await opened).toEqual([2, 4]);
    else await expect(opened, `byte ${at}`).rejects.toThrow(/^\S*state:\d: /);
    writeFileSync(path, changed);
    if (at < lastLine) expect(() => parseLog(path, changed), `byte ${at}`).toThrow(/^\S*state:?\d?: /);
  }
});

test("a repetition that no run can have come to is refused, and takes no memory", async () => {
  const path = join(newFolder(), "state");
  await written(path, [{ ...cut, occurrence: 2 ** 53 - 1 }]);
  await expect(openJournal(path, header)).rejects.toThrow(
    `${path}:2: occurrence must be at most 10000 here, got 9007199254740991`,
  );
});

test("a journal in a folder that does not exist is refused with that reason", async () => {
  const path = join(newFolder(), "runs", "first");
  await expect(openJournal(path, header)).rejects.toThrow(`${path}: must lie in an existing folder: `);
});

test("a journal with two names is refused under both, since each would have a lock of its own", async () => {
  const folder = newFolder();
  const [one, other] = [join(folder, "one"), join(folder, "other")];
  const first = await openJournal(one, header);
  linkSync(one, other);
  await expect(openJournal(other, header)).rejects.toThrow(
    `${other}: must have one name, got 2 (hard links)`,
  );
  await first.close();
  await expect(openJournal(one, header)).rejects.toThrow("hard links");
});
