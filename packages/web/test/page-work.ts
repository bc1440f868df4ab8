import type { Browser, Page } from "playwright-core";

/** An entry of a trace: what happened, on which thread. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, so that other work on the machine does not count. */
  readonly tdur?: number;
}

/** The mark that tells the page's own thread from those of other pages, and from those that Chromium keeps ready. */
const MARK = "mulligan-page-work";
const CATEGORIES = ["toplevel", "blink.user_timing", "devtools.timeline"];

interface PageWork {
  /** The longest task of the thread that draws the page, and all its tasks together, in milliseconds of the processor. */
  readonly longestMs: number;
  readonly totalMs: number;
  /** How often the page drew a frame. */
  readonly frames: number;
}

/** Resolves to the work of the page while `act` went on. */
export async function pageWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<PageWork> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  await page.evaluate((mark) => performance.mark(mark), MARK);
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const thread = traceEvents.find(({ name }) => name === MARK);
  const own = traceEvents.filter(({ pid, tid }) => pid === thread?.pid && tid === thread.tid);
  const tasks = own.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  if (tasks.length === 0) throw new Error("pageWork: the trace must have tasks of the page, got none");
  const times = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  return {
    longestMs: Math.max(...times),
    totalMs: times.reduce((sum, time) => sum + time, 0),
    frames: own.filter(({ name }) => name === "FireAnimationFrame").length,
  };
}
