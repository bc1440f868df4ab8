import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawSample, gainText, runTimes, sampleGain } from "../../src/story/program.ts";
import { allFaultsInLightAndDark } from "../axe.ts";
import { describeInChromium, pageFile } from "../browser.ts";
import { pageStrings } from "../page-strings.ts";

const sample = drawSample();
const bounds = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRect;

/** Where a cutoff stands on the screen. */
async function placeOf(page: Page, seconds: number): Promise<{ x: number; y: number }> {
  const axis = await page.locator(".give-up .axis path").evaluate(bounds);
  const bars = await page.locator(".give-up .bar-done").first().evaluate(bounds);
  return { x: axis.x + (axis.width * seconds) / 12, y: bars.y + 3 };
}

const gainShown = (page: Page) => page.locator(".readout-gain").innerText();
const dotHeight = (page: Page) => page.locator(".dot").evaluate(bounds);

/** What the figure must say at a cutoff, from the sample itself. */
function expected(cutoff: number) {
  return {
    gain: `Cut at ${cutoff.toFixed(1)} s:\n${gainText(sampleGain(sample.arm, cutoff))}\nas much done as waiting`,
    stopped: sample.times.filter((time) => time > cutoff).length,
  };
}

async function showsCutoff(page: Page, cutoff: number): Promise<void> {
  const { gain, stopped } = expected(cutoff);
  await page.locator(".readout-gain", { hasText: `Cut at ${cutoff.toFixed(1)} s` }).waitFor();
  expect(await gainShown(page)).toBe(gain);
  expect(await page.locator(".give-up .bar-stopped").count()).toBe(stopped);
  expect(await page.locator(".readout-counts").innerText()).toContain(
    `${40 - stopped} of 40 runs end in time`,
  );
}

describeInChromium("the start of the page in Chromium", ({ open }) => {
  test("the cutoff is dragged with the mouse: bars turn grey, the rate falls and rises, the gain is counted", async () => {
    const { page, complaints } = await open(pageFile);
    await showsCutoff(page, 3.5);
    const atBest = await dotHeight(page);
    const knob = await page.getByRole("slider", { name: "Cutoff" }).evaluate(bounds);
    await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
    await page.mouse.down();
    await page.mouse.move((await placeOf(page, 1.5)).x, knob.y + 60, { steps: 6 });
    await showsCutoff(page, 1.5);
    expect((await dotHeight(page)).y).toBeGreaterThan(atBest.y + 20);
    await page.mouse.move((await placeOf(page, 8)).x, knob.y, { steps: 6 });
    await page.mouse.up();
    await showsCutoff(page, 8);
    await page.mouse.move((await placeOf(page, 2)).x, knob.y);
    await showsCutoff(page, 8);
    const { x, y } = await placeOf(page, 3.3);
    await page.mouse.click(x, y);
    await showsCutoff(page, 3.3);
    await page.mouse.click((await placeOf(page, 12)).x + 60, y);
    expect(await gainShown(page)).toBe("No cutoff:\n1.0 ×\nas much done as waiting");
    expect(await page.locator(".give-up .bar-stopped").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("by the keyboard the slider moves, and says what it gains; the lanes below follow", async () => {
    const { page } = await open(pageFile);
    const slider = page.getByRole("slider", { name: "Cutoff" });
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await showsCutoff(page, 3.6);
    expect(await slider.getAttribute("aria-valuetext")).toBe(
      "3.6 seconds: 1.7 times as much done as waiting",
    );
    await page.keyboard.press("PageUp");
    await showsCutoff(page, 4.6);
    await page.getByText("Stop each run after 4.6 s").waitFor();
    await page.keyboard.press("End");
    expect(await slider.getAttribute("aria-valuetext")).toBe("no cutoff: waiting for every run");
    await page.keyboard.press("Home");
    await showsCutoff(page, 0.2);
    expect(await gainShown(page)).toContain("0.0 ×");
  });

  test("a finger drags the cutoff sideways, and scrolls the page up and down without moving it", async () => {
    const { page } = await open(pageFile, { hasTouch: true, viewport: { width: 390, height: 844 } });
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      await send("touchStart", [from]);
      for (let step = 1; step <= 8; step++) {
        const part = step / 8;
        await send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
      }
      await send("touchEnd", []);
    };
    await showsCutoff(page, 3.5);
    const start = await placeOf(page, 9);
    await swipe({ x: start.x, y: start.y + 60 }, { x: start.x, y: start.y - 200 });
    await page.waitForFunction(() => scrollY > 20);
    await showsCutoff(page, 3.5);
    await page.evaluate(() => scrollTo(0, 0));
    const end = await placeOf(page, 6);
    await swipe({ x: start.x, y: end.y + 40 }, { x: end.x, y: end.y + 40 });
    await showsCutoff(page, 6);
  });

  test("waiting is not free: both lanes count the same runs up to the chosen time", async () => {
    const { page } = await open(pageFile);
    const done = (cutoff: number, until: number) => {
      let [clock, count] = [0, 0];
      for (const seconds of runTimes(600)) {
        clock += Math.min(seconds, cutoff);
        if (clock > until) break;
        if (seconds <= cutoff) count += 1;
      }
      return `${count} done`;
    };
    const lanes = () => page.locator(".lane .lane-title span:last-child").allInnerTexts();
    expect(await lanes()).toEqual([done(Infinity, 120), done(3.5, 120)]);
    expect(await lanes()).toEqual(["26 done", "46 done"]);
    const time = page.getByRole("slider", { name: /^After/ });
    await time.fill("60");
    expect(await lanes()).toEqual([done(Infinity, 60), done(3.5, 60)]);
    expect(await time.getAttribute("aria-valuetext")).toBe("60 seconds");
  });

  test("the learner plays and pauses by one button; its curve forms; after 300 runs it begins again with others", async () => {
    const { page, complaints } = await open(pageFile);
    const step = page.locator(".step", { hasText: "The best cutoff is unknown" });
    const runs = async () => Number(await step.locator("dd").first().innerText());
    const learned = () => step.locator(".step-figure > div path.curve").getAttribute("d");
    expect(await runs(), "nothing moves by itself").toBe(0);
    expect(await step.locator(".step-figure > div path.curve").count()).toBe(0);
    await step.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".step dd")?.textContent) > 30);
    await step.getByRole("button", { name: "Pause" }).click();
    const [paused, curve] = [await runs(), await learned()];
    expect(curve?.split("L").length).toBeGreaterThan(3);
    await page.waitForTimeout(300);
    expect(await runs()).toBe(paused);
    await step.getByRole("button", { name: "Play" }).click();
    await step.getByRole("button", { name: "Again, with other runs" }).waitFor();
    expect(await runs()).toBe(300);
    expect(await learned()).not.toBe(curve);
    await step.getByRole("button", { name: "Again, with other runs" }).click();
    await step.getByRole("button", { name: "Pause" }).click();
    expect(await runs()).toBeLessThan(300);
    expect(complaints).toEqual([]);
  });

  test("several options: the learner's last hundred runs go to the option that the slider makes better", async () => {
    const { page } = await open(pageFile);
    const last = page.getByText(/of the last 100 runs are of option/);
    await last.getByText("option B").waitFor();
    const quick = page.getByRole("slider", { name: /B is quick/ });
    await quick.fill("10");
    await last.getByText("option A").waitFor();
    expect(Number((await last.innerText()).split(" ")[0])).toBeGreaterThan(80);
    expect(await quick.getAttribute("aria-valuetext")).toBe("10% of its runs");
    await quick.fill("90");
    await last.getByText("option B").waitFor();
    expect(await page.locator(".option").last().innerText()).toContain("Best: stop after 1.6 s.");
  });

  test("with movement the cutoff sweeps in once, and the learner starts when it is seen; nothing shifts; a key ends the sweep", async () => {
    const { page } = await open(pageFile, { reducedMotion: "no-preference" });
    await showsCutoff(page, 3.5);
    await page.getByRole("heading", { name: "The best cutoff is unknown" }).scrollIntoViewIfNeeded();
    await page.getByText("Which option the learner starts").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => Number(document.querySelector(".step dd")?.textContent) > 3);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift).toBeLessThan(0.01);
    await page.reload();
    await page.getByRole("slider", { name: "Cutoff" }).press("Home");
    await page.waitForTimeout(2_200);
    await showsCutoff(page, 0.2);
  });

  test("it ends with the two buttons, and with paper, documents and sources", async () => {
    const { page } = await open(pageFile);
    const links = await page
      .locator(".ending a")
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]));
    expect(links).toEqual([
      ["Try it on your log", "#analyze"],
      ["Let policies race", "#race"],
      ["The paper", "https://arxiv.org/abs/2007.00081"],
      ["Documentation", "https://github.com/mulligan-restarts/mulligan/tree/main/docs"],
      ["Source code", "https://github.com/mulligan-restarts/mulligan"],
    ]);
    await page.getByRole("link", { name: "Let policies race" }).click();
    await page.waitForFunction(() => document.title === "Race · Mulligan" && scrollY === 0);
    await page.goBack();
    await page.getByRole("heading", { name: "When should you give up?" }).waitFor();
  });

  test("a word with a dotted underline is explained by pointer, keyboard and finger, within the page", async () => {
    const { page } = await open(pageFile, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const word = page.getByRole("button", { name: "cutoff", exact: true });
    const tip = page.getByRole("tooltip").filter({ hasText: "Also called a timeout" });
    await word.hover();
    await tip.waitFor();
    const { left, right } = await tip.evaluate(bounds);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: "hidden" });
    await word.focus();
    await tip.waitFor();
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    await word.blur();
    await word.tap();
    await tip.waitFor();
  });

  test("every string is plain: no word of the trade stands unexplained", async () => {
    const { page } = await open(pageFile);
    await page.getByText(/of the last 100 runs are of option/).waitFor();
    const strings = await pageStrings(page);
    expect(strings.length).toBeGreaterThan(60);
    // A policy is explained where it stands; km-ts is in brackets behind its plain name.
    const trade =
      /\b(laws?|arms?|regret|horizon|censored|trials?|bandit|reward|oracle|prior|who|somebody|nobody|for ever)\b|P\(X|ucb|(?<!\()km-ts/i;
    expect(strings.filter((text) => trade.test(text))).toEqual([]);
  });

  test("axe finds nothing, best practices included, and no width scrolls sideways", async () => {
    const { page } = await open(pageFile, { bypassCSP: true });
    await page.getByText(/of the last 100 runs are of option/).waitFor();
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      // The figures follow a frame later.
      await page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width);
    }
  });
});
