import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawSample, gainText, runTimes, sampleGain } from "../../src/story/program.ts";
import { allFaultsInLightAndDark } from "../axe.ts";
import { describeInChromium, pageFile } from "../browser.ts";

const sample = drawSample();
const bounds = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRect;

/** Where a cutoff stands on the screen. */
async function placeOf(page: Page, seconds: number): Promise<{ x: number; y: number }> {
  const axis = await page.locator(".give-up .axis path").evaluate(bounds);
  const bars = await page.locator(".give-up .bar-done").first().evaluate(bounds);
  return { x: axis.x + (axis.width * seconds) / 12, y: bars.y + 3 };
}

const gainShown = (page: Page) => page.locator(".readout-gain").innerText();
const slider = (page: Page) => page.getByRole("slider", { name: "Cutoff" });

/** What the figure must say at a cutoff, from the sample itself. */
async function showsCutoff(page: Page, cutoff: number): Promise<void> {
  const stopped = sample.times.filter((time) => time > cutoff).length;
  const gain = gainText(sampleGain(sample.arm, cutoff));
  await page.locator(".readout-gain", { hasText: `Cut at ${cutoff.toFixed(1)} s` }).waitFor();
  expect(await gainShown(page)).toBe(`Cut at ${cutoff.toFixed(1)} s:\n${gain}\nas much done as waiting`);
  expect(await page.locator(".give-up .bar-stopped").count()).toBe(stopped);
  expect(await page.locator(".readout-counts").innerText()).toContain(
    `${40 - stopped} of 40 runs end in time`,
  );
}

describeInChromium("the start of the page in Chromium", ({ open }) => {
  test("the cutoff follows mouse and keys: bars turn grey, the rate falls and rises, gain and lanes are counted", async () => {
    const { page, complaints } = await open(pageFile);
    await showsCutoff(page, 3.5);
    const dotHeight = () => page.locator(".dot").evaluate(bounds);
    const atBest = await dotHeight();
    const knob = await slider(page).evaluate(bounds);
    await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
    await page.mouse.down();
    await page.mouse.move((await placeOf(page, 1.5)).x, knob.y + 60, { steps: 6 });
    await showsCutoff(page, 1.5);
    expect((await dotHeight()).y).toBeGreaterThan(atBest.y + 20);
    await page.mouse.up();
    await page.mouse.move((await placeOf(page, 2)).x, knob.y);
    await showsCutoff(page, 1.5);
    const { x, y } = await placeOf(page, 3.4);
    await page.mouse.click(x, y);
    await showsCutoff(page, 3.4);
    await slider(page).press("ArrowRight");
    await showsCutoff(page, 3.5);
    expect(await slider(page).getAttribute("aria-valuetext")).toBe(
      "3.5 seconds: 1.7 times as much done as waiting",
    );
    // What is done within a time, by waiting and by stopping.
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
    expect(await lanes()).toEqual(["26 done", "46 done"]);
    await page.getByRole("slider", { name: /^After/ }).fill("60");
    expect(await lanes()).toEqual([done(Infinity, 60), done(3.5, 60)]);
    await slider(page).press("End");
    expect(await gainShown(page)).toBe("No cutoff:\n1.0 ×\nas much done as waiting");
    expect(await page.locator(".give-up .bar-stopped").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("on a phone a finger drags the cutoff sideways, and scrolls the page up and down without moving it", async () => {
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
    // A word with a dotted underline is explained by pointer, keyboard and finger, within the page.
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

  test("the learner plays and pauses by one button; its curve forms; after 300 runs it begins again with others", async () => {
    const { page, complaints } = await open("about:blank");
    await page.clock.install();
    await page.goto(pageFile);
    const step = page.locator(".step", { hasText: "The best cutoff is unknown" });
    const runs = async () => Number(await step.locator("dd").first().innerText());
    const learned = () => step.locator(".step-figure > div path.curve").getAttribute("d");
    await step.getByRole("button", { name: "Play" }).waitFor();
    await page.clock.runFor(1_000);
    expect(await runs(), "nothing moves by itself").toBe(0);
    await step.getByRole("button", { name: "Play" }).click();
    await page.clock.runFor(5_000);
    await step.getByRole("button", { name: "Pause" }).click();
    const [paused, curve] = [await runs(), await learned()];
    expect(paused).toBeGreaterThan(30);
    expect(curve?.split("L").length).toBeGreaterThan(3);
    await page.clock.runFor(1_000);
    expect(await runs()).toBe(paused);
    await step.getByRole("button", { name: "Play" }).click();
    await page.clock.runFor(20_000);
    expect(await runs()).toBe(300);
    expect(await learned()).not.toBe(curve);
    await step.getByRole("button", { name: "Again, with other runs" }).click();
    await step.getByRole("button", { name: "Pause" }).click();
    expect(await runs()).toBeLessThan(300);
    expect(complaints).toEqual([]);
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
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as unknown as { readonly value: number }[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift).toBeLessThan(0.01);
    await page.clock.install();
    await page.reload();
    await slider(page).press("Home");
    await page.clock.runFor(5_000);
    await showsCutoff(page, 0.2);
  });

  test("the learner's last hundred runs go to the better option; axe finds nothing, and no width scrolls sideways", async () => {
    const { page } = await open(pageFile, { bypassCSP: true });
    const last = page.getByText(/of the last 100 runs are of option/);
    await last.getByText("option B").waitFor();
    const quick = page.getByRole("slider", { name: /B is quick/ });
    await quick.fill("10");
    await last.getByText("option A").waitFor();
    expect(Number((await last.innerText()).split(" ")[0])).toBeGreaterThan(80);
    expect(await quick.getAttribute("aria-valuetext")).toBe("10% of its runs");
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      // The figures follow a frame later.
      await page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width);
    }
  });
});
