import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import { executable, QUIET } from "./chromium.ts";

/** The page as it was built, from its file. */
export const pageFile = pathToFileURL(
  fileURLToPath(new URL("../../cli/dist/page/index.html", import.meta.url)),
).href;

/** The machine may be busy with other tests. */
const TIMEOUT_MS = 90_000;

/** A page, and its complaints: errors and warnings on its console, and uncaught errors. */
interface OpenPage {
  readonly page: Page;
  readonly complaints: string[];
}

interface PageTests {
  readonly browser: Browser;
  /**
   * Opens an address in a context of its own, which is closed at the end of the test. Without other options the reader
   * wants no movement: drawing 60 frames a second takes most of the processor.
   */
  open(address: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

/**
 * A suite in Chromium: in the one browser of the project "page", or in a new one for tests that run alone. It is skipped,
 * and its title says so, where there is no Chromium.
 */
export function describeInChromium(title: string, define: (tests: PageTests) => void): void {
  const name = executable === undefined ? `${title} (skipped: there is no Chromium here)` : title;
  describe.skipIf(executable === undefined)(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await connect(executable!);
    });
    afterAll(() => browser.close());
    define({
      get browser() {
        return browser;
      },
      open: (address, options) => openPage(browser, address, options),
    });
  });
}

function connect(executablePath: string): Promise<Browser> {
  const endpoint = inject("browserEndpoint");
  return endpoint === undefined
    ? chromium.launch({ executablePath, args: [...QUIET] })
    : chromium.connect(endpoint);
}

async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  if (address !== "about:blank") await viewIsReady(page);
  return { page, complaints };
}

/** A view may have a script of its own, and listens for drops once it was drawn: sooner than a reader could drop anything. */
async function viewIsReady(page: Page): Promise<void> {
  await page.locator("#content > *").first().waitFor({ state: "attached" });
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}
