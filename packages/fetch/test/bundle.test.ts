import { test } from "vitest";
import { expectBundled } from "../../../test/bundled.ts";

test("learnedFetch pulls in at most 24.6 kB with what it needs of core, minified and gzipped, and nothing from outside", () =>
  expectBundled("learnedFetch", new URL("../dist/index.js", import.meta.url), 24_600));
