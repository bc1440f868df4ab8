import { readFileSync, writeFileSync } from "node:fs";
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

test("a figure in a file of its own is light or dark as its reader's screen is; its first tag has each attribute once, as XML must", async () => {
  const file = join(newFolder(), "rate.svg");
  await mulligan(["theory", "--law", "pareto(scale=1,shape=1.2)", "--svg", file]);
  const svg = readFileSync(file, "utf8");
  expect(svg).toMatch(/^<svg[\s\S]*prefers-color-scheme:dark/);
  const [tag = ""] = /^<svg[^>]*>/.exec(svg) ?? [];
  const names = [...tag.matchAll(/ ([\w:-]+)=/g)].map((match) => match[1]);
  expect(names).toContain("data-by");
  expect(names).toEqual([...new Set(names)]);
});

test.each([
  ["another format", "rate.png", /rate\.png: must end in \.svg or \.html, got \.png/],
  [
    "a folder that is not there",
    "no/such/rate.svg",
    /rate\.svg: cannot be written: .*no\/such must be an existing folder/,
  ],
])("%s is refused before the work is done", async (_, name, message) => {
  const folder = newFolder();
  const place = join(folder, name);
  const asked = [
    ["analyze", "-", "--svg", place],
    ["analyze", "-", "--survival", place],
    ["theory", "--law", "exponential(mean=1)", "--svg", place],
    ["simulate", "--law", "exponential(mean=1)", "--svg", place],
  ];
  for (const words of asked) {
    const { code, stdout, stderr } = await mulligan(words, runs);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  }
});

const law = ["--law", "exponential(mean=1)"];

test.each([
  ["a page", "thesis.html", "<!doctype html>\n<title>My thesis</title>\n"],
  ["a drawing", "logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>\n'],
])("a figure replaces a figure of ours, and not %s of somebody else", async (_, name, text) => {
  const path = join(newFolder(), name);
  for (const _ of [1, 2]) expect((await mulligan(["theory", ...law, "--svg", path])).stderr).toBe("");
  writeFileSync(path, text);
  const { code, stderr } = await mulligan(["theory", ...law, "--svg", path]);
  expect(stderr).toBe(`mulligan: ${path}: must be a new file or a figure of Mulligan, got another file\n`);
  expect(code).toBe(2);
  expect(readFileSync(path, "utf8")).toBe(text);
});
