import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { publishedPackages } from "../scripts/packages.mjs";
import { read, root } from "./markdown.ts";

test("all manifests are written as JSON.stringify writes them, so a release changes only versions; none names a registry", () => {
  const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}/`);
  for (const path of ["package-lock.json", ...["", ...folders].map((folder) => `${folder}package.json`)]) {
    expect(`${JSON.stringify(JSON.parse(read(path)), null, 2)}\n`, path).toBe(read(path));
    expect(read(path)).not.toMatch(/"resolved": "http|"registry"/);
  }
  expect(read(".npmrc")).not.toContain("registry=http");
});

test("all manifests have one version, and packages stand behind what they need", () => {
  const { version } = JSON.parse(read("package.json"));
  const published = publishedPackages();
  const names = published.map(({ manifest }) => manifest.name);
  expect(names.length).toBe(6);
  for (const [i, { manifest }] of published.entries()) {
    expect(manifest.version).toBe(version);
    for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
      if (!names.includes(name)) continue;
      expect(wanted).toBe(version);
      expect(names.indexOf(name)).toBeLessThan(i);
    }
  }
});

test("CITATION.cff has what version 1.2.0 of its format requires, and names the paper", () => {
  const person = z.strictObject({ "family-names": z.string(), "given-names": z.string() });
  const entity = z.strictObject({ name: z.string() });
  const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
  const identifier = z.strictObject({
    type: z.enum(["doi", "other", "swh", "url"]),
    value: z.string(),
    description: z.string(),
  });
  const reference = z.strictObject({
    ...{ type: z.enum(["article", "software"]), title: z.string(), authors: z.array(person).min(1) },
    ...{ year: z.int(), identifiers: z.array(identifier), url: z.url() },
  });
  const citation = z.strictObject({
    ...{
      "cff-version": z.literal("1.2.0"),
      type: z.literal("software"),
      title: z.string(),
      abstract: z.string(),
    },
    ...{ message: z.string(), authors: z.array(z.union([person, entity])).min(1), version: z.string() },
    ...{ "date-released": date.optional(), license: z.literal("MIT"), "repository-code": z.url() },
    ...{ keywords: z.array(z.string()), references: z.array(reference) },
  });
  const found = citation.parse(parse(read("CITATION.cff")));
  expect(found.version).toBe(JSON.parse(read("package.json")).version);
  expect(found.references[0].title).toBe("Continuous-Time Multi-Armed Bandits with Controlled Restarts");
});
