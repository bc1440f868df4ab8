import { buffer } from "node:stream/consumers";
import { linesToCopy } from "mulligan/figures";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { mulligan } from "../../../cli/test/call-command.ts";
import { shellWord } from "../../src/design/shell-line.tsx";
import { drop, runs, said, shell } from "../analyze/drive.ts";
import { hyperfine } from "../analyze/logs.ts";
import { allFaultsInLightAndDark } from "../axe.ts";
import { describeInChromium, pageFile } from "../browser.ts";

const takeAway = (page: Page) =>
  page.locator("section", { has: page.getByRole("group", { name: "Lines to copy for" }) });

/** What a button saves. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

/** The rows of a CSV file without quotes. */
async function savedCsv(page: Page, button: string): Promise<string[][]> {
  const { bytes } = await saved(page, button);
  return bytes
    .toString()
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
}

describeInChromium("Analyze in Chromium: the results", ({ open }) => {
  test("what to do, with lines to copy for five programs, each those of the command", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await drop(page, "runs.csv", runs);
    await page.getByRole("heading", { name: "Set your timeout to 68.2" }).waitFor();
    // Without a unit there are no lines, and the page asks for it.
    expect(await takeAway(page).count()).toBe(0);
    await page.getByLabel("Unit of the times").last().selectOption("ms");
    await page.getByRole("heading", { name: "Set your timeout to 68.2 ms" }).waitFor();
    const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json", "--unit", "ms"], runs)).stdout);
    const lines = linesToCopy(arms[0], "ms");
    const buttons = takeAway(page).getByRole("group", { name: "Lines to copy for" }).getByRole("button");
    expect(await buttons.allTextContents()).toEqual(lines.map(({ name }) => name));
    const { name, text } = lines.at(-1)!;
    await takeAway(page).getByRole("button", { name, exact: true }).click();
    await takeAway(page).getByRole("button", { name: "Copy" }).click();
    await takeAway(page).getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    expect(complaints).toEqual([]);
  });

  test("figures and numbers are saved as PNG, SVG and CSV", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    await drop(page, "bench.json", hyperfine);
    await page.locator(".analyze-mark").nth(1).waitFor();
    const png = await saved(page, "Save the curve of cutoffs as PNG");
    expect(png.name).toBe("mulligan-rate.png");
    expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
    const svg = (await saved(page, "Save the curve of run times as SVG")).bytes.toString();
    const texts = await page.evaluate((svg) => {
      const document = new DOMParser().parseFromString(svg, "image/svg+xml");
      return [...document.querySelectorAll("text, parsererror")].map(({ textContent }) => textContent);
    }, svg);
    expect(texts).toEqual(expect.arrayContaining(["share still running", "time (s)", "solve --fast"]));
    // The PNG is twice as large, and not one colour.
    const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
    expect(png.bytes.readUInt32BE(16)).toBe(2 * width);
    expect(png.bytes.length).toBeGreaterThan(5_000);
    const [head, fast] = await savedCsv(page, "Save the numbers as CSV");
    const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json"], hyperfine)).stdout);
    expect(head.slice(0, 3)).toEqual(["option", "verdict", "runs"]);
    expect(fast.slice(0, 3)).toEqual(["solve --fast", "yes", "40"]);
    expect(Number(fast[head.indexOf("best cutoff (s)")])).toBeCloseTo(arms[0].bestCutoff, 9);
    const rate = await savedCsv(page, "Save the curve of cutoffs as CSV");
    expect(rate[0]).toEqual(["option", "cutoff (s)", "done per second", "low", "high"]);
    expect(rate.length).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  test("names with HTML, from right to left or of 10,000 letters are text, are shortened in the middle, and turn no other word around", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`, { viewport: { width: 390, height: 844 } });
    const name = `<img src=x onerror=alert(1)>'${"f".repeat(3_000)}.csv`;
    // With a comma, so that it must stand in quotes.
    const arms = ["<script>,</script>", "\u202eשלום", `a${"x".repeat(10_000)}b`];
    const rows = Array.from(
      { length: 120 },
      (_, run) => `"${arms[run % 3]}",${run % 5 < 2 ? 50 + run : 1 + run / 99},<b>${run % 20}</b>`,
    );
    const text = `arm,time,instance\n${rows.join("\n")}\n`;
    await drop(page, name, text);
    await page.locator(".analyze-mark").nth(1).waitFor();
    expect((await page.locator(".analyze-name").innerText()).length).toBeLessThanOrEqual(60);
    const names = await page.locator(".analyze-verdict bdi").allInnerTexts();
    const short = [arms[0], arms[1], `a${"x".repeat(19)}…${"x".repeat(18)}b`];
    expect(names.toSorted()).toEqual(short.toSorted());
    await page.getByRole("img").first().getByText(arms[0]).waitFor();
    expect(await page.locator("tbody th").allTextContents()).toContain(arms[0]);
    expect(await shell(page).textContent()).toBe(`mulligan analyze ${shellWord(name)}`);
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
    const [width, height] = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(width).toBe(390);
    expect(height).toBeLessThan(9_000);
    expect(complaints).toEqual([]);
  });

  test("by the keyboard alone: type times, read, and ask what a timeout would do", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const reach = async (name: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const { labels, textContent } = document.activeElement as HTMLInputElement;
          return labels?.[0]?.textContent ?? textContent;
        });
        if (focused === name) return;
      }
      throw new Error(`${name} is out of reach`);
    };
    await reach("Paste or type instead");
    await page.keyboard.press("Enter");
    await reach("Times, a table, or a whole log");
    await page.keyboard.type("1 9 ".repeat(10));
    await said(page).waitFor();
    const meaning = page.locator(".analyze-meaning");
    await reach("Timeout");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("2");
    await page.getByText("With a timeout of 2, 50% of the runs finish in time").waitFor();
    expect(await meaning.textContent()).toContain("1.67 times as much as if you waited");
    await reach("From 1 to 9");
    await page.keyboard.press("End");
    expect(await meaning.textContent()).toContain("every run finishes in time");
    await page.keyboard.press("Home");
    expect(await meaning.textContent()).toContain("as much as with the best timeout, and 2.50 times as much");
    expect(complaints).toEqual([]);
  });

  test("axe finds nothing before and after a verdict, in light and dark, and a phone scrolls in one direction only", async () => {
    const { page } = await open(`${pageFile}#analyze`, { bypassCSP: true });
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    await page.getByText("Paste or type instead").click();
    // Waiting is best, so that no cutoff is marked; and the verdict is greyed.
    await drop(page, "same.csv", "9s\n".repeat(30) + "8s\n".repeat(30));
    await page.locator(".analyze-mark").nth(1).waitFor();
    await page.getByRole("textbox", { name: "Cost of a restart" }).fill("much");
    await page.locator(".analyze-stale").waitFor();
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
