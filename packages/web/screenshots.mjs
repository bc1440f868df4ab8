// node packages/web/screenshots.mjs [FOLDER]: every view at three widths, light and dark, as pictures to look at, with
// something in it; and readme.png, which the README shows as docs/figures/page.png. Needs the system's Chromium.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const into = process.argv[2] ?? "screenshots";
const main = fileURLToPath(new URL("../cli/dist/bundle/main.js", import.meta.url));
const state = mkdtempSync(join(tmpdir(), "mulligan-screenshots-"));
const server = spawn(process.execPath, [main, "serve", "--port", "0", "--state", state], {
  stdio: ["ignore", "pipe", "ignore"],
});
const [address] = await new Promise((resolve) =>
  createInterface(server.stdout).once("line", (line) => resolve([line])),
);
const run = spawn(
  process.execPath,
  [
    main,
    "run",
    "--state",
    join(state, "nightly"),
    "--until",
    "120",
    "--jobs",
    "2",
    "--seed",
    "1",
    "--explore",
    "0.15",
  ].concat([
    ...[
      "--",
      "bash",
      "-c",
      "RANDOM=$0; [ $((RANDOM % 4)) = 0 ] && sleep 2; sleep 0.0$((RANDOM % 90 + 10))",
      "{seed}",
    ],
  ]),
  { stdio: "ignore" },
);

/** What is done in each view before it is looked at. */
const views = {
  async start(page) {
    await page.getByText(/of the last 100 runs are of option/).waitFor();
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".step dd")?.textContent) >= 60);
    await page.getByRole("button", { name: "Pause" }).click();
  },
  async race(page) {
    await page.getByLabel("Speed").selectOption("as fast as possible");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Again", exact: true }).waitFor({ timeout: 60_000 });
  },
  async analyze(page) {
    await page.getByRole("button", { name: "Try a sample" }).click();
    await page.locator(".still svg").nth(1).waitFor();
  },
  async sat(page) {
    await page.getByRole("button", { name: "Solve" }).click();
    await page.waitForTimeout(6_000);
  },
  async runs(page) {
    await page.waitForTimeout(3_000);
  },
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
mkdirSync(into, { recursive: true });
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1440, 1024, 390]) {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    for (const [name, prepare] of Object.entries(views)) {
      const page = await context.newPage();
      await page.goto(`${address}/#${name === "start" ? "" : name}`);
      await prepare(page);
      await page.screenshot({ path: join(into, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
    await context.close();
  }
}
const page = await browser.newPage({
  viewport: { width: 1200, height: 875 },
  deviceScaleFactor: 1.25,
  reducedMotion: "reduce",
});
await page.goto(address);
await page.screenshot({ path: join(into, "readme.png") });
await browser.close();
run.kill("SIGTERM");
server.kill("SIGTERM");
await Promise.all(
  [run, server].map((child) => child.exitCode ?? new Promise((resolve) => child.once("close", resolve))),
);
rmSync(state, { recursive: true, force: true });
