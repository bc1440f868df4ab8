import { execFileSync } from "node:child_process";
import { parseResetting } from "@mulligan/core/distributions";
import { expect, test } from "vitest";
import {
  analyzeCommand,
  optionsFromAddress,
  optionsToAddress,
  resettingText,
} from "../../src/analyze/analyze-options.ts";
import { pastedText, sizeText } from "../../src/analyze/source.tsx";
import { shellWord } from "../../src/design/shell-line.tsx";

test("a shell hears every word as it is", () => {
  const words = [
    "a b",
    "it's",
    "$(touch x)",
    "`id`",
    "a\nb",
    '"',
    "",
    "\\",
    "*",
    "<img src=x onerror=alert(1)>.csv",
  ];
  const heard = execFileSync("sh", ["-c", `printf '%s\\0' ${words.map(shellWord).join(" ")}`], {
    encoding: "utf8",
  });
  expect(heard.split("\0").slice(0, -1)).toEqual(words);
  expect(shellWord("runs-2026.csv")).toBe("runs-2026.csv");
});

const options = (text: string) => optionsFromAddress(new URLSearchParams(text));

test("the command line has what differs from the defaults, and a file is no option", () => {
  const given = options("time=wall+clock&timeUnit=s&cut=TO,OOT&by=instance&seed=7");
  expect(analyzeCommand(["-x.csv", "y.csv"], given, "constant(2)")).toBe(
    "mulligan analyze ./-x.csv y.csv --time 'wall clock' --time-unit s --cut TO,OOT --by instance --resetting 'constant(2)' --seed 7",
  );
  expect(analyzeCommand(["x.csv"], options(""), "none")).toBe("mulligan analyze x.csv");
});

test("options survive the address; what cannot be is left out", () => {
  const given = options("time=a&arm=b&timeUnit=min&done=x&by=instance&unit=flips&cost=2.5s&seed=3");
  expect(optionsFromAddress(optionsToAddress(given))).toEqual(given);
  expect(given.cost).toEqual({ value: 2.5, unit: "s" });
  expect(optionsToAddress(options("by=x&seed=-1&cost=much")).toString()).toBe("");
});

test.each([
  [0, "", "s", "none"],
  [2, "s", "ms", "constant(2000)"],
  [0.1, "ms", "s", "constant(0.0001)"],
  [3, "", "flips", "constant(3)"],
  [7, "%", "", "proportional(0.07)"],
])("a cost of %d %s, for times in %j, is %s for the command", (value, unit, timesIn, text) => {
  expect(resettingText({ value, unit }, timesIn)).toBe(text);
  expect(() => parseResetting(text)).not.toThrow();
});

test("a cost in seconds needs times with a unit of time", () => {
  const cost = { value: 2, unit: "s" };
  expect(() => resettingText(cost, "")).toThrow("but the times have no unit. Choose their unit");
  expect(() => resettingText(cost, "flips")).toThrow("The restart cost is in s, but the times are in flips.");
});

test("times side by side are a list; lines with as many cells each are a table", () => {
  expect(pastedText("1 2,3;4s\n")).toBe("1\n2\n3\n4s\n");
  expect(pastedText("1 2\n3\n")).toBe("1\n2\n3\n");
  for (const text of ["1,1\n2,0\n", "time\n1\n", "3\n4\n", "{}"])
    expect(pastedText(text).trim()).toBe(text.trim());
});

test("sizes have three digits at the most", () => {
  expect([15, 25_600, 3_456_789].map(sizeText)).toEqual(["15 bytes", "25.6 kB", "3.46 MB"]);
});
