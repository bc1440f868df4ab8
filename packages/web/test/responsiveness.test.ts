import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../../cli/test/new-folder.ts";
import { servePage } from "../../cli/test/serve/serve-page.ts";
import { describeInChromium, pageFile } from "./browser.ts";
import { longestTask } from "./longest-task.ts";

/** Of a trace: what happened, on which thread, and when, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Of the processor: what others do on the machine meanwhile is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const RUNS = fileURLToPath(new URL("../../../examples/runs.csv", import.meta.url));
const MOVING = { reducedMotion: "no-preference" } as const;
const SECONDS = 5;
const RACE =
  "#race?law=pareto(scale=1,shape=1.2)&policy=km-ts&policy=ucb-rb&policy=luby&policy=never&policy=bts&horizon=100000&runs=20";

/** Frames drawn in each second, and the longest task of the page's main thread in milliseconds of the processor. */
function readTrace(events: readonly TraceEvent[]) {
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const mains = events.filter(isMain).map(({ pid, tid }) => `${pid}/${tid}`);
  const onMain = events.filter(({ pid, tid }) => mains.includes(`${pid}/${tid}`));
  const frames = onMain.filter(({ name }) => name === "FireAnimationFrame").map(({ ts }) => ts);
  const drawn = events.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts);
  const tasks = onMain.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  return { frames, drawn, longestMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1e3 };
}

/** The median over seconds of how many there are in each. */
function perSecond(times: readonly number[]): number {
  const first = Math.min(...times);
  const counts = Array.from(
    { length: SECONDS - 1 },
    (_, second) => times.filter((time) => Math.floor((time - first) / 1e6) === second).length,
  ).sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)];
}

describeInChromium("how fast the page is", (tests) => {
  const { open } = tests;

  test("while five policies race to 10⁵ it draws 50 frames a second, and is never blocked for more than 50 ms", async () => {
    const { page, complaints } = await open(pageFile + RACE, MOVING);
    await page.getByLabel("Speed").selectOption("as fast as possible");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    // The values at the pointer are written anew whenever the chart is drawn.
    await page.locator(".race-charts .u-over").hover();
    await tests.browser.startTracing(page, {
      categories: ["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline.frame"],
    });
    await page.waitForTimeout(1_000 * SECONDS);
    const trace = await tests.browser.stopTracing();
    expect(await page.getByRole("button", { name: "Pause" }).count(), "it still runs").toBe(1);
    const { frames, drawn, longestMs } = readTrace(JSON.parse(trace.toString("utf8")).traceEvents);
    expect(perSecond(frames)).toBeGreaterThanOrEqual(50);
    expect(perSecond(drawn)).toBeGreaterThanOrEqual(50);
    expect(longestMs).toBeGreaterThan(0);
    expect(longestMs).toBeLessThanOrEqual(50);
    expect(complaints).toEqual([]);
  });

  test("while the cutoff is dragged, and an option is changed, the page is never busy for 50 ms", async () => {
    const { page, complaints } = await open(pageFile, MOVING);
    const knob = page.getByRole("slider", { name: "Cutoff" });
    const quick = page.getByRole("slider", { name: /B is quick/ });
    const longest = await longestTask(tests.browser, page, async () => {
      const { x = 0, y = 0 } = (await knob.boundingBox()) ?? {};
      await page.mouse.move(x + 20, y + 20);
      await page.mouse.down();
      for (let turn = 0; turn < 4; turn++) {
        await page.mouse.move(x + (turn % 2 === 0 ? 400 : -150), y, { steps: 40 });
      }
      await page.mouse.up();
      for (const percent of ["10", "45", "90", "30"]) await quick.fill(percent);
      await page.getByText(/of the last 100 runs are of option/).waitFor();
    });
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(50);
    expect(complaints).toEqual([]);
  });

  test("the page of `mulligan serve` is painted within a second", async () => {
    const { url, close } = await servePage();
    onTestFinished(close);
    const { page, complaints } = await open(url, MOVING);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
    );
    expect(painted).toBeLessThan(1_000);
    expect(complaints).toEqual([]);
  });

  test("a log of 10⁶ rows never keeps the page busy for 50 ms, and another file ends the work on them", async () => {
    const path = join(newFolder(), "million.csv");
    const rows = Array.from({ length: 1_000 }, (_, run) => `${Math.exp(run / 200).toFixed(3)},1\n`).join("");
    writeFileSync(path, `time,completed\n${rows.repeat(1_000)}`);
    const { page, complaints } = await open(`${pageFile}#analyze`, MOVING);
    const log = page.locator("input[type=file]");
    const longest = await longestTask(tests.browser, page, async () => {
      await log.setInputFiles(path);
      await page.getByText("Analyzing 1,000,000 runs").waitFor();
      await log.setInputFiles(RUNS);
      await page.locator(".analyze-mark").nth(1).waitFor();
    });
    expect(await page.locator(".analyze-name").textContent()).toBe("runs.csv");
    const runs = readFileSync(RUNS, "utf8").trim().split("\n").length - 1;
    await page.getByText(`${runs.toLocaleString("en")} runs, `).waitFor();
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(50);
    expect(complaints).toEqual([]);
  });

  test("a file of 10⁶ clauses, by the button, is solved, and the page is never busy for 50 ms", async () => {
    const path = join(newFolder(), "million.cnf");
    const variables = 100_000;
    const lines = Array.from(
      { length: 1_000_000 },
      (_, i) => `${(i % variables) + 1} ${((i * 7_919) % variables) + 1} ${((i * 31 + 7) % variables) + 1} 0`,
    );
    writeFileSync(path, `p cnf ${variables} ${lines.length}\n${lines.join("\n")}\n`);
    const { page, complaints } = await open(`${pageFile}#sat?seeds=2&speed=max`, MOVING);
    const longest = await longestTask(tests.browser, page, async () => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: "Choose files" }).click(),
      ]);
      await chooser.setFiles(path);
      await page.getByRole("button", { name: "Generate formulas instead" }).waitFor();
      await page.getByText(/^Done\./).waitFor();
    });
    expect(longest).toBeLessThan(50);
    const solved = await page.locator(".standings tbody td:nth-of-type(1)").allInnerTexts();
    expect(solved.map(Number)).toEqual([1, 1, 1, 1]);
    expect(await page.locator(".sat-list tbody td").first().textContent()).toBe("1,000,000");
    expect(complaints).toEqual([]);
  });
});
