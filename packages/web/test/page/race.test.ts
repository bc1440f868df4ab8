import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Row } from "@mulligan/core/simulate";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { newFolder } from "../../../cli/test/new-folder.ts";
import { policyWords } from "../../src/design/policy-names.ts";
import { allFaultsInLightAndDark } from "../axe.ts";
import { describeInChromium, pageFile } from "../browser.ts";

const main = new URL("../../../cli/dist/bundle/main.js", import.meta.url).pathname;

/** What the page says of each policy, in full. */
function standings(page: Page) {
  return page.locator(".standings tbody tr").evaluateAll((rows) =>
    rows.map((row) => {
      const [reward, efficiency, regret] = [...row.querySelectorAll("data")].map((entry) =>
        Number((entry as HTMLDataElement).value),
      );
      return { policy: row.querySelector("th")!.textContent!.trim(), reward, efficiency, regret };
    }),
  );
}

const startButton = (page: Page) => page.getByRole("button", { name: "Start", exact: true });
const ended = (page: Page) => page.getByRole("button", { name: "Again", exact: true }).waitFor();
const openSetting = (page: Page) => page.getByText("Change the setting").click();
const reached = (page: Page) =>
  page.locator(".clock progress").evaluate((bar) => (bar as HTMLProgressElement).value);

/** The rows of a CSV file, by the names in its heading. */
const recordsOf = (csv: Buffer): Record<string, string>[] => parse(csv, { columns: true });

/** Once the setting is read, at full speed to the end. */
async function playToTheEnd(page: Page): Promise<void> {
  await page.getByLabel("Speed").selectOption("as fast as possible");
  await startButton(page).click();
  await ended(page);
}

describeInChromium("a race in Chromium", ({ open }) => {
  test("set up by hand: chosen by its picture, dragged, linked, started; km-ts ends above ucb-rb", async () => {
    const { page, complaints } = await open(`${pageFile}#race?law=exponential(mean=1)`, {
      reducedMotion: "no-preference",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await openSetting(page);
    await page.getByRole("radio", { name: "Pareto" }).check({ force: true });
    const notation = page.getByRole("textbox", { name: "Run times", exact: true });
    expect(await notation.inputValue()).toBe("pareto(scale=1,shape=1.2)");
    const slider = page.getByRole("slider", { name: "scale of Run times" });
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + (box.width * 3) / 7, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const scale = Number(/scale=([\d.]+)/.exec(await notation.inputValue())![1]);
    expect(scale).toBeGreaterThan(20);
    expect(scale).toBeLessThan(500);
    await page.getByLabel("Policy 2", { exact: true }).selectOption("ucb-rb");
    await page.getByLabel("Time each").fill(String(2_000 * scale));
    await page.getByLabel("Repetitions", { exact: true }).fill("6");
    // What is set stands in the address, and in the link.
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(page.url());
    const settings = new URLSearchParams(new URL(link).hash.replace("#race?", ""));
    expect(settings.get("law")).toBe(await notation.inputValue());
    expect(settings.getAll("policy")).toEqual(["km-ts", "ucb-rb", "never"]);
    await playToTheEnd(page);
    const [kmTs, ucbRb, never] = await standings(page);
    expect(kmTs.reward).toBeGreaterThan(ucbRb.reward * 1.1);
    expect(kmTs.efficiency).toBeGreaterThan(0.9);
    expect(never.policy).toBe("Wait for ever");
    expect(await page.locator(".race-result").textContent()).toContain("Mulligan (km-ts) earned most");
    expect(complaints).toEqual([]);
  });

  test("a link shows the numbers of the command's line, rewards to the digit", async () => {
    const link =
      "#race?law=a%3Dlognormal(median=0.9,sigma=1.2)&law=exponential(mean=3)&policy=km-ts&policy=ucb-rb:init=10&policy=static&reward=bernoulli(p=0.7)&resetting=constant(0.1)&cutoffs=log:0.3:3:5&horizon=300&runs=7&seed=11";
    const { page, complaints } = await open(pageFile + link);
    await playToTheEnd(page);
    const shown = await standings(page);
    const line = (await page.locator(".shell-line pre").textContent())!;
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      `${line.replace(/^mulligan/, `"${process.execPath}" "${main}"`)} --jobs 1 --json`,
    ]);
    const rows: Row[] = JSON.parse(stdout).rows;
    expect(shown.map(({ policy, reward }) => [policy, reward])).toEqual(
      rows.map(({ policy, reward }) => [policyWords(policy).name, reward.mean]),
    );
    // Engines differ in the last bit of exp and log, and so in r*.
    shown.forEach(({ efficiency, regret }, place) => {
      expect(efficiency).toBeCloseTo(rows[place].efficiency.mean, 12);
      expect(regret).toBeCloseTo(rows[place].regret.mean, 9);
    });
    expect(shown.length).toBe(3);
    expect(complaints).toEqual([]);
  });

  test("by the keyboard alone: chosen, stepped, paused, gone on; Start is within 12 tabs; another view keeps the race", async () => {
    const { page, complaints } = await open(`${pageFile}#race`);
    await startButton(page).waitFor();
    const focused = (name: string) =>
      page.evaluate((text) => document.activeElement?.textContent === text, name);
    // A link of the menu has the same name.
    const isStart = () => startButton(page).evaluate((button) => button === document.activeElement);
    for (let presses = 0; presses < 12 && !(await isStart()); presses++) await page.keyboard.press("Tab");
    expect(await isStart()).toBe(true);
    await page.keyboard.press("Tab");
    expect(await focused("Step")).toBe(true);
    for (const place of [3, 6]) {
      await page.keyboard.press("Enter");
      await expect.poll(() => reached(page)).toBe(place);
    }
    await page.keyboard.press("Shift+Tab");
    expect(await focused("Go on")).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => reached(page), { timeout: 30_000 }).toBeGreaterThan(12);
    expect(await focused("Pause")).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Go on" }).waitFor();
    expect(await reached(page)).toBeLessThan(300);
    // A setting is chosen, and races at once; also if it is chosen again.
    for (const name of ["Heavy tail", "Memoryless", "Memoryless"]) {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Pause" }).waitFor();
    }
    expect(decodeURIComponent(page.url())).toContain("law=exponential(mean=2)");
    await expect.poll(() => reached(page), { timeout: 30_000 }).toBeGreaterThan(6);
    await page.getByRole("link", { name: "Analyze" }).click();
    await page.getByRole("heading", { level: 1, name: /Should I restart/ }).waitFor();
    await page.getByRole("link", { name: "Race" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(await reached(page)).toBeGreaterThan(6);
    await page.getByLabel("Speed").selectOption("as fast as possible");
    await ended(page);
    const before = await standings(page);
    await page.getByRole("link", { name: "SAT" }).click();
    await page.goBack();
    await ended(page);
    expect(await standings(page)).toEqual(before);
    expect(decodeURIComponent(page.url())).toContain("law=exponential(mean=2)");
    expect(complaints).toEqual([]);
  });

  test("a setting that cannot be played has a message next to its field, and can be corrected", async () => {
    const { page, complaints } = await open(`${pageFile}#race`);
    await startButton(page).waitFor();
    await openSetting(page);
    const wrong = async (label: string, text: string, said: string) => {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await field.fill(text);
      const words = page.locator(".field-wrong .field-words");
      await words.waitFor();
      expect(await words.textContent()).toContain(said);
      expect(await field.getAttribute("aria-describedby")).toBe(await words.getAttribute("id"));
      expect(await startButton(page).isDisabled()).toBe(true);
      await field.fill(before);
      await page.locator(".standings").waitFor();
    };
    await wrong("Run times", "empirical(<img src=x onerror=alert`1`>)", "data cannot be read here");
    await wrong("Time each", "soon", 'must be a number above 0, got "soon"');
    await page.getByLabel("Policy 1", { exact: true }).selectOption("fixed");
    // The options open, where it can be given.
    await page.getByText("Cutoff must be given").first().waitFor();
    await page.getByRole("textbox", { name: "Cutoff", exact: true }).fill("2");
    await page.keyboard.press("Enter");
    await page.locator(".standings").getByText("A fixed cutoff (cutoff=2)").waitFor();
    expect(complaints).toEqual([]);
  });

  test("names with markup, from right to left or of 10,000 letters are text, are shortened, and widen nothing", async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202eשלום${"x".repeat(10_000)}`;
    const settings = new URLSearchParams([
      ["law", `${hostile}=exponential(mean=1)`],
      ["policy", "km-ts"],
      ["policy", `${hostile}:a=${hostile}`],
    ]);
    const refused = await open(`${pageFile}#race?${settings}`);
    await refused.page.locator(".field-wrong .field-words").first().waitFor();
    expect(await refused.page.locator("main img").count()).toBe(0);
    const summary = await refused.page.locator(".setting-panel > summary").innerText();
    expect(summary.length).toBeLessThan(500);
    const size = await refused.page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    });
    expect(size.width).toBeLessThanOrEqual(1440);
    expect(size.height).toBeLessThan(4_000);
    expect(refused.complaints).toEqual([]);
    const long = new URLSearchParams([
      ["law", `${"y".repeat(10_000)}=exponential(mean=1)`],
      ["law", "b=exponential(mean=2)"],
      ["horizon", "100"],
      ["runs", "2"],
    ]);
    const viewport = { width: 390, height: 844 };
    const { page, complaints } = await open(`${pageFile}#race?${long}`, { viewport });
    await playToTheEnd(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
  });

  test("laws that change have no line of the command, and the page says so; without movement it is drawn in steps", async () => {
    const drift =
      "#race?law=pareto(scale=1,shape=1.2)&later=lognormal(median=12,sigma=0.3)&change=500&policy=km-ts&horizon=1000&runs=5";
    const { page, complaints } = await open(pageFile + drift);
    await page.evaluate(() => {
      const counted = globalThis as unknown as { frames: number };
      counted.frames = 0;
      const ask = globalThis.requestAnimationFrame;
      globalThis.requestAnimationFrame = (draw) => {
        counted.frames += 1;
        return ask(draw);
      };
    });
    await playToTheEnd(page);
    expect(await page.getByText("it has no option for run times that change").count()).toBe(1);
    expect(await page.locator(".shell-line pre").count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as unknown as { frames: number }).frames)).toBeLessThan(30);
    expect(complaints).toEqual([]);
  });

  test("charts tell the values at a pointer and a finger, are saved as PNG, SVG and CSV, and fit a screen and a phone", async () => {
    const { page, complaints } = await open(`${pageFile}#race`, { hasTouch: true, bypassCSP: true });
    await playToTheEnd(page);
    const { x, y, width, height } = (await page.locator(".race-charts .u-over").first().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 3);
    const values = page.locator(".race-charts .chart-values").first();
    await values.waitFor();
    const cutoff = Number(/cutoff ([\d.]+)/.exec(await values.innerText())?.[1]);
    expect(cutoff).toBeGreaterThan(2);
    expect(cutoff).toBeLessThan(6);
    expect(await values.innerText()).toMatch(
      /learned by Mulligan \(km-ts\)\s+0\.3\d\d\s+0\.3\d\d to 0\.3\d\d/,
    );
    await page.mouse.move(x + width / 2, y - 200);
    await values.waitFor({ state: "hidden" });

    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      const path = join(newFolder(), "saved");
      await download.saveAs(path);
      return { name: download.suggestedFilename(), content: readFileSync(path) };
    };
    const csv = await saved("Save the rate curve as CSV");
    expect(csv.name).toBe("mulligan-race-rate-curve.csv");
    const table = recordsOf(csv.content);
    expect(Object.keys(table[0])).toEqual([
      "cutoff",
      "the best cutoff",
      "the truth",
      ...["", ", upper", ", lower"].map((end) => `learned by Mulligan (km-ts)${end}`),
    ]);
    const best = table.find((row) => row["the best cutoff"] !== "")!;
    expect(Number(best.cutoff)).toBeCloseTo(3.3, 0);
    expect(Number(best["the truth"])).toBeCloseTo(0.369, 2);
    const svg = (await saved("Save the reward as SVG")).content.toString();
    const text = await page.evaluate((source) => {
      const drawn = new DOMParser().parseFromString(source, "image/svg+xml");
      return drawn.querySelector("parsererror") === null ? drawn.documentElement.textContent : null;
    }, svg);
    for (const line of ["the best", "Mulligan (km-ts)", "UCB-RB (the paper)", "Luby's sequence"]) {
      expect(text).toContain(line);
    }
    expect(svg).not.toMatch(/currentColor|var\(/);
    const png = (await saved("Save the cutoffs as PNG")).content;
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16), "its width").toBeGreaterThan(1_500);
    const rows = recordsOf((await saved("Save the standings as CSV")).content);
    expect(rows.map(({ policy, reward }) => ({ policy, reward: Number(reward) }))).toEqual(
      (await standings(page)).map(({ policy, reward }) => ({ policy, reward })),
    );

    /** Where something is. A chart is made anew when the window's size changes. */
    const box = (selector: string) =>
      vi.waitUntil(() => page.locator(selector).first().boundingBox(), { timeout: 10_000 });
    await page.evaluate(() => scrollTo(0, 0));
    expect(await page.locator(".race-charts .moving").count()).toBe(3);
    for (const selector of [".controls", ".race-charts .moving", ".race-result", ".race-figures .moving"]) {
      const { y, height } = await box(selector);
      expect(y + height, selector).toBeLessThan(900);
    }
    const chart = await box(".race-charts .moving");
    expect(chart.width).toBeGreaterThan(700);
    expect((await box(".controls")).x).toBeLessThan(chart.x);
    expect(chart.width).toBeGreaterThan(2 * (await box(".race-figures .moving")).width);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await box(".race-charts .moving")).y).toBeLessThan((await box(".standings")).y);
    expect((await box(".standings")).y).toBeLessThan((await box(".race-figures")).y);
    expect((await box(".standings")).y).toBeLessThan((await box(".race-setting")).y);
    const reward = page.locator(".race-figures .moving").first();
    await reward.scrollIntoViewIfNeeded();
    const place = (await reward.locator(".u-over").boundingBox())!;
    await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
    const touched = reward.locator(".chart-values");
    await touched.waitFor();
    expect(await touched.innerText()).toMatch(
      /time [\d,]+[\s\S]*the best[\s\S]*Mulligan[\s\S]*UCB-RB[\s\S]*Luby[\s\S]*Wait/,
    );
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await box(".race-charts .moving .u-over");
      await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(scrolled, `${width} pixels`).toBe(0);
    }
    await openSetting(page);
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
