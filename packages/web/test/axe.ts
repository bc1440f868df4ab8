import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Everything that axe finds, its best practices included. The page must be opened with `bypassCSP`. Style sheets are not
 * fetched again, which browsers refuse for files.
 */
async function allFaults(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (own) => (globalThis as unknown as { axe: typeof axe }).axe.run(own),
    { preload: false, resultTypes: ["violations"], ...options } satisfies axe.RunOptions,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

/** The faults in light and dark. All rules but the one for colours give the same in both. */
export async function allFaultsInLightAndDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await allFaults(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...light, ...(await allFaults(page, { runOnly: ["color-contrast"] }))];
}
