import { test } from "vitest";
import { expectBundled } from "../../../../test/bundled.ts";

test("import { mulligan } pulls in at most 20 kB, minified and gzipped, and nothing from outside", () =>
  expectBundled("mulligan", new URL("../../dist/index.js", import.meta.url), 20_000));
