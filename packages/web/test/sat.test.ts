import { text as streamText } from "node:stream/consumers";
import { printDimacs, satisfies, xoshiro } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LiveContest } from "../src/sat/contest.ts";
import { generated } from "../src/sat/formula-source.ts";
import { fieldsFromAddress, readSetting, type SatSetting } from "../src/sat/setting.ts";
import { seriousFaultsInLightAndDark } from "./axe.ts";
import { describeInChromium, pageFile } from "./browser.ts";

/** The rows of the table of results: solved, restarts, flips, flips in all. */
async function standings(page: Page): Promise<number[][]> {
  const rows = await page.locator(".sat-standings tbody tr").all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator("td").allTextContents()).map((text) => Number(text.replaceAll(",", ""))),
    ),
  );
}

/** The machine may be busy. */
const PATIENT = { timeout: 30_000 };

const done = (page: Page) => page.getByText("Done.", { exact: true }).waitFor();
const solve = (page: Page) => page.getByRole("button", { name: "Solve", exact: true });

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

describeInChromium("SAT in Chromium", ({ open }) => {
  test("formulas are generated and solved live, and a link gives the numbers of the packages", async () => {
    const text = "kind=uf100&count=20&seed=3&speed=max";
    const setting = readSetting(fieldsFromAddress(new URLSearchParams(text))) as SatSetting;
    const contest = new LiveContest(generated(setting), Array(20).fill(true), setting);
    await contest.advance(Infinity, () => false);
    const expected = contest.contestants.map(({ solved, restarts, flips, clock }) => [
      solved,
      restarts,
      flips,
      clock,
    ]);

    const { page, complaints } = await open(`${pageFile}#sat?${text}`, {
      bypassCSP: true,
      reducedMotion: "no-preference",
    });
    await solve(page).click();
    await done(page);
    expect(await standings(page)).toEqual(expected);
    const [learned, luby, never] = expected.map(([solved]) => solved);
    expect(await page.locator(".sat-verdict").textContent()).toMatch(
      new RegExp(
        `^Learned restarts solved ${learned} of 20 in .* flips, Luby’s ${luby} in .*, no restarts ${never} in`,
      ),
    );
    expect(await page.locator(".sat-list tbody tr").count()).toBe(20);
    expect(learned).toBeGreaterThan(never);
    await page.getByText(/^From \d+ tries: best is a cutoff of/).waitFor();
    expect(complaints).toEqual([]);
    expect(await seriousFaultsInLightAndDark(page)).toEqual([]);
  });

  test("the keyboard alone begins, pauses, goes on, watches another, stops; the address follows", async () => {
    const { page, complaints } = await open(`${pageFile}#sat?count=50&seed=9&speed=1000`, {
      reducedMotion: "no-preference",
    });
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const tabTo = async (wanted: string) => {
      for (let i = 0; i < 30 && (await focused()) !== wanted; i++) await page.keyboard.press("Tab");
      expect(await focused()).toBe(wanted);
    };
    await tabTo("Solve");
    await page.keyboard.press("Enter");
    const clock = async () => (await standings(page))[0]?.[3] ?? 0;
    await expect.poll(clock, PATIENT).toBeGreaterThan(0);
    await tabTo("Pause");
    await page.keyboard.press("Space");
    await page.getByText(/^Paused at formula/).waitFor();
    const stood = await clock();
    await page.getByLabel("Watch").focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("img", { name: /^The walk at cbs100-\d+: / }).waitFor();
    expect(await clock()).toBeLessThanOrEqual(stood + 200);
    await page.getByRole("button", { name: "Go on" }).press("Enter");
    await expect.poll(clock, PATIENT).toBeGreaterThan(stood + 200);
    await page.getByLabel("Speed").selectOption("100,000 flips a second");
    expect(page.url()).toContain("speed=100000");
    await page.getByRole("button", { name: "Stop" }).press("Enter");
    await page.getByText("Stopped.", { exact: true }).waitFor();
    await page.getByLabel("How many").fill("none");
    await page.getByText("Must be a whole number from 1 to 500.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a dropped file is solved, and its model, downloaded, satisfies it", async () => {
    const { page, complaints } = await open(`${pageFile}#sat?speed=max`);
    await dropFiles(page, [{ name: "easy.cnf", text: printDimacs(easy) }]);
    await done(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the model of easy.cnf" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("easy.cnf.sol");
    const text = await streamText(await download.createReadStream());
    expect(text).toMatch(/^s SATISFIABLE\n(v( -?\d+)+\n)+$/);
    const literals = [...text.matchAll(/-?\d+/g)].map(Number);
    expect(literals.pop()).toBe(0);
    const model = new Uint8Array(easy.variables + 1);
    for (const literal of literals) model[Math.abs(literal)] = literal > 0 ? 1 : 0;
    expect(satisfies(easy, model)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("a broken file is told by its line, a hostile name is text, and the others are solved", async () => {
    const { page, complaints } = await open(`${pageFile}#sat?speed=max`);
    const hostile = "<img src=x onerror=alert(1)>\u202e\n.cnf";
    await dropFiles(page, [
      { name: "broken.cnf", text: "p cnf 3 2\n1 -2 0\n2 oops 0\n" },
      { name: "empty.cnf", text: "p cnf 1 1\n0\n" },
      { name: "large.cnf", text: "p cnf 900000000 1\n1 2 0\n" },
      { name: hostile, text: printDimacs(easy) },
    ]);
    await done(page);
    const alert = page.getByRole("alert");
    expect(await alert.getByRole("listitem").allTextContents()).toEqual([
      'broken.cnf:3: expected a literal, found "oops"',
      "empty.cnf: clause 1 is empty, so nothing satisfies it",
      expect.stringMatching(/^large\.cnf: a walk may take at most 1,074 MB of memory here/),
    ]);
    expect((await standings(page)).map(([solved]) => solved)).toEqual([1, 1, 1]);
    const shown = await page.locator(".sat-list tbody tr").last().locator("th").textContent();
    expect(shown).toBe(hostile.replace("\n", "\\n").replace("\u202e", "\\u202e"));
    expect(await page.locator("img").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("who asked for less movement gets at most three pictures a second", async () => {
    const picturesASecond = async (reducedMotion: "reduce" | "no-preference") => {
      const { page, complaints } = await open("about:blank", { reducedMotion });
      await page.addInitScript(() => {
        const shown: number[] = [];
        Object.assign(globalThis, { shown });
        globalThis.Worker = class extends Worker {
          constructor(place: string | URL, options?: WorkerOptions) {
            super(place, options);
            this.addEventListener("message", ({ data }) => {
              if (data.kind === "progress") shown.push(performance.now());
            });
          }
        };
      });
      await page.goto(`${pageFile}#sat?speed=10000`);
      await solve(page).click();
      const shown = () => page.evaluate(() => (globalThis as unknown as { shown: number[] }).shown);
      await expect.poll(async () => (await shown()).length, PATIENT).toBeGreaterThan(3);
      expect(complaints).toEqual([]);
      const times = await shown();
      return (1_000 * (times.length - 1)) / (times[times.length - 1] - times[0]);
    };
    const [calm, usual] = await Promise.all([picturesASecond("reduce"), picturesASecond("no-preference")]);
    expect(calm).toBeLessThanOrEqual(3);
    expect(usual).toBeGreaterThan(calm);
  });
});
