import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LOG_SAMPLES } from "../../../soak/log-samples.mjs";
import { mulligan } from "../../cli/test/call-command.ts";
import { hyperfine, joblog, journal, oddTable } from "./analyze/logs.ts";
import { seriousFaultsInLightAndDark } from "./axe.ts";
import { describeInChromium, pageFile } from "./browser.ts";

const runs = readFileSync(fileURLToPath(new URL("../../../examples/runs.csv", import.meta.url)), "utf8");

/** The sentences that the command gives for a log. */
async function verdicts(text: string, ...options: string[]): Promise<string[]> {
  const { stdout } = await mulligan(["analyze", "-", ...options], text);
  return stdout.slice(0, stdout.indexOf("\n\n")).split("\n");
}

/** Its complaint, with the file's name. */
async function complaint(name: string, text: string): Promise<string> {
  const { stderr } = await mulligan(["analyze", "-"], text);
  return stderr.trim().replace(/^mulligan: -/, name);
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
  expect(await said(page).allTextContents()).toEqual(expected);
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
    // It is drawn anew a moment after the click.
    await expect.poll(() => page.getByRole("textbox", { name: "Timeout" }).inputValue()).toBe("23.7");
    expect(await page.locator("code").textContent()).toBe("mulligan analyze runs.csv");
    expect(page.url()).toBe(`${pageFile}#analyze`);
    expect(complaints).toEqual([]);
  });

  test("a joblog, hyperfine's JSON and a journal are chosen one after the other, and told as the command tells them", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    for (const [name, text] of [
      ["jobs.log", joblog],
      ["bench.json", hyperfine],
      ["state.jsonl", journal],
    ]) {
      await choose(page, name, text);
      await saysAsCommand(page, name, await verdicts(text));
    }
    await page.getByRole("button", { name: "instance", exact: true }).click();
    await page.locator(".analyze-verdict", { hasText: "uf100-0.cnf" }).waitFor();
    expect(await said(page).allTextContents()).toEqual(await verdicts(journal, "--by", "instance"));
    expect(await page.locator("code").textContent()).toBe("mulligan analyze state.jsonl --by instance");
    expect(new URL(page.url()).hash).toBe("#analyze?by=instance");
    expect(complaints).toEqual([]);
  });

  test("a log of each format has the verdict of the command, and what was guessed stands beside it", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    for (const [place, { text, notice }] of LOG_SAMPLES.entries()) {
      const name = `log-${place}`;
      await choose(page, name, text);
      await saysAsCommand(page, name, await verdicts(text));
      if (notice !== undefined) await page.getByText(notice).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test("columns of other names are chosen by hand; unit and resetting time are those of the command", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    await drop(page, "odd.csv", oddTable);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toBe(await complaint("odd.csv", oddTable));
    expect(await page.getByRole("region", { name: "The first rows" }).locator("tbody tr").count()).toBe(4);
    await page.getByLabel("Time", { exact: true }).selectOption("x");
    await page.getByLabel(/^Outcome/).selectOption("y");
    await page.getByLabel(/^Arm/).selectOption("server");
    await page.getByLabel(/^Instance/).selectOption("z");
    await page.getByLabel("Unit of the times").fill("s");
    const cost = page.getByLabel("What a restart costs");
    await cost.fill("constnt(2)");
    await cost.press("Enter");
    expect(await page.getByRole("alert").textContent()).toContain('did you mean "constant"?');
    await cost.fill("constant(2)");
    await cost.press("Enter");
    const columns = "--time x --outcome y --arm server --instance z";
    const line = `mulligan analyze odd.csv ${columns} --unit s --resetting 'constant(2)'`;
    await page.locator("code", { hasText: line }).waitFor();
    await page.locator('.analyze-results[aria-busy="false"]').waitFor();
    const options = [...columns.split(" "), "--unit", "s", "--resetting", "constant(2)"];
    expect(await said(page).allTextContents()).toEqual(await verdicts(oddTable, ...options));
    expect(page.url()).toContain("#analyze?time=x&outcome=y&arm=server&instance=z&unit=s");
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
    await drop(page, "runs.csv", runs);
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
    expect(await page.locator("code").textContent()).toBe(
      "mulligan analyze '<img src=x onerror=alert(1)>'\\''.csv'",
    );
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("by the keyboard alone: paste, read, and ask what a timeout would mean", async () => {
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
    await reach("Paste instead");
    await page.keyboard.press("Enter");
    await reach("Times, a table, or a whole log");
    await page.keyboard.type("1 9 ".repeat(10));
    await reach("Analyze what is pasted");
    await page.keyboard.press("Enter");
    await said(page).waitFor();
    const meaning = page.locator(".analyze-meaning");
    await reach("Timeout");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("2\n");
    await page.getByText("With a timeout of 2.00, 50.0% of the runs finish in time").waitFor();
    expect(await meaning.textContent()).toContain("1.67× what waiting gets done");
    await reach("From 1.00 to 9.00");
    await page.keyboard.press("End");
    expect(await meaning.textContent()).toContain("every run finishes in time");
    await page.keyboard.press("Home");
    expect(await meaning.textContent()).toContain("as much as with the best timeout, and 2.50× what waiting");
    expect(complaints).toEqual([]);
  });

  test("axe finds nothing serious after a verdict, in light and dark, and a phone scrolls in one direction only", async () => {
    const { page } = await open(`${pageFile}#analyze`, { bypassCSP: true });
    await page.getByRole("button", { name: "Try a sample" }).click();
    await page.locator(".analyze-mark").nth(1).waitFor();
    await page.getByText("Columns", { exact: true }).click();
    await page.getByText("Paste instead").click();
    expect(await seriousFaultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
