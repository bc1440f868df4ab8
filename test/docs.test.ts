import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policies } from "../packages/core/src/policies/registry.ts";
import {
  anchorsOf,
  documents,
  type Example,
  examplesOf,
  linksOf,
  pathExists,
  pathsOf,
  read,
  root,
  tableRows,
} from "./markdown.ts";

describe("examples", () => {
  const examples = documents.flatMap(examplesOf);
  const cache = join(root, "node_modules/.cache"); // inside the repository, so that @mulligan/core is found
  let folder = "";
  let program: ts.Program;

  const sourceOf = (example: Example) => join(folder, `example-${examples.indexOf(example)}.mts`);

  beforeAll(() => {
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, "docs-"));
    for (const example of examples) writeFileSync(sourceOf(example), example.code);
    program = ts.createProgram(examples.map(sourceOf), {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2023.d.ts"],
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      skipLibCheck: true,
    });
    program.emit();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the README and the package's README have one", () => {
    const files = examples.map(({ file }) => file);
    expect(files).toContain("README.md");
    expect(files).toContain("packages/core/README.md");
  });

  for (const example of examples) {
    test(`${example.file}:${example.line} has the right types, runs, and prints what it says`, () => {
      const file = sourceOf(example);
      const problems = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
      expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
        [],
      );
      const output = execFileSync(process.execPath, [file.replace(/mts$/, "mjs")], {
        encoding: "utf8",
        timeout: 60_000,
      });
      const promised = [...example.code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1]);
      expectAbout(output.trimEnd().split("\n"), promised);
    });
  }

  test("a promised line allows its numbers 5%, since draws change from version to version, and its words nothing", () => {
    expectAbout(["104 jobs done"], ["100 jobs done"]);
    for (const line of ["106 jobs done", "94 jobs done", "100 jobs"]) {
      expect(() => expectAbout([line], ["100 jobs done"]), line).toThrow();
    }
  });
});

function expectAbout(lines: readonly string[], promised: readonly string[]): void {
  const number = /\d[\d,]*(?:\.\d+)?/g;
  const words = (line: string) => line.replace(number, "0");
  const numbers = (line: string) =>
    (line.match(number) ?? []).map((text) => Number(text.replaceAll(",", "")));
  expect(lines.map(words)).toEqual(promised.map(words));
  const found = lines.flatMap(numbers);
  promised.flatMap(numbers).forEach((value, place) => {
    expect(Math.abs(found[place] - value), `${found[place]} for ${value}`).toBeLessThanOrEqual(0.05 * value);
  });
}

describe("docs/algorithms.md", () => {
  const sections = new Map(
    read("docs/algorithms.md")
      .split(/^#{2,3} /m)
      .map((section) => [section.split("\n", 1)[0], section]),
  );
  const plain = (text: string) => text.replaceAll("`", "").replace(/\s+/g, " ").toLowerCase();

  for (const { name, citation, options } of policies) {
    test(`${name} has a section that names its source, its file and each option with its default`, () => {
      const section = sections.get(`\`${name}\``) ?? "";
      expect(plain(section)).toContain(plain(citation));
      const [, link = ""] = /File:\s+\[[^\]]+\]\(([^)]+)\)/.exec(section) ?? [];
      expect(read(join("docs", link))).toContain(`name: "${name}"`);
      const rows = tableRows(section).map(([option, value]) => `${option} ${value}`);
      const expected = Object.entries(options).map(([option, field]) => {
        const required = field.kind === "number" && field.required === true;
        const value = field.default === undefined ? (required ? "required" : "none") : `\`${field.default}\``;
        return `\`${option}\` ${value}`;
      });
      expect(rows).toEqual(expected);
    });
  }

  test("its overview lists the policies in the order of the registry", () => {
    const [overview = ""] = read("docs/algorithms.md").split("\n## ");
    const names = tableRows(overview).map(([cell]) => /\[`([\w-]+)`\]/.exec(cell!)?.[1]);
    expect(names).toEqual(policies.map(({ name }) => name));
  });
});

describe("links", () => {
  for (const file of documents) {
    test(`each link in ${file} leads to a file, and to an anchor in it`, () => {
      const broken = linksOf(file).filter((target) => {
        const [path = "", anchor] = target.split("#");
        const place = path === "" ? file : join(dirname(file), path);
        return !(pathExists(file, place) && (anchor === undefined || anchorsOf(place).has(anchor)));
      });
      expect(broken).toEqual([]);
    });

    test(`each file that ${file} names exists`, () => {
      expect(pathsOf(file).filter((path) => !pathExists(file, path))).toEqual([]);
    });
  }

  test("each erratum that a source file cites exists", () => {
    const anchors = anchorsOf("docs/errata.md");
    const packages = join(root, "packages");
    const sources = readdirSync(packages, { recursive: true, encoding: "utf8" }).filter((name) =>
      /^[\w-]+[\\/]src[\\/].*\.ts$/.test(name),
    );
    const cited = sources.flatMap((name) =>
      [...read(join("packages", name)).matchAll(/docs\/errata\.md#(\w+)/g)].map((match) => ({
        name,
        anchor: match[1],
      })),
    );
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
  });

  test("each erratum says what is printed, what is done, in which file, and which test holds it to that", () => {
    const errata = read("docs/errata.md").split(/^## /m).slice(1);
    expect(errata.length).toBe(22);
    for (const text of errata) {
      const number = text.split(":", 1)[0];
      expect(text, number).toMatch(/\*\*Printed\*\*[\s\S]*\*\*Mulligan\*\*[\s\S]*`[\w-]+(?:\/[\w-]+)+\.ts`/);
      const tests = [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map((match) => match[1]);
      const numbered = tests.filter((file) =>
        new RegExp(`\\b${number}\\b`).test(read(`packages/core/test/${file}`)),
      );
      // E22 is about words, the names of two modes; no test tells them from a printed form.
      expect(number === "E22" ? tests : numbered, number).not.toEqual([]);
    }
  });
});

describe("docs/glossary.md", () => {
  const rows = tableRows(read("docs/glossary.md"));

  test("every row has a word, a symbol, a label, a unit and a place in the code", () => {
    expect(rows.length).toBeGreaterThan(60);
    for (const row of rows) {
      expect(row.length, row[0]).toBe(5);
      expect(row.every((cell) => cell !== "")).toBe(true);
      expect(row[4], row[0]).toMatch(/`[\w-]+(?:\/[\w-]+)+\.ts`/);
    }
  });

  test("every name stands in the file that is given for it", () => {
    const pairs = rows.flatMap((row) =>
      [...row[4].matchAll(/`([\w.]+)` (?:in|of) `([\w/-]+\.ts)`/g)].map((match) => ({
        name: match[1].split(".").at(-1)!,
        file: match[2],
      })),
    );
    const wrong = pairs.filter(
      ({ name, file }) =>
        !new RegExp(`\\b${name}\\b`).test(read(relative(".", join("packages/core/src", file)))),
    );
    expect(pairs.length).toBeGreaterThan(60);
    expect(wrong).toEqual([]);
  });
});
