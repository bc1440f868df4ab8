import type { Browser, Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
}

/** By which the page's own thread is known among those of other pages, and of those that Chromium keeps ready. */
const MARK = "mulligan-longest-task";

/** The longest that the thread which draws the page was busy at a stretch while `act` went on, in milliseconds. */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  return (await pageWork(browser, page, act)).longestMs;
}

/**
 * The longest task of the thread which draws the page while `act` went on, and all its tasks together: in processor time,
 * so that it says the same on a machine that is busy with other things.
 */
export async function pageWork(browser: Browser, page: Page, act: () => Promise<void>) {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await act();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const own = traceEvents.find(({ name }) => name === MARK);
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === "ThreadControllerImpl::RunTask" && pid === own?.pid && tid === own.tid,
  );
  if (tasks.length === 0) throw new Error("pageWork: the trace must have tasks of the page, got none");
  const times = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  return { longestMs: Math.max(...times), totalMs: times.reduce((sum, time) => sum + time, 0) };
}
