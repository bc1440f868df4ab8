import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const law = ["--law", "exponential(mean=1)"];

test.each([
  ["a page", "thesis.html", "<!doctype html>\n<title>My thesis</title>\n"],
  ["a drawing", "logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>\n'],
])("%s of somebody else is not replaced by a figure", async (_, name, text) => {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  const { code, stderr } = await mulligan(["theory", ...law, "--svg", path]);
  expect(stderr).toBe(
    `mulligan: ${path}: must be a new file, or a figure of ours to be replaced, got another\n`,
  );
  expect(code).toBe(2);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test.each(["rate.svg", "rate.html"])("a figure of ours is replaced by the next: %s", async (name) => {
  const path = join(newFolder(), name);
  for (const _ of [1, 2]) expect((await mulligan(["theory", ...law, "--svg", path])).stderr).toBe("");
});

test("a report does not replace what is not ours, and says so before it begins", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "report.html"), "<!doctype html>\n<title>Quarterly report</title>\n");
  const words = ["reproduce", "--tiny", "pareto-correlation", "--out", folder];
  const { code, stderr } = await mulligan(words);
  expect(stderr).toMatch(
    /must be a new or empty folder, or one with a report of `mulligan reproduce`, got one/,
  );
  expect(code).toBe(2);
  expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("Quarterly");
  const own = join(newFolder(), "own");
  for (const _ of [1, 2]) {
    expect((await mulligan(["reproduce", "--tiny", "pareto-correlation", "--out", own])).code).toBe(0);
  }
});
