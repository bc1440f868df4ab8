import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeInChromium, pageFile } from "../browser.ts";
import { pageStrings } from "../page-strings.ts";

test("the picture of the first view in the README is smaller than 150 kB", () => {
  const picture = fileURLToPath(new URL("../../../../docs/figures/page.png", import.meta.url));
  expect(statSync(picture).size).toBeLessThan(150_000);
});

describeInChromium("the page in Chromium", ({ open }) => {
  test("from a file, without a server: the start and three views, no complaint", async () => {
    const { page, complaints } = await open(pageFile);
    expect(await page.title()).toBe("Mulligan: when should you give up?");
    for (const name of ["Race", "Analyze", "SAT"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForFunction((title) => document.title === title, `${name} · Mulligan`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    expect(await page.getByRole("link", { name: "Runs" }).count()).toBe(0);
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByRole("heading", { name: "When should you give up?" }).waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${pageFile}#nowhere?a=1`);
    await page.getByRole("heading", { name: "When should you give up?" }).waitFor();
  });

  test("the keyboard reaches the content at once, and the links in their order", async () => {
    const { page } = await open(pageFile);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    const order: (string | undefined)[] = [];
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press("Tab");
      order.push(await focused());
    }
    expect(order).toEqual(["Skip to the content", "Start", "Race", "Analyze", "SAT"]);
    await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.keyboard.press("Tab");
    expect(await focused(), "the first word of the first view").toBe("run");
  });

  test("on paper: light colours, no links between views, nothing that can only be clicked", async () => {
    const { page } = await open(pageFile, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    expect(await page.locator("button:not(.term):visible, input:visible, .knob:visible").count()).toBe(0);
    expect(await page.getByText("Waiting is not free").isVisible()).toBe(true);
    const [paper, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    expect([paper, ink]).toEqual(["rgb(255, 255, 255)", "rgb(29, 33, 38)"]);
  });

  test("every view is told without words of the command or of the paper's proofs", async () => {
    const { page } = await open(pageFile);
    await page.getByText(/of the last 100 runs are of option/).waitFor();
    const start = await pageStrings(page);
    expect(start.length).toBeGreaterThan(60);
    // A policy is explained where it stands; km-ts is in brackets behind its plain name.
    expect(start.filter((text) => /\b(reward|regret|who|for ever)\b|ucb|(?<!\()km-ts/i.test(text))).toEqual(
      [],
    );
    const said = [...start];
    await page.getByRole("link", { name: "Let policies race" }).click();
    await page.getByText("Change the setting").click();
    await page.locator(".standings tbody").waitFor();
    said.push(...(await pageStrings(page)));
    await page.getByRole("link", { name: "Analyze" }).click();
    await page.getByText("Paste or type instead").click();
    const rows = Array.from({ length: 60 }, (_, run) => `${run % 3 === 0 ? 50 + run : 1 + run / 9};ok;east`);
    await page.getByLabel("Times, a table, or a whole log").fill(`took_ms;status;server\n${rows.join("\n")}`);
    await page.locator(".analyze-mark").nth(1).waitFor();
    said.push(...(await pageStrings(page)));
    await page.getByRole("link", { name: "SAT" }).click();
    await page.getByRole("heading", { level: 1, name: "Formulas" }).waitFor();
    said.push(...(await pageStrings(page)));
    expect(said.length).toBeGreaterThan(150);
    const trade =
      /\b(laws?|arms?|horizon|censored|trials?|bandit|oracle|prior|resetting|instances?|somebody|nobody|anew|reckoned)\b|P\(X|(^|\s)--[a-z]|`/i;
    expect(said.filter((text) => trade.test(text))).toEqual([]);
  });
});
