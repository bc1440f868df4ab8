import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Row } from "@mulligan/core/simulate";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFaults } from "./axe.ts";
import { describeInChromium, pageFile } from "./browser.ts";

const main = new URL("../../cli/dist/main.js", import.meta.url).pathname;

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
    await page.getByRole("radio", { name: "Pareto" }).check({ force: true });
    const notation = page.getByRole("textbox", { name: "Law of the times" });
    expect(await notation.inputValue()).toBe("pareto(scale=1,shape=1.2)");
    const slider = page.getByRole("slider", { name: "scale of Law of the times" });
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + (box.width * 3) / 7, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const scale = Number(/scale=([\d.]+)/.exec(await notation.inputValue())![1]);
    expect(scale).toBeGreaterThan(20);
    expect(scale).toBeLessThan(500);
    await page.getByLabel("Policy 2", { exact: true }).selectOption("ucb-rb");
    await page.getByLabel("Horizon").fill(String(2_000 * scale));
    await page.getByLabel("Repetitions", { exact: true }).fill("6");
    // What is set stands in the address.
    const settings = new URLSearchParams(new URL(page.url()).hash.replace("#race?", ""));
    expect(settings.get("law")).toBe(await notation.inputValue());
    expect(settings.getAll("policy")).toEqual(["km-ts", "ucb-rb", "never"]);
    await playToTheEnd(page);
    const [kmTs, ucbRb, never] = await standings(page);
    expect(kmTs.reward).toBeGreaterThan(ucbRb.reward * 1.1);
    expect(kmTs.efficiency).toBeGreaterThan(0.9);
    expect(never.policy).toBe("never");
    expect(await page.getByRole("status").first().textContent()).toContain("km-ts earned most");
    expect(await seriousFaults(page)).toEqual([]);
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
      rows.map(({ policy, reward }) => [policy, reward.mean]),
    );
    // Engines differ in the last bit of exp and log, and so in r*.
    shown.forEach(({ efficiency, regret }, place) => {
      expect(efficiency).toBeCloseTo(rows[place].efficiency.mean, 12);
      expect(regret).toBeCloseTo(rows[place].regret.mean, 9);
    });
    expect(shown.length).toBe(3);
    await page.getByRole("button", { name: "Copy" }).click();
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
    expect(await page.getByRole("textbox", { name: "Law of the times" }).inputValue()).toBe(
      "exponential(mean=2)",
    );
    expect(complaints).toEqual([]);
  });

  test("what cannot be played is said beside its field, in the library's words, and can be mended", async () => {
    const { page, complaints } = await open(`${pageFile}#race`, { bypassCSP: true });
    await startButton(page).waitFor();
    const wrong = async (label: string, text: string, said: string) => {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await field.fill(text);
      const words = page.locator(".field-wrong .field-words");
      await words.waitFor();
      expect(await words.textContent()).toContain(said);
      expect(await field.getAttribute("aria-describedby")).toBe(await words.getAttribute("id"));
      expect(await startButton(page).isDisabled()).toBe(true);
      if (label === "Horizon") expect(await seriousFaults(page)).toEqual([]);
      await field.fill(before);
      await page.locator(".standings").waitFor();
    };
    await wrong("Law of the times", "pareto(scale=1,shap=2)", 'did you mean "shape"?');
    await wrong("Law of the times", "empirical(<img src=x onerror=alert`1`>)", "data cannot be read here");
    await wrong("Cutoffs to choose from", "1,1", "each must exceed the one before");
    await wrong("Horizon", "1e9", "at most 1e+8 are played here");
    await page.getByLabel("Policy 1", { exact: true }).selectOption("fixed");
    await page.getByText("fixed: cutoff must be given").first().waitFor();
    expect(complaints).toEqual([]);
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
    expect(forgets.policy).toBe("km-ts:halfLife=300");
    // The default notices the change by itself.
    expect(keeps.reward).toBeGreaterThan(0.95 * forgets.reward);
    expect(await page.getByText("The command has no option for laws that change").count()).toBe(1);
    expect(await page.locator(".shell-line pre").count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as unknown as { frames: number }).frames)).toBeLessThan(30);
    expect(complaints).toEqual([]);
  });
});
