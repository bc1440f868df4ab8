import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const runs = `time,completed\n${Array.from({ length: 60 }, (_, i) => `${i % 3 === 0 ? 40 + i : 2 + i / 60},1`).join("\n")}\n`;

test("the page of analyze has the verdict, the table and what waiting earns, for light and for dark", async () => {
  const page = join(newFolder(), "rate.html");
  const { stdout } = await mulligan(["analyze", "-", "--svg", page], runs);
  const html = readFileSync(page, "utf8");
  expect(html).toContain(stdout.split("\n")[0]);
  expect(html).toMatch(/<th>best cutoff<\/th>.*<td>60<\/td>/);
  expect(html).toContain(">without cutoff</text>");
  expect(html).toContain("prefers-color-scheme: dark");
  expect(html).toMatch(/^<!doctype html>/);
});

test("a figure in a file of its own is light or dark as its reader's screen is", async () => {
  const file = join(newFolder(), "rate.svg");
  await mulligan(["theory", "--law", "pareto(scale=1,shape=1.2)", "--svg", file]);
  expect(readFileSync(file, "utf8")).toMatch(/^<svg[\s\S]*prefers-color-scheme:dark/);
});

test("a figure's first tag has each attribute once: a browser refuses XML with one twice", async () => {
  const file = join(newFolder(), "rate.svg");
  await mulligan(["theory", "--law", "pareto(scale=1,shape=1.2)", "--svg", file]);
  const [tag = ""] = /^<svg[^>]*>/.exec(readFileSync(file, "utf8")) ?? [];
  const names = [...tag.matchAll(/ ([\w:-]+)=/g)].map((match) => match[1]);
  expect(names).toContain("data-by");
  expect(names).toEqual([...new Set(names)]);
});

test.each([
  [
    "another format",
    "rate.png",
    /rate\.png: must end in \.svg or \.html, which are what can be drawn, got \.png/,
  ],
  [
    "a folder that is not there",
    "no/such/rate.svg",
    /rate\.svg: cannot be written: .*no\/such must be a folder/,
  ],
])("%s is refused before the work is done", async (_, name, message) => {
  const folder = newFolder();
  const place = join(folder, name);
  const mark = join(folder, "ran");
  const asked = [
    ["analyze", "-", "--svg", place],
    ["analyze", "-", "--survival", place],
    ["theory", "--law", "exponential(mean=1)", "--svg", place],
    ["simulate", "--law", "exponential(mean=1)", "--svg", place],
    ["run", "--svg", place, "--", "touch", mark],
  ];
  for (const words of asked) {
    const { code, stdout, stderr } = await mulligan(words, runs);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  }
  expect(existsSync(mark)).toBe(false);
});
