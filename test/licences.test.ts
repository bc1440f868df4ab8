import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAllowed, licenceProblems, licencesOf } from "../scripts/licences.mjs";
import { read, root } from "./markdown.ts";
import { targetsOf } from "./source-tree.ts";

test("every package that users install, or get inside the page, has a licence on the list", () => {
  const lock = JSON.parse(read("package-lock.json"));
  const names = licencesOf(lock).map(({ name }) => name.replace(/@[^@]*$/, ""));
  expect(names).toEqual(expect.arrayContaining(["preact", "uplot", "vega", "zod", "bullmq"]));
  expect(licenceProblems(lock)).toEqual([]);
});

test("a licence that is not on the list is named with its package; a choice between licences is read", () => {
  const packages = {
    "node_modules/a": { version: "1.0.0", license: "GPL-3.0" },
    "packages/x/node_modules/@b/b": { version: "2.0.0" },
    "node_modules/c": { version: "1.0.0", license: "(MIT OR GPL-3.0)" },
    "node_modules/d": { version: "1.0.0", license: "GPL-3.0", dev: true },
  };
  expect(licenceProblems({ packages })).toEqual([
    "a@1.0.0: licence GPL-3.0 is not on the list in scripts/licences.mjs",
    "@b/b@2.0.0: licence unknown is not on the list in scripts/licences.mjs",
  ]);
  const allowed = [
    "MIT",
    "(MIT OR GPL-3.0)",
    "MIT AND ISC",
    "MIT AND GPL-3.0",
    "MIT WITH x",
    "",
    "SEE LICENSE",
  ];
  expect(allowed.filter(isAllowed)).toEqual(["MIT", "(MIT OR GPL-3.0)", "MIT AND ISC"]);
});

/** The packages of others that sources import, without those of Node and those of which only types are. */
function importedBy(room: string): Set<string> {
  const files = readdirSync(join(root, `packages/${room}/src`), { recursive: true, encoding: "utf8" });
  const targets = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      targetsOf(read(`packages/${room}/src/${file}`).replaceAll(/^(im|ex)port type [^;]*;/gm, "")),
    );
  const names = targets.map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)![0]);
  const isOfOthers = (name: string) => /^[@a-z]/.test(name) && !/^(@mulligan\/|mulligan$)/.test(name);
  return new Set(names.filter((name) => isOfOthers(name) && existsSync(join(root, "node_modules", name))));
}

/** Packages that name their licence and have no text of it. */
const WITHOUT_TEXT = ["@hono/zod-openapi", "@hono/zod-validator"];

test.each([
  ["bundle", ["cli", "cluster", "paper", "sat"]],
  ["page", ["web"]],
])("beside the %s are the licences of the packages in it, all of them permissive", (folder, rooms) => {
  const parts = read(`packages/cli/dist/${folder}/LICENSES.txt`).split(/^-{80}$/m);
  const listed = parts.flatMap((text) =>
    [...text.matchAll(/^(\S+) \d+\.\d+\.\d+ \((.+)\)$/gm)].map(([, name, licence]) => ({
      name,
      licence,
      text,
    })),
  );
  const names = listed.map(({ name }) => name);
  const imported = rooms.flatMap((room) => [...importedBy(room)]);
  expect(imported.filter((name) => !names.includes(name) && name !== "cadical-wasm")).toEqual([]);
  expect(new Set(names).size).toBeGreaterThan(30);
  for (const { name, licence, text } of listed) {
    expect(isAllowed(licence), name).toBe(true);
    if (WITHOUT_TEXT.includes(name)) expect(text).toContain("https://github.com/honojs/middleware");
    else
      expect(text, name).toMatch(
        /copyright[\s\S]*(permission|redistribution)|(permission|redistribution)[\s\S]*copyright/i,
      );
  }
});
