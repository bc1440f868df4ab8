import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { mulligan } from "../../../cli/test/call-command.ts";
import { pageWords } from "../../src/analyze/page-words.ts";

/** A log of 200 runs, without the unit of its times. */
export const runs = readFileSync(
  fileURLToPath(new URL("../../../../examples/runs.csv", import.meta.url)),
  "utf8",
);

/** The sentences that the command gives for a log: the paragraph before the table. Its advice about options is left out. */
export async function verdicts(text: string, ...options: string[]): Promise<string[]> {
  const { stdout } = await mulligan(["analyze", "-", ...options], text);
  const paragraphs = stdout.split("\n\n");
  const sentences = paragraphs[paragraphs.findIndex((lines) => /^(arm|instance) +runs/.test(lines)) - 1];
  return pageWords(sentences).split("\n").map(lowerFirst);
}

/** Alone a sentence begins with a capital on the page. */
function lowerFirst(text: string): string {
  return `${text[0].toLowerCase()}${text.slice(1)}`;
}

/** Its complaint, with the file's name. */
export async function complaint(name: string, text: string): Promise<string> {
  const { stderr } = await mulligan(["analyze", "-"], text);
  return pageWords(stderr.trim().replace(/^mulligan: -/, name));
}

/** A real drop, on the body: a browser would go to the file. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
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

export async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Choose/ }).click();
  await (await chooser).setFiles({ name, mimeType: "", buffer: Buffer.from(content) });
}

export const said = (page: Page) => page.getByRole("region", { name: "Verdict" }).locator(".analyze-verdict");
export const isNamed = (page: Page, name: string) =>
  page.locator(".analyze-name", { hasText: name }).waitFor();

export async function saysAsCommand(page: Page, name: string, expected: readonly string[]): Promise<void> {
  await isNamed(page, name);
  await said(page).first().waitFor();
  expect(await sentences(page)).toEqual(expected);
}

export const sentences = async (page: Page) => (await said(page).allTextContents()).map(lowerFirst);

/** Waits until the verdict is the one for the current options. */
export const isCurrent = (page: Page) =>
  page.locator('.analyze-results[aria-busy="false"] > [role="group"]:not(.analyze-stale)').waitFor();

export const shell = (page: Page) =>
  page.getByRole("region", { name: "The same in a shell" }).locator("code");
