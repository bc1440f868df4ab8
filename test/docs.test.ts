import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { policies } from "../packages/core/src/policies/registry.ts";
import { anchorsOf, documents, linksOf, pathExists, pathsOf, read, root, tableRows } from "./markdown.ts";

test("README.md says that the packages are not on npm before any `npx mulligan`", () => {
  const text = read("README.md").replaceAll(/\s+/g, " ");
  expect(text.indexOf("The packages are not on npm yet")).toBeGreaterThan(0);
  expect(text.indexOf("npx mulligan")).toBeGreaterThan(text.indexOf("The packages are not on npm yet"));
});

describe("docs/reference/policies.md", () => {
  const sections = new Map(
    read("docs/reference/policies.md")
      .split(/^#{2,3} /m)
      .map((section) => [section.split("\n", 1)[0], section]),
  );
  const plain = (text: string) => text.replaceAll("`", "").replace(/\s+/g, " ").toLowerCase();

  for (const { name, citation, options } of policies) {
    test(`${name} has a section that names its source, its file and each option with its default`, () => {
      const section = sections.get(`\`${name}\``) ?? "";
      expect(plain(section)).toContain(plain(citation));
      const [, link = ""] = /File:\s+\[[^\]]+\]\(([^)]+)\)/.exec(section) ?? [];
      expect(read(join("docs/reference", link))).toContain(`name: "${name}"`);
      const rows = tableRows(section).map(([option, value]) => `${option} ${value}`);
      const expected = Object.entries(options).map(([option, field]) => {
        const required = field.kind === "number" && field.required === true;
        const value = field.default === undefined ? (required ? "required" : "none") : `\`${field.default}\``;
        return `\`${option}\` ${value}`;
      });
      expect(rows).toEqual(expected);
    });
  }

  test("its table of what is proved has each policy that learns, and says of each statement how far", () => {
    const rows = tableRows(sections.get("What is proved") ?? "");
    const named = rows.flatMap(([who]) => [...who.matchAll(/`([\w-]+)`/g)].map((match) => match[1]));
    expect(named).toEqual(
      expect.arrayContaining([
        "ucb-rb",
        "ucb-rm",
        "ucb-rc",
        "km-ts",
        "hidden-types",
        "km-ucb",
        "imed",
        "bts",
      ]),
    );
    for (const [, statement, status] of rows) {
      expect(status, statement).toMatch(/\*\*(proved|proved under conditions|measured|open)\*\*/);
    }
  });
});

test("docs/how-to/timeouts-in-a-service.md has every option of mulligan in its table", () => {
  const page = read("docs/how-to/timeouts-in-a-service.md");
  const [, table = ""] = page.split("## The options, in order of importance\n");
  const named = tableRows(table.split("\n## ", 1)[0]).flatMap(([option]) =>
    [...option.matchAll(/`(\w+)`/g)].map((match) => match[1]),
  );
  const source = read("packages/core/src/runtime/options.ts");
  const [, body = ""] = /interface MulliganOptions<[^{]*\{([\s\S]*?)\n\}/.exec(source) ?? [];
  const options = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map((match) => match[1]);
  expect(options.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(
    [...options.filter((name) => name !== "arms"), "execute", "key"].toSorted(),
  );
});

describe("links", () => {
  test("each link in a document leads to a file, and to an anchor in it; each file that it names exists", () => {
    expect(documents.length).toBeGreaterThan(60);
    for (const file of documents) {
      const broken = linksOf(file).filter((target) => {
        const [path = "", anchor] = target.split("#");
        const place = path === "" ? file : join(dirname(file), path);
        return !(pathExists(file, place) && (anchor === undefined || anchorsOf(place).has(anchor)));
      });
      const missing = pathsOf(file).filter((path) => !pathExists(file, path));
      expect([...broken, ...missing], file).toEqual([]);
    }
  });

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
    expect(errata.length).toBe(24);
    for (const text of errata) {
      const number = text.split(":", 1)[0];
      expect(text, number).toMatch(/\*\*Printed\*\*[\s\S]*\*\*Mulligan\*\*[\s\S]*`[\w-]+(?:\/[\w-]+)+\.ts`/);
      const tests = [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map((match) => match[1]);
      const numbered = tests.filter((file) =>
        new RegExp(`\\b${number}\\b`).test(
          read(file.startsWith("packages/") ? file : `packages/core/test/${file}`),
        ),
      );
      // E22 is about words, the names of two modes; no test tells them from a printed form.
      expect(number === "E22" ? tests : numbered, number).not.toEqual([]);
    }
  });
});

test("every name of docs/reference/glossary.md stands in the file that is given for it", () => {
  const [, ...sections] = read("docs/reference/glossary.md").split(/^## /m);
  const rows = tableRows(sections.filter((text) => text.includes("where in the code")).join("\n"));
  const pairs = rows.flatMap((row) =>
    [...row[4].matchAll(/`([\w.]+)` (?:in|of) `([\w/-]+\.ts)`/g)].map((match) => ({
      name: match[1].split(".").at(-1)!,
      file: match[2],
    })),
  );
  const isThere = ({ name, file }: (typeof pairs)[number]) =>
    new RegExp(`\\b${name}\\b`).test(
      read(file.startsWith("packages/") ? file : join("packages/core/src", file)),
    );
  expect(pairs.length).toBeGreaterThan(60);
  expect(pairs.filter((pair) => !isThere(pair))).toEqual([]);
});

describe("docs/benchmarks", () => {
  const pages = documents.filter(
    (file) => file.startsWith("docs/benchmarks/") && !file.endsWith("README.md"),
  );

  test.each(pages)("%s has a question, a command, a machine or a seed, and says where we lose", (file) => {
    const text = read(file);
    expect(text).toMatch(/^# .+\?$/m);
    expect(text).toMatch(/npm run (bench|soak)|node .*bench\/|mulligan reproduce/);
    expect(text).toMatch(/AMD EPYC|seed/);
    expect(text).toMatch(/^## Where we lose$/m);
  });

  test("the rows that analyze-intervals.md shows are rows of its CSV", () => {
    const rows = read("docs/benchmarks/analyze-intervals.csv").trim().split("\n");
    expect(rows.length).toBe(1 + 93);
    const shown = tableRows(read("docs/benchmarks/analyze-intervals.md")).filter(
      ([, , , , , , last]) => last,
    );
    expect(shown.length).toBeGreaterThan(5);
    for (const [law, gain, held, yes, no, unclear, interval] of shown) {
      const numbers = [gain, "300", held].join(",").replace("∞", "inf");
      const verdicts = [yes, no, unclear, ...interval.split("–")].join(",").replace("∞", "inf");
      const name = law.replaceAll("`", "");
      const quoted = name.includes(",") ? `"${name}"` : name;
      const found = rows.find((row) => row.startsWith(`${quoted},${numbers},`));
      expect(found, law).toMatch(new RegExp(`,${verdicts.replaceAll(".", "\\.")}$`));
    }
  });
});

test("docs/reference/claims.md counts the claims of its CSV, and shows those that do not hold and all conditions", () => {
  const text = read("docs/reference/claims.md");
  const cells = /"(?:[^"]|"")*"|[^,]+/g;
  const rows = read("docs/reference/claims.csv").trim().split("\n").slice(1);
  const claims = rows.map((row) =>
    [...row.matchAll(cells)].map(([cell]) => cell.replace(/^"(.*)"$/, "$1").replaceAll('""', '"')),
  );
  const count = (start: string) => claims.filter(([, , verdict]) => verdict.startsWith(start)).length;
  const exactly = claims.filter(([, , verdict]) => verdict === "holds").length;
  expect(text).toContain(
    `Of ${claims.length} claims ${exactly} hold, ${count("holds if")} hold under a condition, ${count("does not hold")} do not hold`,
  );
  const [, failed, conditional] = text
    .split(/^## /m)
    .map((section) =>
      tableRows(section).map((row) => row.map((cell) => cell.replaceAll(/\\([*|_])/g, "$1"))),
    );
  expect(failed).toEqual(
    claims.filter(([, , verdict]) => !verdict.startsWith("holds")).map((row) => row.slice(0, 3)),
  );
  const conditions = claims.filter(([, , verdict]) => verdict.startsWith("holds if"));
  expect(conditional.map(([where, , condition]) => `${where}: holds if ${condition}`)).toEqual([
    ...new Set(conditions.map(([, where, verdict]) => `${where}: ${verdict}`)),
  ]);
});

test("every document under docs is linked from docs/README.md or from the list of benchmarks", () => {
  const lists = ["docs/README.md", "docs/benchmarks/README.md"];
  const linked = lists.flatMap((list) => linksOf(list).map((target) => join(dirname(list), target)));
  const alone = documents.filter((file) => file.startsWith("docs/") && !linked.includes(file));
  expect(alone).toEqual(["docs/README.md"]);
});
