import { expect, test } from "vitest";
import { seriousFaultsInLightAndDark } from "./axe.ts";
import { describeInChromium, pageFile } from "./browser.ts";

describeInChromium("the page in Chromium", ({ open }) => {
  test("from a file, without a server: three views, no complaint", async () => {
    const { page, complaints } = await open(pageFile);
    for (const name of ["Race", "Analyze", "SAT"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForFunction((title) => document.title === title, `${name} · Mulligan`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    expect(await page.getByRole("link", { name: "Runs" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each(["race", "analyze", "sat"])(
    "axe finds nothing serious in %s, in light and dark",
    async (view) => {
      const { page } = await open(`${pageFile}#${view}`, { bypassCSP: true });
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await seriousFaultsInLightAndDark(page)).toEqual([]);
    },
  );
});
