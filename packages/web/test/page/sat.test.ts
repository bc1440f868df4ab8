import { text as streamText } from "node:stream/consumers";
import { printDimacs, satisfies, xoshiro } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { numberText } from "../../src/design/number-text.ts";
import { resultSentences } from "../../src/sat/result-words.ts";
import {
  type Entries,
  flipsPerSolved,
  seedInterval,
  solvedCount,
  TRIED_BASES,
} from "../../src/sat/spread.ts";
import { allFaultsInLightAndDark } from "../axe.ts";
import { describeInChromium, pageFile } from "../browser.ts";
import { playSeeds, seedsFrom, settingOf } from "../sat/play-seeds.ts";

/** The rows of the table of results: solved, flips for each solved formula. */
async function standings(page: Page): Promise<string[][]> {
  const rows = await page.locator(".standings tbody tr").all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator("td").allInnerTexts();
      return cells.slice(0, 2).map((text) => text.replaceAll(/\s+/g, " ").trim());
    }),
  );
}

/** The machine may be busy. */
const PATIENT = { timeout: 30_000 };

const done = (page: Page) => page.getByText(/^Done\./).waitFor();
const solve = (page: Page) => page.getByRole("button", { name: "Solve", exact: true });

/** The file that a button saves. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await streamText(await download.createReadStream()) };
}

interface Upload {
  readonly name: string;
  readonly text: string;
}

/** As a reader drops them. */
async function dropFiles(page: Page, files: readonly Upload[]): Promise<void> {
  await page.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of given) dataTransfer.items.add(new File([text], name));
    const target = document.querySelector(".drop")!;
    target.dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

const easy = plantedFormula({ variables: 60, clauses: 220 }, xoshiro(5)).formula;

/** Returns the results of the packages for a setting, with all bases of Luby's sequence. */
async function playedOutside(text: string): Promise<Entries> {
  const setting = settingOf(text);
  const seeds = seedsFrom(setting.seed, setting.seeds);
  const bases = await Promise.all(TRIED_BASES.map((base) => playSeeds(setting, "luby", seeds, base)));
  const mean = (runs: Entries["luby"]) => seedInterval(runs.map(flipsPerSolved)).mean;
  return {
    learned: await playSeeds(setting, "learned", seeds),
    luby: bases[TRIED_BASES.indexOf(0.25)],
    tuned: bases.toSorted((a, b) => mean(a) - mean(b))[0],
    never: await playSeeds(setting, "never", seeds),
  };
}

describeInChromium("SAT in Chromium", ({ open }) => {
  test("formulas are generated and solved with several seeds; spread, list and saved table are those of the packages", async () => {
    const text = "kind=uf100&count=6&seed=3&seeds=3&speed=max";
    const entries = await playedOutside(text);
    const { page, complaints } = await open(`${pageFile}#sat?${text}`, {
      bypassCSP: true,
      reducedMotion: "no-preference",
    });
    await solve(page).click();
    await done(page);
    const expected = [entries.learned, entries.luby, entries.tuned, entries.never].map((runs) => {
      const { mean, low, high } = seedInterval(runs.map(flipsPerSolved));
      return [
        numberText(seedInterval(runs.map(solvedCount)).mean),
        `${numberText(mean)} ${numberText(low)} to ${numberText(high)}`,
      ];
    });
    expect(await standings(page)).toEqual(expected);
    const said = await page.locator(".sat-verdict p").allTextContents();
    expect(said.join(" ")).toBe(resultSentences(settingOf(text), entries).join(" "));
    expect(await page.locator(".sat-list tbody tr").count()).toBe(6);
    await page.getByText(/^From \d+ tries: (best is a cutoff of|no cutoff is better)/).waitFor();
    const rows = (await saved(page, "Save all results as CSV")).text.trim().split("\r\n");
    expect(rows[0]).toBe("contestant,base,seed,solved,restarts,flips,flips for each solved formula");
    expect(rows.slice(1, 4).map((row) => row.split(",").slice(0, 3).join())).toEqual([
      "learned,,3",
      "luby,0.25,3",
      "never,,3",
    ]);
    expect(rows).toHaveLength(1 + 3 * (2 + TRIED_BASES.length));
    const chart = await saved(page, "Save the formulas solved as SVG");
    expect(chart.text).toMatch(/^<svg[\s\S]*Luby, base 0.25/);
    expect(complaints).toEqual([]);
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
  });

  test("the keyboard alone begins, pauses, goes on, watches another, stops; the address follows; another view keeps all", async () => {
    const { page, complaints } = await open(`${pageFile}#sat?count=300&seed=9&seeds=20&speed=1000`, {
      reducedMotion: "no-preference",
    });
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const tabTo = async (wanted: string) => {
      for (let i = 0; i < 12 && (await focused()) !== wanted; i++) await page.keyboard.press("Tab");
      expect(await focused()).toBe(wanted);
    };
    await tabTo("Solve");
    await page.keyboard.press("Enter");
    const clock = () => page.locator("progress").evaluate((bar) => (bar as HTMLProgressElement).value);
    await expect.poll(clock, PATIENT).toBeGreaterThan(0);
    expect(await focused()).toBe("Pause");
    await page.keyboard.press("Space");
    await page.getByText(/^Paused\. Played \d+ of 20 seeds\.$/).waitFor();
    const stood = await clock();
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByRole("heading", { name: "When should you give up?" }).waitFor();
    await page.getByRole("link", { name: "SAT" }).click();
    await page.getByText(/^Paused\. Played \d+ of 20 seeds\.$/).waitFor();
    expect(page.url()).toContain("count=300");
    await page.getByLabel("Watch").selectOption("Luby");
    await page.getByLabel("Seed", { exact: true }).selectOption("11");
    await page.getByLabel("Speed").selectOption("100,000 flips a second");
    expect(page.url()).toContain("speed=100000");
    // What was on its way when it was paused may still arrive.
    expect(await clock()).toBeLessThanOrEqual(stood + 2);
    await page.getByRole("button", { name: "Go on" }).press("Enter");
    await page.getByRole("img", { name: /^cbs100-\d+: / }).waitFor();
    await expect.poll(clock, PATIENT).toBeGreaterThan(stood + 2);
    await page.getByRole("button", { name: "Stop" }).press("Enter");
    await page.getByText(/^Stopped\./).waitFor();
    expect(await page.locator("[data-contestant=tuned] td").allInnerTexts()).toEqual(["–", "–", "–"]);
    await page.getByText("Change the setting").click();
    await page.getByLabel("Number of formulas").fill("none");
    await page.getByText("Must be a whole number from 1 to 500.").waitFor();
    await page.getByText("These results are of the last setting.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("of dropped files a broken one is named with its line, a hostile name is text, and a saved model satisfies its formula", async () => {
    const { page, complaints } = await open(`${pageFile}#sat?seeds=2&speed=max`);
    const hostile = "<img src=x onerror=alert(1)>\u202e\n.cnf";
    await dropFiles(page, [
      { name: "broken.cnf", text: "p cnf 3 2\n1 -2 0\n2 oops 0\n" },
      { name: "large.cnf", text: "p cnf 900000000 1\n1 2 0\n" },
      { name: "easy.cnf", text: printDimacs(easy) },
      { name: hostile, text: printDimacs(easy) },
    ]);
    await done(page);
    expect(await page.getByRole("alert").getByRole("listitem").allTextContents()).toEqual([
      'broken.cnf:3: expected a literal, found "oops"',
      expect.stringMatching(/^large\.cnf: a walk may take at most 1,074 MB of memory here/),
    ]);
    expect((await standings(page)).map(([solved]) => solved)).toEqual(Array(4).fill("2.00"));
    const shown = await page.locator(".sat-list tbody tr").last().locator("th").textContent();
    expect(shown).toBe(hostile.replace("\n", "\\n").replace("\u202e", "\\u202e"));
    expect(await page.locator("img").count()).toBe(0);
    const { name, text } = await saved(page, "Save the solution of easy.cnf");
    expect(name).toBe("easy.cnf.sol");
    expect(text).toMatch(/^s SATISFIABLE\n(v( -?\d+)+\n)+$/);
    const literals = [...text.matchAll(/-?\d+/g)].map(Number);
    expect(literals.pop()).toBe(0);
    const model = new Uint8Array(easy.variables + 1);
    for (const literal of literals) model[Math.abs(literal)] = literal > 0 ? 1 : 0;
    expect(satisfies(easy, model)).toBe(true);
    expect(complaints).toEqual([]);
  });
});
