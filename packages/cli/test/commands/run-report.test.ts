import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";

test("run --report writes a page with every task, its tries and what they cost", async () => {
  const page = join(mkdtempSync(join(tmpdir(), "mulligan-")), "run.html");
  const { code } = await mulligan([
    "run",
    "--quiet",
    "--report",
    page,
    "--",
    "true",
    "{}",
    ":::",
    "a",
    "<b>",
  ]);
  expect(code).toBe(0);
  const html = readFileSync(page, "utf8");
  expect(html).toContain("2 of 2");
  expect(html).toContain("&lt;b&gt;");
  expect(html).not.toContain("<b>");
});

test("a report into a folder that is missing is refused before anything is run", async () => {
  const missing = join(tmpdir(), "mulligan-no-such-folder", "run.html");
  const { code, stderr } = await mulligan(["run", "--report", missing, "--", "true"]);
  expect(code).toBe(2);
  expect(stderr).toContain("must be an existing folder");
});
