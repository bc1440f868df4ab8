import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { formatLine } from "../../../src/journal/lines.ts";
import { readProblem } from "../../../src/serve/store/problem-file.ts";
import { openProblemStore } from "../../../src/serve/store/problem-store.ts";
import type { StoreOptions } from "../../../src/serve/store/stored-problem.ts";
import { newFolder } from "../../new-folder.ts";
import { definition } from "../definition.ts";

const options: StoreOptions = { now: () => 1_000, forgetAfterMs: 1_000, onRecord() {} };

const open = (folder: string, notices: string[] = []) =>
  openProblemStore(folder, options, (text) => notices.push(text));

/** A folder with one problem, of which one decision of two was observed. */
async function written() {
  const folder = newFolder();
  const problems = await open(folder);
  await problems.create(definition());
  const kept = problems.find("test")!;
  const {
    decisions: [{ number }],
  } = await kept.decide({ count: 2 });
  await kept.observe([{ number, outcome: { kind: "completed", time: 2, reward: 1 } }]);
  await problems.close();
  const [file] = readdirSync(join(folder, "problems"));
  return { folder, path: join(folder, "problems", file), saved: kept.problem.save(), mark: kept.mark };
}

test("a problem is there again after its service ended, as it was", async () => {
  const { folder, saved, mark } = await written();
  const problems = await open(folder);
  const kept = problems.find("test")!;
  expect(kept.mark).toBe(mark);
  expect(kept.problem.save()).toEqual(saved);
  expect(await kept.observe([{ number: 2, outcome: { kind: "censored", time: 1 } }])).toMatchObject({
    accepted: 1,
  });
  expect(await kept.observe([{ number: 1, outcome: { kind: "censored", time: 1 } }])).toMatchObject({
    repeated: 1,
  });
  await problems.close();
  expect(readdirSync(folder)).toEqual(["problems"]);
});

test("a problem that was written anew many times is there again as it was", async () => {
  const folder = newFolder();
  const problems = await open(folder);
  await problems.create(definition());
  const kept = problems.find("test")!;
  for (let i = 0; i < 60; i++) {
    const { decisions } = await kept.decide({ count: 200 });
    await kept.observe(
      decisions.map(({ number }) => ({
        number,
        outcome: { kind: "completed", time: 1 + (number % 9), reward: 1 },
      })),
    );
  }
  await problems.close();
  const [file] = readdirSync(join(folder, "problems"));
  const lines = readFileSync(join(folder, "problems", file), "utf8").split("\n");
  expect(lines[1]).toMatch(/^{"type":"state"/);
  const reopened = await open(folder);
  const again = reopened.find("test")!;
  await reopened.close();
  expect(again.problem.observations).toBe(12_000);
  // The sums of a policy's cells depend on the order of additions in the last digit.
  const { policy: _, ...counts } = again.problem.save();
  const { policy: __, ...before } = kept.problem.save();
  expect(counts).toEqual(before);
});

test("an outcome that is sent again is answered only when the first is stored", async () => {
  const order: string[] = [];
  const told = { ...options, onRecord: () => void order.push("stored") };
  const problems = await openProblemStore(newFolder(), told, () => {});
  await problems.create(definition());
  const kept = problems.find("test")!;
  const [{ number }] = (await kept.decide({ count: 1 })).decisions;
  const outcomes = [{ number, outcome: { kind: "completed", time: 1, reward: 1 } }] as const;
  order.length = 0;
  const sent = [kept.observe(outcomes), kept.observe(outcomes)];
  await Promise.all(sent.map((one) => one.then(({ repeated }) => order.push(`repeated ${repeated}`))));
  expect(order[0]).toBe("stored");
  expect(order.toSorted()).toEqual(["repeated 0", "repeated 1", "stored"]);
  await problems.close();
});

test("the same definition again is known, another one under its name is refused, at the same time too", async () => {
  const problems = await openProblemStore(undefined, options, () => {});
  const created = await Promise.all([
    problems.create(definition()),
    problems.create(definition()),
    problems.create(definition({ seed: 2 })),
  ]);
  expect(created).toEqual(["made", "known", "taken"]);
});

test("a problem that was removed and made again is another one, and what was removed stays so", async () => {
  const { folder, mark } = await written();
  const problems = await open(folder);
  expect(await problems.remove("test")).toBe(true);
  expect(await problems.remove("test")).toBe(false);
  expect(readdirSync(join(folder, "problems"))).toEqual([]);
  await problems.create(definition());
  const again = problems.find("test")!;
  expect(again.mark).not.toBe(mark);
  expect(again.problem.sequence).toBe(0);
  await problems.close();
});

test.each(["../../x", "..", "", "\0", "x".repeat(200), "é\u0301"])(
  "a problem called %j has a file that is called by its hash, in its folder",
  async (name) => {
    const folder = newFolder();
    const problems = await open(folder);
    await problems.create(definition({ name }));
    await problems.close();
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      "problems",
      expect.stringMatching(/^problems.[0-9a-f]{32}\.problem$/),
    ]);
    const reopened = await open(folder);
    expect(reopened.find(name)).toBeDefined();
    await reopened.close();
  },
);

test("a file cut at any byte of what was appended is read up to its last whole line, and the rest is cut off with a notice", async () => {
  const { folder, path, saved } = await written();
  const whole = readFileSync(path, "utf8");
  const ends = [...whole.matchAll(/\n/g)].map(({ index }) => index + 1);
  for (let length = ends[0]; length <= whole.length; length += 5) {
    writeFileSync(path, whole.slice(0, length));
    const notices: string[] = [];
    const problems = await open(folder, notices);
    await problems.close();
    const lines = ends.filter((end) => end <= length).length;
    expect(readFileSync(path, "utf8")).toBe(whole.slice(0, ends[lines - 1]));
    const notice = `${path}:${lines + 1}: dropped an incomplete line; a service probably crashed there`;
    expect(notices).toEqual(ends[lines - 1] === length ? [] : [notice]);
  }
  writeFileSync(path, `${whole}{"observed":[[2,1,`);
  const problems = await open(folder);
  expect(problems.find("test")!.problem.save()).toEqual(saved);
  await problems.close();
});

test.each([
  ["a changed digit", (text: string) => text.replace("[1,1,2,1]", "[1,1,3,1]"), ":3: must be unchanged"],
  [
    "a lost line",
    (text: string) => text.replace(/{"decided".*\n/, ""),
    ":2: must be a record of this problem",
  ],
  ["a line of something else", (text: string) => `${text}hello\n`, ":4: must be a problem of mulligan serve"],
  ["no header", (text: string) => text.replace(/.*\n/, ""), ":1: must be a problem of mulligan serve"],
  ["nothing", () => "", ": must be a problem of mulligan serve"],
])(
  "%s: the problem is set aside with the place, its file is left as it was, the others are served",
  async (_, damage, message) => {
    const { folder, path } = await written();
    const first = await open(folder);
    await first.create(definition({ name: "other" }));
    await first.close();
    const text = damage(readFileSync(path, "utf8"));
    writeFileSync(path, text);
    const notices: string[] = [];
    const problems = await open(folder, notices);
    expect(problems.all().map((stored) => stored.definition.name)).toEqual(["other"]);
    const [{ name, reason }] = problems.unreadable();
    expect(name).toBe(readFileSync(path, "utf8").includes('"format"') ? "test" : basename(path));
    expect(reason).toContain(`${path}${message}`);
    expect(problems.whyUnreadable(name)).toBe(reason);
    expect(notices).toEqual([`${reason}; the problem is set aside, the others are served`]);
    expect(readFileSync(path, "utf8")).toBe(text);
    if (name === "test") await expect(problems.create(definition())).rejects.toThrow(reason);
    expect(await problems.remove(name)).toBe(true);
    expect(problems.unreadable()).toEqual([]);
    expect(existsSync(path)).toBe(false);
    await problems.close();
  },
);

test("no changed byte is taken for what was written: it is refused, or the last line is cut off", async () => {
  const { path } = await written();
  const whole = readFileSync(path);
  for (let place = 0; place < whole.length; place++) {
    const bytes = Buffer.from(whole);
    bytes[place] ^= 1 << (place % 8);
    let torn: number | undefined;
    try {
      writeFileSync(path, bytes);
      ({ torn } = await readProblem(path));
    } catch (error) {
      expect(error).toMatchObject({ name: "UsageError", message: expect.stringContaining(path) });
      continue;
    }
    expect(torn, `byte ${place}`).toBe(3);
  }
});

test("a file under the name of another problem is set aside under its own name", async () => {
  const { folder, path } = await written();
  const copy = `${"0".repeat(32)}.problem`;
  copyFileSync(path, join(folder, "problems", copy));
  const problems = await open(folder);
  expect(problems.find("test")).toBeDefined();
  expect(problems.unreadable()).toEqual([{ name: copy, reason: expect.stringContaining("must be called") }]);
  await problems.close();
});

test("a state that is intact and of no policy is refused with its place", async () => {
  const { path, saved } = await written();
  const [header] = readFileSync(path, "utf8").split("\n");
  const { policy, ...rest } = JSON.parse(JSON.stringify(saved));
  const broken = { type: "state", ...rest, policy: { ...policy, random: [1] } };
  writeFileSync(path, `${header}\n${formatLine(broken)}`);
  await expect(readProblem(path)).rejects.toThrow(/:2: cannot be restored: /);
});

test("a second service on one folder is refused, also by way of a link, and may begin when the first is done", async () => {
  const [real, elsewhere] = [newFolder(), newFolder()];
  const link = join(newFolder(), "state");
  symlinkSync(real, link);
  symlinkSync(elsewhere, join(real, "problems"));
  const first = await open(link);
  for (const folder of [link, real])
    await expect(open(folder)).rejects.toThrow("must have one writer at a time");
  await first.create(definition());
  await first.close();
  expect(readdirSync(elsewhere)).toHaveLength(1);
  const again = await open(real);
  expect(again.find("test")).toBeDefined();
  await again.close();
});

test("a problem whose file is a link is read and written where it is, and only the link is removed", async () => {
  const { folder, path } = await written();
  const place = join(newFolder(), basename(path));
  renameSync(path, place);
  symlinkSync(place, path);
  const before = readFileSync(place, "utf8");
  const problems = await open(folder);
  await problems.find("test")!.decide({ count: 1 });
  expect(readFileSync(place, "utf8")).toMatch(/"decided".*\n.*"observed".*\n.*"decided".*\n$/);
  expect(readFileSync(place, "utf8").startsWith(before)).toBe(true);
  await problems.remove("test");
  expect([existsSync(path), existsSync(place)]).toEqual([false, true]);
  await problems.close();
});

test("a problem of calls that was written anew on the way is there again exactly as it was", async () => {
  const folder = newFolder();
  let now = 0;
  const clock = { ...options, now: () => now, forgetAfterMs: 60_000 };
  const problems = await openProblemStore(folder, clock, () => {});
  const arms = [{ name: "a" }, { name: "b" }];
  await problems.create({ kind: "calls", name: "test", arms, maxKeys: 5, seed: 1 });
  const kept = problems.find("test")!;
  for (let call = 0; call < 1_500; call++) {
    const { decisions } = await kept.decide({ count: 1, task: `call ${call}`, key: `key ${call % 7}` });
    now += 7;
    const reward = call % 5 === 0 ? 0 : 1;
    const sent = decisions.map(({ number }) => ({
      number,
      outcome: { kind: "completed", time: 7, reward } as const,
    }));
    await kept.observe(sent);
    // A retry, of which nothing is heard.
    if (reward === 0) await kept.decide({ count: 1, task: `call ${call}` });
  }
  await problems.close();
  const [file] = readdirSync(join(folder, "problems"));
  const lines = readFileSync(join(folder, "problems", file), "utf8").split("\n");
  expect(lines[1]).toMatch(/^{"type":"state",/);
  expect(lines.length).toBeGreaterThan(10);
  const again = await openProblemStore(folder, clock, () => {});
  expect(again.find("test")!.problem.save()).toEqual(kept.problem.save());
  await again.close();
});
