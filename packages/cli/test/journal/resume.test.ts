import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run } from "../run/command.ts";

const cutoffsIn = (state: string) =>
  readFileSync(state, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line).cutoff);

test("luby in mode abandon goes on with its sequence where it was", async () => {
  const state = join(newFolder(), "state");
  const args = [
    "--mode",
    "abandon",
    "--policy",
    "luby:base=5ms",
    "--state",
    state,
    "--",
    "sleep",
    "9{#}",
    ":::",
  ];
  await run([...args, "a", "b", "c", "d"]);
  await run([...args, "a", "b", "c", "d", "e", "f"]);
  expect(cutoffsIn(state)).toEqual([5, 5, 10, 5, 5, 10]);
});

test("outputs that were not kept, or are gone, are missed: a notice says so", async () => {
  const folder = newFolder();
  const words = ["--json", "--state", join(folder, "state"), "--results", join(folder, "found")];
  const command = ["--", "echo", "{input}", ":::", "a", "b"];
  expect((await run([...words, ...command])).stderr).toBe("");
  expect((await run([...words, ...command])).stderr).toBe("");
  expect(readdirSync(join(folder, "found")).map((name) => name.replace(/-[0-9a-f]{10}/, ""))).toEqual([
    "000001-a.out",
    "000002-b.out",
  ]);
  rmSync(join(folder, "found"), { recursive: true });
  const { stderr, code } = await run([...words, ...command]);
  expect(stderr).toContain("found has no output of 2 of the tasks that were solved before");
  expect(code).toBe(0);
});

test("a task that was given up stays so, unless more failures are allowed", async () => {
  const state = join(newFolder(), "state");
  const args = (retries: string) => ["--json", "--state", state, "--retries", retries, "--", "false"];
  expect((await run(args("3"))).lines.at(-1)).toMatchObject({ tries: 3 });
  expect((await run(args("3"))).lines.at(-1)).toMatchObject({ tries: 3, solved: 0 });
  expect((await run(args("5"))).lines.at(-1)).toMatchObject({ tries: 5, solved: 0 });
});
