import { expect, test } from "vitest";
import { isAllowed, licenceProblems, licencesOf } from "../scripts/licences.mjs";
import { read } from "./markdown.ts";

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
