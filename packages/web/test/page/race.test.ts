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
import { allFaults, allFaultsInLightAndDark } from "../axe.ts";
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

/** The rows of a CSV file, by the names in its heading. */
const recordsOf = (csv: Buffer): Record<string, string>[] => parse(csv, { columns: true });

/** Once the setting is read, at full speed to the end. */
async function playToTheEnd(page: Page): Promise<void> {
  await page.getByLabel("Speed").selectOption("as fast as possible");
  await startButton(page).click();
  await ended(page);
}

describeInChromium("a race in Chromium", ({ open }) => {
  test("set up by hand: chosen by its picture, dragged, started; km-ts ends above ucb-rb", async () => {
    const { page, complaints } = await open(`${pageFile}#race?law=exponential(mean=1)`, {
      bypassCSP: true,
      reducedMotion: "no-preference",
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
    // What is set stands in the address.
    const settings = new URLSearchParams(new URL(page.url()).hash.replace("#race?", ""));
    expect(settings.get("law")).toBe(await notation.inputValue());
    expect(settings.getAll("policy")).toEqual(["km-ts", "ucb-rb", "never"]);
    await playToTheEnd(page);
    const [kmTs, ucbRb, never] = await standings(page);
    expect(kmTs.reward).toBeGreaterThan(ucbRb.reward * 1.1);
    expect(kmTs.efficiency).toBeGreaterThan(0.9);
    expect(never.policy).toBe("Wait for ever");
    expect(await page.locator(".race-result").textContent()).toContain("Mulligan (km-ts) earned most");
    expect(await allFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a link shows the numbers of the command's line, rewards to the digit", async () => {
    const link =
      "#race?law=a%3Dlognormal(median=0.9,sigma=1.2)&law=exponential(mean=3)&policy=km-ts&policy=ucb-rb:init=10&policy=static&reward=bernoulli(p=0.7)&resetting=constant(0.1)&cutoffs=log:0.3:3:5&horizon=300&runs=7&seed=11";
    const { page, complaints } = await open(pageFile + link, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
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
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
    expect(complaints).toEqual([]);
  });

  test("by the keyboard alone: chosen, stepped, paused, gone on; a pause keeps what was reached", async () => {
    const { page, complaints } = await open(`${pageFile}#race`);
    await startButton(page).waitFor();
    const focused = (name: string) =>
      page.evaluate((text) => document.activeElement?.textContent === text, name);
    const tabTo = async (name: string) => {
      for (let i = 0; i < 60 && !(await focused(name)); i++) await page.keyboard.press("Tab");
      expect(await focused(name)).toBe(true);
    };
    const reached = () =>
      page.locator(".clock progress").evaluate((bar) => (bar as HTMLProgressElement).value);
    await tabTo("Step");
    for (const place of [3, 6]) {
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (value) => document.querySelector<HTMLProgressElement>(".clock progress")?.value === value,
        place,
      );
    }
    await page.keyboard.press("Shift+Tab");
    expect(await focused("Go on")).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () => (document.querySelector<HTMLProgressElement>(".clock progress")?.value ?? 0) > 12,
    );
    expect(await focused("Pause")).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Go on" }).waitFor();
    const place = await reached();
    expect(place).toBeLessThan(300);
    // A setting is chosen, and races at once; also if it is chosen again.
    for (const name of ["Heavy tail", "Memoryless", "Memoryless"]) {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Pause" }).waitFor();
    }
    expect(decodeURIComponent(page.url())).toContain("law=exponential(mean=2)");
    expect(complaints).toEqual([]);
  });

  test("a setting that cannot be played has a message next to its field, and can be corrected", async () => {
    const { page, complaints } = await open(`${pageFile}#race`, { bypassCSP: true });
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
      if (label === "Time each") expect(await allFaults(page)).toEqual([]);
      await field.fill(before);
      await page.locator(".standings").waitFor();
    };
    await wrong("Run times", "pareto(scale=1,shap=2)", 'did you mean "shape"?');
    await wrong("Run times", "empirical(<img src=x onerror=alert`1`>)", "data cannot be read here");
    await wrong("Cutoffs to choose from", "1,1", "each must exceed the one before");
    await wrong("Time each", "1e9", "the page plays at most 100,000,000");
    await wrong("Time each", "soon", 'must be a number above 0, got "soon"');
    await wrong("Repetitions", "0", "must be a whole number from 1 to 500");
    await page.getByLabel("Policy 1", { exact: true }).selectOption("fixed");
    // The options open, where it can be given.
    await page.getByText("Cutoff must be given").first().waitFor();
    await page.getByRole("textbox", { name: "Cutoff", exact: true }).fill("2");
    await page.keyboard.press("Enter");
    await page.locator(".standings").getByText("A fixed cutoff (cutoff=2)").waitFor();
    expect(complaints).toEqual([]);
  });

  test("names with markup, from right to left or of 10,000 letters are text, are shortened, and widen nothing", async () => {
    const names = ["<img src=x onerror=alert(1)>", "\u202eשלום", "x".repeat(10_000)];
    for (const name of names) {
      const settings = new URLSearchParams([
        ["law", `${name}=exponential(mean=1)`],
        ["policy", "km-ts"],
        ["policy", `${name}:a=${name}`],
      ]);
      const { page, complaints } = await open(`${pageFile}#race?${settings}`);
      await page.locator(".field-wrong .field-words").first().waitFor();
      expect(await page.locator("main img").count()).toBe(0);
      expect((await page.locator(".setting-panel > summary").innerText()).length).toBeLessThan(500);
      const [width, height] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight];
      });
      expect(width).toBeLessThanOrEqual(1440);
      expect(height).toBeLessThan(4_000);
      expect(complaints).toEqual([]);
    }
    const long = new URLSearchParams([
      ["law", `${"y".repeat(10_000)}=exponential(mean=1)`],
      ["law", "b=exponential(mean=2)"],
      ["horizon", "100"],
    ]);
    const { page, complaints } = await open(`${pageFile}#race?${long}`, {
      viewport: { width: 390, height: 844 },
    });
    await playToTheEnd(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
  });

  test("two tabs race by themselves", async () => {
    const first = await open(`${pageFile}#race?law=exponential(mean=3)&policy=luby&horizon=300&runs=2`);
    const second = await first.page.context().newPage();
    await second.goto(`${pageFile}#race?law=exponential(mean=3)&policy=never&horizon=300&runs=2`);
    await playToTheEnd(second);
    expect(await startButton(first.page).count(), "the first has not begun").toBe(1);
    await playToTheEnd(first.page);
    expect((await standings(first.page)).map(({ policy }) => policy)).toEqual(["Luby's sequence"]);
    expect((await standings(second)).map(({ policy }) => policy)).toEqual(["Wait for ever"]);
    expect(first.complaints).toEqual([]);
  });

  test("laws that change have no line of the command, and the page says so; without movement it is drawn in steps", async () => {
    const drift =
      "#race?law=pareto(scale=1,shape=1.2)&later=lognormal(median=12,sigma=0.3)&change=10000&policy=km-ts&policy=km-ts:halfLife=300&horizon=20000&runs=5";
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
    const [keeps, forgets] = await standings(page);
    expect(forgets.policy).toBe("Mulligan (km-ts, halfLife=300)");
    // The default notices the change by itself.
    expect(keeps.reward).toBeGreaterThan(0.95 * forgets.reward);
    expect(await page.getByText("it has no option for run times that change").count()).toBe(1);
    expect(await page.locator(".shell-line pre").count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as unknown as { frames: number }).frames)).toBeLessThan(30);
    expect(complaints).toEqual([]);
  });

  test("the button Start is within 12 tabs of a fresh page", async () => {
    const { page } = await open(`${pageFile}#race`);
    await startButton(page).waitFor();
    // A link of the menu has the same name.
    const isStart = () => startButton(page).evaluate((button) => button === document.activeElement);
    let presses = 0;
    while (presses < 12 && !(await isStart())) {
      await page.keyboard.press("Tab");
      presses += 1;
    }
    expect(await isStart()).toBe(true);
  });

  test("the pointer and a finger show the values of all lines at their place; the box goes with the pointer", async () => {
    const { page, complaints } = await open(`${pageFile}#race`, { hasTouch: true });
    await playToTheEnd(page);
    const chart = page.locator(".race-charts .moving .u-over").first();
    const { x, y, width, height } = (await chart.boundingBox())!;
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
    const reward = page.locator(".race-figures .moving").first();
    await reward.scrollIntoViewIfNeeded();
    const place = (await reward.locator(".u-over").boundingBox())!;
    await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
    const touched = reward.locator(".chart-values");
    await touched.waitFor();
    expect(await touched.innerText()).toMatch(
      /time [\d,]+[\s\S]*the best[\s\S]*Mulligan[\s\S]*UCB-RB[\s\S]*Luby[\s\S]*Wait/,
    );
    expect(complaints).toEqual([]);
  });

  test("each chart is saved as PNG, SVG and CSV: a picture of double size, its lines by name, and its numbers", async () => {
    const { page, complaints } = await open(`${pageFile}#race`);
    await playToTheEnd(page);
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
    const svg = await saved("Save the reward as SVG");
    expect(svg.name).toBe("mulligan-race-reward.svg");
    const text = await page.evaluate((source) => {
      const drawn = new DOMParser().parseFromString(source, "image/svg+xml");
      return drawn.querySelector("parsererror") === null ? drawn.documentElement.textContent : null;
    }, svg.content.toString());
    for (const line of [
      "the best",
      "Mulligan (km-ts)",
      "UCB-RB (the paper)",
      "Luby's sequence",
      "Wait for ever",
    ]) {
      expect(text).toContain(line);
    }
    expect(svg.content.toString()).not.toMatch(/currentColor|var\(/);
    const png = await saved("Save the cutoffs as PNG");
    expect(png.name).toBe("mulligan-race-cutoffs.png");
    expect(png.content.subarray(1, 4).toString()).toBe("PNG");
    expect(png.content.readUInt32BE(16), "its width").toBeGreaterThan(1_500);
    const numbers = await saved("Save the standings as CSV");
    const rows = recordsOf(numbers.content);
    expect(rows.map(({ policy, reward }) => ({ policy, reward: Number(reward) }))).toEqual(
      (await standings(page)).map(({ policy, reward }) => ({ policy, reward })),
    );
    expect(complaints).toEqual([]);
  });

  test("a copied link opens the same race; a fresh page has a link, too", async () => {
    const permissions = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page } = await open(`${pageFile}#race`, permissions);
    await openSetting(page);
    await page.getByLabel("Seed").fill("77");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(link);
    await openSetting(other.page);
    expect(await other.page.getByLabel("Seed").inputValue()).toBe("77");
    expect(await other.page.getByText("Luby's sequence and Wait for ever race for 20,000").count()).toBe(1);
  });

  test("a race is kept while another view is open: it goes on where it was, with its setting", async () => {
    const { page, complaints } = await open(
      `${pageFile}#race?law=exponential(mean=3)&policy=luby&horizon=3000&runs=8`,
    );
    const reached = () =>
      page.locator(".clock progress").evaluate((bar) => (bar as HTMLProgressElement).value);
    await startButton(page).click();
    await expect.poll(reached).toBeGreaterThan(20);
    await page.getByRole("link", { name: "Analyze" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("link", { name: "Race" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(await reached()).toBeGreaterThan(20);
    await page.getByLabel("Speed").selectOption("as fast as possible");
    expect(decodeURIComponent(page.url())).toContain("law=exponential(mean=3)");
    await ended(page);
    const before = await standings(page);
    // The menu of the view itself, and the way back.
    await page.getByRole("link", { name: "Race" }).click();
    await page.getByRole("link", { name: "SAT" }).click();
    await page.goBack();
    await page.getByRole("button", { name: "Again", exact: true }).waitFor();
    expect(await standings(page)).toEqual(before);
    expect(decodeURIComponent(page.url())).toContain("law=exponential(mean=3)");
    expect(complaints).toEqual([]);
  });

  test("at 1440 × 900 the controls, three charts and the result are on the first screen, and on a phone the figure stands above the table", async () => {
    const { page } = await open(`${pageFile}#race`, { bypassCSP: true });
    await playToTheEnd(page);
    /** Where something is. A chart is made anew when the window's size changes. */
    const box = async (selector: string) => {
      const boxNow = () => page.locator(selector).first().boundingBox();
      return vi.waitUntil(boxNow, { timeout: 10_000 });
    };
    const chart = await box(".race-charts .moving");
    expect(await page.locator(".race-charts .moving").count()).toBe(3);
    for (const selector of [".controls", ".race-charts .moving", ".race-result", ".race-figures .moving"]) {
      const { y, height } = await box(selector);
      expect(y + height, selector).toBeLessThan(900);
    }
    expect(chart.width).toBeGreaterThan(700);
    expect((await box(".controls")).x).toBeLessThan(chart.x);
    expect(chart.width).toBeGreaterThan(2 * (await box(".race-figures .moving")).width);
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await box(".race-charts .moving")).y).toBeLessThan((await box(".standings")).y);
    expect((await box(".standings")).y).toBeLessThan((await box(".race-figures")).y);
    expect((await box(".standings")).y).toBeLessThan((await box(".race-setting")).y);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const { x, y, width: wide, height } = await box(".race-charts .moving .u-over");
      await page.mouse.move(x + wide / 2, y + height / 2);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(scrolled, `${width} pixels`).toBe(0);
    }
    await openSetting(page);
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
  });
});
