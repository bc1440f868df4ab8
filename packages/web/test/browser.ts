import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findProgram } from "../../../test/find-program.ts";

/** The system's Chromium; undefined where there is none. */
export const executable = findProgram("chromium", "chromium-browser", "google-chrome");

/** The page as it was built, from its file. */
export const pageFile = pathToFileURL(
  fileURLToPath(new URL("../../cli/dist/page/index.html", import.meta.url)),
).href;

/** Nothing that would ask the network for anything. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    args: QUIET,
  });
}

/** A page, and whatever it complained of: errors on its console, and those that nobody caught. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: string[];
}

export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints };
}
