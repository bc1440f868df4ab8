import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, startRun } from "./command.ts";

test.each([
  [["--reward-range", "0..10"], "--reward-range: must be used with --reward"],
  [["--reward", "last-number", "--reward-range", "10..1"], "--reward-range: must be LOW..HIGH"],
])("%j is refused in one sentence", async (options, sentence) => {
  const { code, stderr } = await run([...options, "--", "true"]);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n").length).toBe(1);
});

test("a score outside [0, 1] is refused with the name of the option; with its range it is mapped, and reported", async () => {
  const score = (...options: string[]) =>
    startRun([...options, "--reward", "last-number", "--until", "1", "--", "echo", "42"]).ended;
  const refused = await score();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    "--reward: must lie in [0, 1] (--reward-range LOW..HIGH sets other bounds), got 42",
  );
  expect((await score("--json", "--reward-range", "-8..92")).lines[0]).toMatchObject({
    reward: 0.5,
    score: 42,
  });
  const outside = await score("--reward-range", "0..10");
  expect(outside.code).toBe(2);
  expect(outside.stderr).toContain("--reward-range: must contain every reward and is 0..10, got 42");
});

test("a journal keeps the range of its rewards, and another is refused", async () => {
  const journal = join(newFolder(), "state");
  const score = (range: string) => [
    ...["--reward", "last-number", "--reward-range", range, "--state", journal, "--until", "1"],
    ...["--", "echo", "42"],
  ];
  expect((await run(score("0..100"))).code).toBe(0);
  const other = await run(score("0..50"));
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("the journal is of rewardRange 0..100, this run has 0..50");
});
