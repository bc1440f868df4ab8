import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { executable, openPage, pageFile, startBrowser } from "./browser.ts";
import { servePage } from "./runs-served.ts";

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
  const tasks = onMain.filter(({ name }) => name === "RunTask");
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

describe.skipIf(executable === undefined)("how fast the page is (skipped: there is no Chromium here)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("while five policies race to 10⁵ it draws 50 frames a second, and is never blocked for more than 50 ms", async () => {
    const { page, complaints } = await openPage(browser, pageFile + RACE);
    await page.getByLabel("Speed").selectOption("as fast as possible");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await browser.startTracing(page, {
      categories: ["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline.frame"],
    });
    await page.waitForTimeout(1_000 * SECONDS);
    const trace = await browser.stopTracing();
    expect(await page.getByRole("button", { name: "Pause" }).count(), "it still runs").toBe(1);
    const { frames, drawn, longestMs } = readTrace(JSON.parse(trace.toString("utf8")).traceEvents);
    expect(perSecond(frames)).toBeGreaterThanOrEqual(50);
    expect(perSecond(drawn)).toBeGreaterThanOrEqual(50);
    expect(longestMs).toBeLessThanOrEqual(50);
    expect(complaints).toEqual([]);
  });

  test("the page of `mulligan serve` is painted within a second", async () => {
    const { url, close } = await servePage();
    onTestFinished(close);
    const { page, complaints } = await openPage(browser, url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
    );
    expect(painted).toBeLessThan(1_000);
    expect(complaints).toEqual([]);
  });
});
