import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFaults } from "./axe.ts";
import { executable, openPage, pageFile, startBrowser } from "./browser.ts";

describe.skipIf(executable === undefined)("the page in Chromium (skipped: there is none here)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("from a file, without a server: three views, no complaint", async () => {
    const { page, complaints } = await openPage(browser, pageFile);
    for (const name of ["Race", "Analyze", "SAT"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.title()).toBe(`${name} · Mulligan`);
    }
    expect(await page.getByRole("link", { name: "Runs" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each(["race", "analyze", "sat"])(
    "axe finds nothing serious in %s, in light and dark",
    async (view) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = await openPage(browser, `${pageFile}#${view}`, { colorScheme, bypassCSP: true });
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await seriousFaults(page)).toEqual([]);
      }
    },
  );
});
