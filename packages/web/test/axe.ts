import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * The faults that axe calls serious or critical. The page must be opened with `bypassCSP`. Style sheets are not fetched
 * again, which browsers refuse for files.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  return faults(page, {});
}

/** The faults in light and dark. All rules but the one for colours give the same in both. */
export async function seriousFaultsInLightAndDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await faults(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  return [...light, ...(await faults(page, { runOnly: ["color-contrast"] }))];
}

/** Everything that axe finds in light and dark, its best practices included. */
export async function allFaultsInLightAndDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await faults(page, {}, () => true);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...light, ...(await faults(page, { runOnly: ["color-contrast"] }, () => true))];
}

async function faults(
  page: Page,
  options: axe.RunOptions,
  counts = ({ impact }: axe.Result) => impact === "serious" || impact === "critical",
): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (own) => (globalThis as unknown as { axe: typeof axe }).axe.run(own),
    { preload: false, resultTypes: ["violations"], ...options } satisfies axe.RunOptions,
  );
  return violations.filter(counts).map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}
