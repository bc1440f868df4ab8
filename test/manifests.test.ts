import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
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

test("CITATION.cff has the version of the manifests, and names the paper", () => {
  const found = parse(read("CITATION.cff"));
  expect(found).toMatchObject({ "cff-version": "1.2.0", type: "software", license: "MIT" });
  for (const { authors } of [found, ...found.references]) expect(authors.length).toBeGreaterThan(0);
  expect(found.version).toBe(JSON.parse(read("package.json")).version);
  expect(found.references[0].title).toBe("Continuous-Time Multi-Armed Bandits with Controlled Restarts");
});
