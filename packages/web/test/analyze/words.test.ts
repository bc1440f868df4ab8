import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { analyzeCommand, optionsFromAddress, optionsToAddress } from "../../src/analyze/analyze-options.ts";
import { pastedText } from "../../src/analyze/source.tsx";
import { previewOf } from "../../src/analyze/table-preview.ts";
import { shellWord } from "../../src/design/shell-line.tsx";

const bytes = (text: string) => new TextEncoder().encode(text);

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

test("the command line has what differs from the defaults, and a file is no option", () => {
  const options = optionsFromAddress(
    new URLSearchParams("time=wall+clock&by=instance&unit=s&resetting=constant(2)&seed=7"),
  );
  expect(analyzeCommand("-x.csv", options)).toBe(
    "mulligan analyze ./-x.csv --time 'wall clock' --by instance --unit s --resetting 'constant(2)' --seed 7",
  );
  expect(analyzeCommand("-x.csv", optionsFromAddress(new URLSearchParams()))).toBe(
    "mulligan analyze ./-x.csv",
  );
});

test("options survive the address; what cannot be is left out", () => {
  const text = "time=a&arm=b&by=instance&unit=ms&resetting=none&seed=3";
  const options = optionsFromAddress(new URLSearchParams(text));
  expect(optionsFromAddress(optionsToAddress(options))).toEqual(options);
  expect(optionsToAddress(optionsFromAddress(new URLSearchParams("by=x&seed=-1"))).toString()).toBe("");
});

test("times side by side are a list; lines with as many cells each are a table", () => {
  expect(pastedText("1 2,3;4s\n")).toBe("1\n2\n3\n4s\n");
  expect(pastedText("1 2\n3\n")).toBe("1\n2\n3\n");
  for (const text of ["1,1\n2,0\n", "time\n1\n", "3\n4\n", "{}"])
    expect(pastedText(text).trim()).toBe(text.trim());
});

test("columns go by name, or by number where names are none or not their own", () => {
  const named = previewOf(bytes("w;x;X;\n1;2;3;4\n"), {});
  expect(named?.columns).toEqual([
    { label: "w", value: "w" },
    { label: "x (2)", value: "2" },
    { label: "X (3)", value: "3" },
    { label: "column 4", value: "4" },
  ]);
  expect(named?.rows).toEqual([["1", "2", "3", "4"]]);
  expect(named?.found).toBeUndefined();
  const guessed = previewOf(bytes("took;verdict\n1s;ok\n"), {});
  expect(guessed?.found).toMatchObject({ time: 0, outcome: 1 });
  const bare = previewOf(bytes("1,0\n2,1\n"), { time: "1" });
  expect(bare).toMatchObject({
    columns: [{ value: "1" }, { value: "2" }],
    rows: [
      ["1", "0"],
      ["2", "1"],
    ],
    found: { time: 0 },
  });
});

test("of a long table only whole rows of its beginning are shown, also where a quote is left open there", () => {
  const row = `1,"${"a".repeat(100)}, b"\n`;
  const preview = previewOf(bytes(`time,name\n${row.repeat(10_000)}`), {});
  expect(preview?.rows).toHaveLength(4);
  expect(preview?.rows[0][1]).toHaveLength(40);
});
