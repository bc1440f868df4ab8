import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  choose,
  complaint,
  drop,
  isCurrent,
  isNamed,
  runs,
  said,
  saysAsCommand,
  sentences,
  shell,
  verdicts,
} from "../analyze/drive.ts";
import { journal, oddTable } from "../analyze/logs.ts";
import { describeInChromium, pageFile } from "../browser.ts";

describeInChromium("Analyze in Chromium: the import", ({ open }) => {
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
    await page
      .getByText(/^Restarting pays for all 4 inputs, most for/)
      .last()
      .waitFor();
    expect(await shell(page).textContent()).toBe("mulligan analyze state.jsonl --by instance");
    expect(new URL(page.url()).hash).toBe("#analyze?by=instance");
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
    const settings = "#analyze?time=x&outcome=y&arm=server&instance=z&timeUnit=s&cost=2000ms";
    expect(page.url()).toContain(settings);
    // The menu discards neither the log nor what was said of it.
    const line = await shell(page).textContent();
    await page.getByRole("link", { name: "Race" }).click();
    await page.getByRole("heading", { level: 1, name: "Policies" }).waitFor();
    await page.getByRole("link", { name: "Analyze" }).click();
    await isCurrent(page);
    expect(await shell(page).textContent()).toBe(line);
    expect(await cost.inputValue()).toBe("2000");
    expect(page.url()).toContain(settings);
    expect(complaints).toEqual([]);
  });

  test("words that are not understood are listed, and the reader says what they mean", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const text = `took_ms,status\n${Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? `90${i},gaveup` : `${i + 1},fine`)).join("\n")}\n`;
    await drop(page, "words.csv", text);
    await page.getByText("The words in the column status are not understood").waitFor();
    const verdict = page.getByRole("region", { name: "Verdict" });
    const warning = verdict.getByText(
      'The outcomes in "status" are not understood, so every run counts as done.',
    );
    await warning.waitFor();
    await page.getByLabel(/^Outcome/).selectOption("status");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).not.toContain("--");
    await page.getByText("Say under “What was read” what the words for outcomes mean.").waitFor();
    const words = page.getByRole("group", { name: "What the outcomes mean" });
    await words.getByLabel(/^gaveup/).selectOption("cut");
    const options = ["--outcome", "status", "--cut", "gaveup"];
    await shell(page)
      .filter({ hasText: `mulligan analyze words.csv ${options.join(" ")}` })
      .waitFor();
    await isCurrent(page);
    expect(await sentences(page)).toEqual(await verdicts(text, ...options));
    expect(await words.locator("label").allTextContents()).toEqual(["gaveup 15 runs", "fine 45 runs"]);
    expect(await warning.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("what is broken or no text is refused in the words of the command, and too few runs are said to be", async () => {
    const { page, complaints } = await open(`${pageFile}#analyze`);
    const broken = journal.split("\n").with(3, '{"type":"tri').join("\n");
    for (const [name, text] of [
      ["binary.bin", "MZ\u0000\u0001"],
      ["broken.jsonl", broken],
      ["words.csv", "time,completed\n3,1\nsoon,1\n"],
    ]) {
      await choose(page, name, text);
      await isNamed(page, name);
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").textContent()).toBe(await complaint(name, text));
      // Only a wrong row can be helped by other columns.
      const advice = page.getByText("Correct under “What was read” what was guessed wrong.");
      expect(await advice.count(), name).toBe(name === "words.csv" ? 1 : 0);
    }
    await drop(page, "one.csv", "time\n5\n");
    await said(page).getByText("Too few runs to tell (1 completed").waitFor();
    await page.getByRole("heading", { name: "Collect more runs first" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
