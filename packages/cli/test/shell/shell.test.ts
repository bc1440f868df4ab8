import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "../../src/shell/duration.ts";
import { makeFolder } from "../../src/shell/files.ts";
import { oneOf, positiveNumbers, wholeNumber } from "../../src/shell/option-values.ts";
import { toJson } from "../../src/shell/output.ts";
import { coloursFor, progressLine, timeLeft } from "../../src/shell/terminal.ts";
import { printable } from "../../src/shell/text.ts";
import { UsageError } from "../../src/shell/usage-error.ts";
import { newFolder } from "../new-folder.ts";

test("durations have a unit and are above 0", () => {
  expect(["250ms", "2s", "5m", "1h", "1.5s"].map((text) => parseDuration(text))).toEqual([
    250, 2_000, 300_000, 3_600_000, 1_500,
  ]);
  for (const text of ["", "5", "0s", "-1s", "5 minutes", "1d"]) {
    expect(() => parseDuration(text, "--budget")).toThrow(/^--budget: must be a duration above 0/);
  }
  expect([310, 2_400, 300_000, 7_200_000].map(formatDuration)).toEqual([
    "310 ms",
    "2.4 s",
    "5.0 min",
    "2.0 h",
  ]);
});

test("∞ is the string inf in JSON, and what is no number is null", () => {
  expect(toJson({ cutoff: Infinity, rate: Number.NaN, list: [1, -Infinity] })).toBe(
    '{"cutoff":"inf","rate":null,"list":[1,"-inf"]}',
  );
});

test("colours: on a terminal only, never with NO_COLOR", () => {
  expect(coloursFor({ isTTY: true }, {}).red("x")).not.toBe("x");
  expect(coloursFor({ isTTY: true }, { NO_COLOR: "1" }).red("x")).toBe("x");
  expect(coloursFor({ isTTY: false }, {}).red("x")).toBe("x");
  expect(coloursFor({ isTTY: false }, { FORCE_COLOR: "1" }).red("x")).not.toBe("x");
});

test("numbers are refused with the option's name, and words with the nearest", () => {
  expect(wholeNumber("--jobs", 1)("2")).toBe(2);
  for (const text of ["0", "-1", "1.5", "two", ""]) {
    expect(() => wholeNumber("--jobs", 1)(text)).toThrow(UsageError);
  }
  expect(positiveNumbers("--horizon")("1e3,10")).toEqual([1_000, 10]);
  expect(() => positiveNumbers("--horizon")("1,,2")).toThrow(/--horizon: must be numbers above 0/);
  expect(() => oneOf("--mode", "rety", ["retry", "abandon"])).toThrow(/got "rety"; did you mean "retry"\?/);
});

test("a progress line is quiet for a second, and always where there is no terminal", () => {
  const written: string[] = [];
  let clock = 0;
  const screen = { isTTY: true, columns: 20, write: (text: string) => written.push(text) };
  const line = progressLine(screen, () => clock);
  line.update(() => "early");
  clock = 1_001;
  line.update(() => "x".repeat(50));
  clock = 1_050;
  line.update(() => "too soon");
  line.clear();
  expect(written).toEqual([`\r\u001b[2K${"x".repeat(19)}`, "\r\u001b[2K"]);
  clock = 0;
  const wide = progressLine({ ...screen, columns: 0 }, () => clock);
  clock = 2_000;
  wide.update(() => "a terminal without a width");
  expect(written.pop()).toBe("\r\u001b[2Ka terminal without a width");
  const silent = progressLine({ ...screen, isTTY: false }, () => clock);
  silent.update(() => "never");
  expect(written.length).toBe(2);
  expect(timeLeft(25, 100, 10_000)).toBe("30 s left");
});

test("folders are made with those they stand in; where none can be made, that is said", () => {
  const folder = join(newFolder(), "a", "b", "c");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolder(join(folder, "file"))).toThrow(/file: cannot be created/);
  if (process.platform === "linux")
    expect(() => makeFolder("/proc/x/y")).toThrow("/proc/x/y: cannot be created");
});

test("a name in a sentence cannot end the line, colour the screen or turn the words after it around", () => {
  expect(printable("a\nb\u001b[31m")).toBe("a\\nb\\u001b[31m");
  expect(printable("\u202eevil\u2066")).toBe("\\u202eevil\\u2066");
  expect(printable("שלום, naïve 日本")).toBe("שלום, naïve 日本");
});
