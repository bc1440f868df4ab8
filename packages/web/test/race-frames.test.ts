import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { executable, openPage, pageFile, startBrowser } from "./browser.ts";

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly pid: number;
  readonly ts: number;
  /** Of the processor, in µs: what others do on the machine is not in it. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

test("page, style and the worker of the race are at most 250 kB, gzipped", () => {
  const sizes = ["index.html", "page.js", "style.css", "workers/race.js"].map(
    (name) => gzipSync(readFileSync(new URL(`../../cli/dist/page/${name}`, import.meta.url))).length,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(250_000);
});

test.skipIf(executable === undefined)(
  "five policies at τ = 10⁵: 50 frames a second, and no task of the main thread takes 50 ms (skipped: no Chromium)",
  async () => {
    const browser = await startBrowser();
    try {
      const policies = ["km-ts", "ucb-rb", "km-ucb", "luby", "never"];
      const { page, complaints } = await openPage(
        browser,
        `${pageFile}#race?law=pareto(scale=1,shape=1.2)&horizon=1e5&runs=40&${policies.map((name) => `policy=${name}`).join("&")}`,
      );
      await page.getByLabel("Speed").selectOption("as fast as possible");
      await page.locator(".standings").waitFor();
      await browser.startTracing(page, {
        categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
      });
      await page.getByRole("button", { name: "Start", exact: true }).click();
      const gaps = await page.evaluate(async () => {
        const times: number[] = [];
        const began = performance.now();
        while (performance.now() - began < 5_000) times.push(await new Promise(requestAnimationFrame));
        return times.slice(1).map((time, place) => time - times[place]);
      });
      const running = await page.getByRole("button", { name: "Pause" }).count();
      const events: TraceEvent[] = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
      const main = events.find(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")!;
      const tasks = events.filter(
        ({ name, pid, tid, tdur }) =>
          name.endsWith("RunTask") && pid === main.pid && tid === main.tid && tdur !== undefined,
      );
      expect(running).toBe(1);
      expect(gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThan(1_000 / 50);
      expect(tasks.length).toBeGreaterThan(200);
      expect(Math.max(...tasks.map(({ tdur }) => tdur! / 1e3))).toBeLessThan(50);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
