import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "mulligan/client";
import { formatHeader, formatTrial } from "mulligan/journal";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../../../cli/test/new-folder.ts";
import { servePage } from "../../../cli/test/serve/serve-page.ts";
import { main } from "../../../cli/test/start-command.ts";
import { allFaultsInLightAndDark } from "../axe.ts";
import { describeInChromium } from "../browser.ts";

/** What the browser itself writes of a request that fails; no page can keep it from that. */
const OF_THE_BROWSER = /^Failed to load resource/;
const ours = (complaints: readonly string[]) => complaints.filter((text) => !OF_THE_BROWSER.test(text));

/** The number that stands under a word. */
const fact = (page: Page, name: string) =>
  page
    .locator(".numbers > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

/** The content of the file that a button saves. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const path = join(newFolder(), "saved");
  await download.saveAs(path);
  return readFileSync(path, "utf8");
}

async function served(options: Parameters<typeof servePage>[0] = {}) {
  const serving = await servePage(options);
  onTestFinished(serving.close);
  return serving;
}

describeInChromium("Runs in Chromium", ({ open }) => {
  test("two runs are compared: sorted by a column, with both curves, and again from the address", async () => {
    const state = newFolder();
    writeJournal(join(state, "small"), 90);
    writeJournal(join(state, "large"), 300);
    const { url } = await served({ state });
    const { page, complaints } = await open(`${url}#runs`);
    await page.getByLabel("Sort by").selectOption("name");
    for (const name of ["small", "large"]) await page.getByLabel(`Compare ${name}`).check();
    const names = () => page.locator(".chosen-run tbody th").allTextContents();
    const sort = page.getByRole("columnheader", { name: "tries", exact: true }).getByRole("button");
    await sort.click();
    expect(await names()).toEqual(["large", "small"]);
    await sort.click();
    expect(await names()).toEqual(["small", "large"]);
    // The states come after the counts.
    await expect
      .poll(() => page.getByRole("cell", { name: "none: wait" }).count(), { timeout: 60_000 })
      .toBe(2);
    await page.locator(".moving canvas").waitFor();
    const csv = await saved(page, "Save the compared curves as CSV");
    expect(csv.split("\r\n")[0]).toMatch(/small.*large/);
    await page.reload();
    await expect.poll(names, { timeout: 60_000 }).toEqual(["small", "large"]);
    expect(complaints).toEqual([]);
  });

  test("a run of the command appears, moves, is stopped once its process is gone, and is finished when it was resumed", async () => {
    const state = newFolder();
    const { url, defects } = await served({ state });
    const { page, complaints } = await open(`${url}#runs`, { bypassCSP: true });
    const line = await page.locator(".shell-line code").first().textContent();
    expect(line).toContain(`--state ${state}/first-run`);
    /** As a shell has it from that line, and with more of it, so that it lasts. */
    const start = (until: number) => {
      const words = ["--state", join(state, "first-run"), "--until", String(until), "--", "sleep", "0.01"];
      const run = spawn(process.execPath, [main, "run", ...words], { stdio: "ignore" });
      onTestFinished(() => void run.kill("SIGKILL"));
      return run;
    };
    const run = start(9_999);
    await page.getByRole("link", { name: /first-run.*running/ }).waitFor();
    await page.getByRole("heading", { name: "first-run" }).waitFor();
    const solved = async () => Number((await fact(page, "solved").textContent())!.replaceAll(",", ""));
    const before = await solved();
    await expect.poll(solved, { timeout: 60_000 }).toBeGreaterThan(before);
    await page.locator(".lanes .bar-solved").first().waitFor({ state: "attached" });
    await page.locator(".moving canvas").waitFor();
    expect(await page.locator(".saved-time .verdict").textContent()).toMatch(/saved|nothing was cut|without/);
    expect(await page.locator(".chosen-head .shell-line code").textContent()).toMatch(
      /--until 9999 -- sleep 0.01$/,
    );
    expect(await fact(page, "tasks done").textContent()).toMatch(/ of 9,999$/);
    await fact(page, "time left").getByText(/about/).waitFor();
    run.kill("SIGKILL");
    await once(run, "close");
    await page.getByRole("link", { name: /first-run.*stopped: its process is gone/ }).waitFor();
    await fact(page, "time left").waitFor({ state: "detached" });
    expect(await allFaultsInLightAndDark(page)).toEqual([]);
    const done = readFileSync(join(state, "first-run"), "utf8").match(/"completed"/g)!.length;
    await once(start(done + 5), "close");
    await page.getByRole("link", { name: /first-run.*finished/ }).waitFor();
    const all = (done + 5).toLocaleString("en");
    await fact(page, "tasks done").getByText(`${all} of ${all}`).waitFor();
    await page.getByText(/of these tasks were done by earlier runs/).waitFor();
    expect(complaints).toEqual([]);
    expect(defects).toEqual([]);
  });

  test("a problem of a service, whatever it is called, is shown as text, moves, and may be deleted", async () => {
    const name = `<img src=x onerror="document.title='taken'"> ../%2e%2e?&#`;
    const { url } = await served();
    const client = connect(url);
    const arms = [{ name: "<b>east</b>" }, { name: "west" }];
    const problem = await client.create({ name, arms, cutoffs: [1] });
    await client.create({ name: "other", arms: [{ name: "only" }] });
    const { page, complaints } = await open(`${url}#runs`);
    expect(await page.getByText("0 of 0").count()).toBe(0);
    // By the keyboard, without a mouse.
    await page.getByRole("link", { name }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name }).waitFor();
    expect(new URLSearchParams(page.url().split("?")[1]).get("name")).toBe(name);
    const [one, two, three] = await problem.decideMany(3);
    await problem.observe(
      { id: one.id, kind: "completed", time: 0.5 },
      { id: two.id, kind: "censored", time: 1 },
      { id: three.id, kind: "completed", time: 0.2, reward: 0 },
    );
    await expect.poll(() => fact(page, "reported").textContent(), { timeout: 60_000 }).toBe("3");
    for (const kind of ["solved", "cut", "failed"]) {
      expect(await fact(page, kind).textContent()).toBe("1");
      expect(await page.locator(`.lanes .bar-${kind}`).count()).toBe(1);
    }
    expect(await page.locator(".chosen-run img, .run-list img, .chosen-run b").count()).toBe(0);
    // A link to it shows the same.
    await page.reload();
    await page.getByRole("heading", { name }).waitFor();
    await expect.poll(() => page.locator(".lanes .bar-cut").count(), { timeout: 60_000 }).toBe(1);
    await problem.remove();
    await page.getByText("There is no problem or run called").waitFor();
    await page.getByRole("link", { name }).waitFor({ state: "detached" });
    expect(await page.title()).toBe("Runs · Mulligan");
    expect(complaints).toEqual([]);
  });

  test("a server that was closed is said to be, and comes back by itself, with what happened meanwhile", async () => {
    const state = newFolder();
    const first = await served({ state });
    await connect(first.url).create({ name: "a", arms: [{ name: "only" }] });
    const { page, complaints } = await open(`${first.url}#runs`);
    await page.getByRole("heading", { name: "a", exact: true }).waitFor();
    await first.close();
    const message = page.getByRole("alert").filter({ hasText: `No answer from 127.0.0.1:${first.port}` });
    await message.waitFor();
    expect(await page.getByRole("heading", { name: "a", exact: true }).count()).toBe(1);
    const second = await served({ state, port: first.port });
    await message.waitFor({ state: "detached" });
    await connect(second.url).problem("a").decideMany(7);
    await expect.poll(() => fact(page, "decisions").textContent(), { timeout: 60_000 }).toBe("7");
    expect(ours(complaints)).toEqual([]);
  });

  test("a token is asked for once, kept in the tab, and a wrong one is said to be", async () => {
    const token = "0123456789abcdef";
    const { url } = await served({ token });
    await connect(url, { token }).create({ name: "secret", arms: [{ name: "only" }] });
    const { page, complaints } = await open(`${url}#runs`);
    await page.getByLabel("Token").fill("not-the-one-at-all");
    expect(complaints).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("The service refuses this token").waitFor();
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Show the runs" }).click();
    await page.getByRole("heading", { name: "secret" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "secret" }).waitFor();
    expect(ours(complaints)).toEqual([]);
  });

  test("a run of many tries shows the latest, and says of how many; a calm reader sees it, too", async () => {
    const state = newFolder();
    writeJournal(join(state, "many"), 12_000);
    const { url } = await served({ state });
    const { page, complaints } = await open(`${url}#runs`);
    await expect.poll(() => fact(page, "tries").textContent(), { timeout: 60_000 }).toBe("12,000");
    await page.getByText("The latest 200 of 12,000 tries").waitFor();
    expect(await page.locator(".lanes rect[class^=bar-]").count()).toBe(200);
    await page.locator(".lanes svg").first().hover();
    await page.getByText(/^Try [\d,]+: (solved|cut|failed) after .*, cutoff 100 ms$/).waitFor();
    const svg = await saved(page, "Save the tries as SVG");
    expect(svg.match(/<rect/g)!.length).toBeGreaterThan(200);
    await page.getByText("The latest tries as a table").click();
    expect(await page.getByRole("rowheader", { name: "12,000" }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});

function writeJournal(path: string, tries: number): void {
  const header = formatHeader({
    unit: "ms",
    arms: [{ name: "a" }, { name: "b" }],
    policy: "km-ts",
    mode: "abandon",
    schedule: "luby",
    cutoffs: "auto",
  });
  const lines = Array.from({ length: tries }, (_, i) => {
    const time = 1 + (i % 97);
    const outcome =
      i % 3 === 0
        ? ({ kind: "censored", time } as const)
        : ({ kind: "completed", time, reward: i % 7 === 0 ? 0 : 1 } as const);
    const trial = { input: null, occurrence: i + 1, arm: i % 2, cutoff: 100, seed: i, outcome };
    return formatTrial(trial, ["a", "b"]);
  });
  writeFileSync(path, header + lines.join(""));
}
