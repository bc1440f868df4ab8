import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LOG_SAMPLES } from "../../../soak/log-samples.mjs";
import { withoutOptions } from "../../cli/src/analysis/join-logs.ts";
import { linesToCopy } from "../../cli/src/analysis/lines-to-copy.ts";
import { tableRows } from "../../cli/src/shell/table-rows.ts";
import { mulligan } from "../../cli/test/call-command.ts";
import { hyperfine, joblog, journal, oddTable } from "./analyze/logs.ts";
import { allFaultsInLightAndDark } from "./axe.ts";
import { describeInChromium, pageFile } from "./browser.ts";

const runs = readFileSync(fileURLToPath(new URL("../../../examples/runs.csv", import.meta.url)), "utf8");

/** The sentences that the command gives for a log: the paragraph before the table. Its advice about options is left out. */
async function verdicts(text: string, ...options: string[]): Promise<string[]> {
  const { stdout } = await mulligan(["analyze", "-", ...options], text);
  const paragraphs = stdout.split("\n\n");
  const sentences = paragraphs[paragraphs.findIndex((lines) => /^(arm|instance) +runs/.test(lines)) - 1];
  return withoutOptions(sentences).split("\n").map(lowerFirst);
}

/** Alone a sentence begins with a capital on the page. */
function lowerFirst(text: string): string {
  return `${text[0].toLowerCase()}${text.slice(1)}`;
}

/** Its complaint, with the file's name. */
async function complaint(name: string, text: string): Promise<string> {
  const { stderr } = await mulligan(["analyze", "-"], text);
  return withoutOptions(stderr.trim().replace(/^mulligan: -/, name));
}

/** A real drop, on the body: a browser would go to the file. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text] as const,
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Choose/ }).click();
  await (await chooser).setFiles({ name, mimeType: "", buffer: Buffer.from(content) });
}

const said = (page: Page) => page.getByRole("region", { name: "Verdict" }).locator(".analyze-verdict");
const isNamed = (page: Page, name: string) => page.locator(".analyze-name", { hasText: name }).waitFor();

async function saysAsCommand(page: Page, name: string, expected: readonly string[]): Promise<void> {
  await isNamed(page, name);
  await said(page).first().waitFor();
  expect(await sentences(page)).toEqual(expected);
}

const sentences = async (page: Page) => (await said(page).allTextContents()).map(lowerFirst);

/** Waits until the verdict is the one for the current options. */
const isCurrent = (page: Page) =>
  page.locator('.analyze-results[aria-busy="false"] .stack:not(.analyze-stale)').first().waitFor();

const shell = (page: Page) => page.getByRole("region", { name: "The same in a shell" }).locator("code");
const takeAway = (page: Page) =>
  page.locator("section", { has: page.getByRole("group", { name: "Lines to copy for" }) });

/** What a button saves. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

describeInChromium("Analyze in Chromium", ({ open }) => {
  test("a table that is dropped anywhere gets the verdict of the command, two figures and the line for a shell", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    await drop(page, "runs.csv", runs);
    await saysAsCommand(page, "runs.csv", await verdicts(runs));
    await page.locator(".analyze-mark").nth(1).waitFor();
    expect(await page.locator(".still svg").count()).toBe(2);
    await page
      .locator(".analyze-field")
      .first()
      .click({ position: { x: 0, y: 20 } });
    // It is drawn again a moment after the click.
    await expect.poll(() => page.getByRole("textbox", { name: "Timeout" }).inputValue()).toBe("23.7");
    expect(await shell(page).textContent()).toBe("mulligan analyze runs.csv");
    expect(page.url()).toBe(`${pageFile}#analyze`);
    expect(complaints).toEqual([]);
  });

  test("a journal is judged by option, and by input", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    await choose(page, "state.jsonl", journal);
    await saysAsCommand(page, "state.jsonl", await verdicts(journal));
    await page.getByRole("button", { name: "input", exact: true }).click();
    await page.locator(".analyze-verdict", { hasText: "uf100-0.cnf" }).waitFor();
    expect(await sentences(page)).toEqual(await verdicts(journal, "--by", "instance"));
    await page.getByText(/^A shorter cutoff pays for . of the 4 inputs, most for/).waitFor();
    expect(await shell(page).textContent()).toBe("mulligan analyze state.jsonl --by instance");
    expect(new URL(page.url()).hash).toBe("#analyze?by=instance");
    expect(complaints).toEqual([]);
  });

  test("a log of each format has the verdict of the command, and a preview that says what was guessed", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const samples = [...LOG_SAMPLES, { name: "tabs", text: runs.replaceAll(",", "\t"), notice: undefined }];
    for (const [place, { text, notice }] of samples.entries()) {
      const name = `log-${place}`;
      await choose(page, name, text);
      await saysAsCommand(page, name, await verdicts(text));
      expect(
        await page.getByRole("region", { name: "The first rows" }).locator("tbody tr").count(),
      ).toBeGreaterThan(0);
      if (notice !== undefined) await page.getByText(withoutOptions(notice)).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test("several files are one log, packed ones too, as the command reads them", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const [heading, ...rows] = runs.trim().split("\n");
    const [even, odd] = [0, 1].map((part) =>
      [heading, ...rows.filter((_, place) => place % 2 === part)].join("\n"),
    );
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose files" }).click();
    await (await chooser).setFiles([
      { name: "even.csv", mimeType: "", buffer: Buffer.from(even) },
      { name: "odd.csv.gz", mimeType: "", buffer: gzipSync(odd) },
    ]);
    await saysAsCommand(
      page,
      "even.csv and 1 more",
      await verdicts(`${even}\n${odd.split("\n").slice(1).join("\n")}`),
    );
    expect(await shell(page).textContent()).toBe("mulligan analyze even.csv odd.csv.gz");
    expect(complaints).toEqual([]);
  });

  test("columns, their unit and the cost of a restart act as they are chosen and typed; a wrong cost greys the verdict", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    await drop(page, "odd.csv", oddTable);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toBe(await complaint("odd.csv", oddTable));
    expect(await page.getByRole("region", { name: "The first rows" }).locator("tbody tr").count()).toBe(4);
    await page.getByLabel("Time", { exact: true }).selectOption("x");
    await page.getByLabel(/^Outcome/).selectOption("y");
    await page.getByLabel(/^Option:/).selectOption("server");
    await page.getByLabel(/^Input:/).selectOption("z");
    await page.getByLabel("Unit of the times").first().selectOption("s");
    await isCurrent(page);
    const cost = page.getByRole("textbox", { name: "Cost of a restart" });
    await cost.fill("2 much");
    expect(await page.getByRole("alert").textContent()).toContain("must be a number of at least 0");
    await page.getByText("See the message next to the field.").waitFor();
    await page.locator(".analyze-stale").waitFor();
    // Nothing but the keys: there is no button to apply it, and the focus stays.
    await cost.fill("2000");
    await page.getByLabel("Unit of the cost").selectOption("ms");
    const columns = "--time x --outcome y --arm server --instance z --time-unit s";
    await shell(page)
      .filter({ hasText: `mulligan analyze odd.csv ${columns} --resetting 'constant(2)'` })
      .waitFor();
    await isCurrent(page);
    expect(await sentences(page)).toEqual(
      await verdicts(oddTable, ...columns.split(" "), "--resetting", "constant(2)"),
    );
    expect(page.url()).toContain("#analyze?time=x&outcome=y&arm=server&instance=z&timeUnit=s&cost=2000ms");
    expect(complaints).toEqual([]);
  });

  test("words that are not understood are listed, and the reader says what they mean", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const text = `took_ms,end\n${Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? `90${i},gaveup` : `${i + 1},fine`)).join("\n")}\n`;
    await drop(page, "words.csv", text);
    await page.getByText("The words in the column").count();
    await page.getByLabel(/^Outcome/).selectOption("end");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).not.toContain("--");
    const words = page.getByRole("group", { name: "What the outcomes mean" });
    await words.getByLabel(/^gaveup/).selectOption("cut");
    const options = ["--outcome", "end", "--cut", "gaveup"];
    await shell(page)
      .filter({ hasText: `mulligan analyze words.csv ${options.join(" ")}` })
      .waitFor();
    await isCurrent(page);
    expect(await sentences(page)).toEqual(await verdicts(text, ...options));
    expect(await words.locator("label").allTextContents()).toEqual(["gaveup 15", "fine 45"]);
    // The unit that the heading says is corrected, too.
    await page.getByLabel("Unit of the times").selectOption("min");
    options.push("--time-unit", "min");
    await shell(page).filter({ hasText: "--time-unit min" }).waitFor();
    await isCurrent(page);
    expect(await sentences(page)).toEqual(await verdicts(text, ...options));
    expect(complaints).toEqual([]);
  });

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
    expect(lines.map(({ name }) => name)).toEqual([
      "timeout",
      "mulligan run",
      "TypeScript",
      "fetch",
      "Python",
    ]);
    for (const { name, text } of lines) {
      await takeAway(page).getByRole("button", { name, exact: true }).click();
      await takeAway(page).getByRole("button", { name: "Copy" }).click();
      await takeAway(page).getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
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
    const table = tableRows("", (await saved(page, "Save the numbers as CSV")).bytes.toString());
    const { arms } = JSON.parse((await mulligan(["analyze", "-", "--json"], hyperfine)).stdout);
    const [head, fast] = table.map(({ record }) => record);
    expect(head.slice(0, 3)).toEqual(["option", "verdict", "runs"]);
    expect(fast.slice(0, 3)).toEqual(["solve --fast", "yes", "40"]);
    expect(Number(fast[head.indexOf("best cutoff (s)")])).toBeCloseTo(arms[0].bestCutoff, 9);
    const rate = tableRows("", (await saved(page, "Save the curve of cutoffs as CSV")).bytes.toString());
    expect(rate[0].record).toEqual(["option", "cutoff (s)", "done per second", "low", "high"]);
    expect(rate.length).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  test("what is broken, empty or no text is refused in the words of the command", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const broken = journal.split("\n").with(3, '{"type":"tri').join("\n");
    const changed = journal.replace('"reward":1', '"reward":2');
    for (const [name, text] of [
      ["empty.csv", ""],
      ["binary.bin", "MZ\u0000\u0001"],
      ["broken.jsonl", broken],
      ["changed.jsonl", changed],
      ["words.csv", "time,completed\n3,1\nsoon,1\n"],
      ["other.json", '{"results":[{"command":1}]}'],
    ]) {
      await choose(page, name, text);
      await isNamed(page, name);
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").textContent()).toBe(await complaint(name, text));
    }
    await drop(page, "jobs.log", joblog);
    await said(page).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("names with HTML in them are shown as they are, in texts, table, figures and the line for a shell", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const name = "<img src=x onerror=alert(1)>'.csv";
    // With a comma, so that it must stand in quotes.
    const arm = "<script>2,3</script>";
    let dialogs = 0;
    page.on("dialog", () => dialogs++);
    const text = `arm,time,instance\n${Array.from({ length: 40 }, (_, i) => `"${arm}",${i + 1},<b>${i % 20}</b>`).join("\n")}`;
    await drop(page, name, text);
    await saysAsCommand(page, name, await verdicts(text));
    await page.locator(".analyze-mark").nth(1).waitFor();
    await page.getByRole("img").first().getByText(arm).waitFor();
    expect(await page.locator("tbody th").first().textContent()).toBe(arm);
    expect(await shell(page).textContent()).toBe("mulligan analyze '<img src=x onerror=alert(1)>'\\''.csv'");
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
    expect(dialogs).toBe(0);
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
    await page.getByRole("button", { name: "Try a sample" }).click();
    await page.locator(".analyze-mark").nth(1).waitFor();
    await page.getByText("Paste or type instead").click();
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
