import { policies } from "@mulligan/core/policies";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";

const optionsIn = (help: string) => help.match(/^ {2}(-\w, )?--[\w-]+/gm) ?? [];

test("run --help fits a screen of 50 lines of 80 columns, with 16 options at most, in groups, and two or three examples", async () => {
  const { code, stdout } = await mulligan(["run", "--help"]);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(50);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(optionsIn(stdout).length).toBeLessThanOrEqual(16);
  const groups = [...stdout.matchAll(/^(\w.*):$/gm)].map(([, name]) => name);
  expect(groups).toEqual(["What to run", "How many", "When to stop", "What to keep", "Help", "Examples"]);
  const [, examples] = stdout.split("Examples:\n");
  expect(examples.match(/^ {2}mulligan run/gm)?.length).toBe(3);
});

test.each(["run", "sat", "simulate", "analyze"])(
  "%s --help all shows every option, and --help a part",
  async (name) => {
    const [some, all] = [await mulligan([name, "--help"]), await mulligan([name, "--help", "all"])];
    const [few, many] = [optionsIn(some.stdout), optionsIn(all.stdout)];
    expect(many.length).toBeLessThanOrEqual(40);
    expect(few.length).toBeLessThan(many.length);
    expect(many).toEqual(expect.arrayContaining(few));
    // The completion knows the options from the command itself.
    const { stdout } = await mulligan(["completion", "bash"]);
    const flags = new RegExp(`^    ${name}\\) options='([^']*)'`, "m").exec(stdout)![1].split(" ");
    expect(many.map((option) => option.replace(/^.*--/, "--")).sort()).toEqual(flags.sort());
    expect([all.code, some.code]).toEqual([0, 0]);
    expect(all.stdout).toMatch(/Examples:\n {2}\S/);
  },
);

test("--policy help lists all policies with their options, in each command that has one; --help lists none", async () => {
  const { code, stdout, stderr } = await mulligan(["run", "--policy", "help"]);
  expect([code, stderr]).toEqual([0, ""]);
  for (const policy of policies) {
    expect(stdout).toContain(`\n  ${policy.name}\n    ${policy.summary}\n`);
    for (const option of Object.keys(policy.options)) expect(stdout).toContain(`\n    ${option}: `);
  }
  expect(stdout).toContain("strength: weight of the prior, in trials (default: 2)");
  for (const name of ["sat", "simulate"])
    expect((await mulligan([name, "--policy", "help"])).stdout).toBe(stdout);
  expect((await mulligan(["run", "--help"])).stdout).not.toContain("ucb-rm");
});
