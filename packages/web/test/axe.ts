import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe holds against the page, of that which keeps people out. The page must be opened with `bypassCSP`. It does not
 * fetch style sheets again, which browsers refuse for files.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ preload: false }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}
