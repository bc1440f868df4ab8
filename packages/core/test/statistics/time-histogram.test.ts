import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { TimeHistogram, tailsOf } from "../../src/statistics/time-histogram.ts";

const completed = (time: number, reward = 1) => ({ kind: "completed", time, reward }) as const;
const cut = (time: number) => ({ kind: "censored", time }) as const;

test("quantiles of 10,000 times lie within the 2.2% width of a bin", () => {
  const random = stream(1, "histogram");
  const times = Array.from({ length: 10_000 }, () => (1 - random.uniform()) ** -0.8);
  const histogram = new TimeHistogram();
  for (const time of times) histogram.observe(completed(time));
  times.sort((a, b) => a - b);
  for (const p of [0.05, 0.5, 0.95, 0.99]) {
    const exact = times[Math.ceil(p * 10_000) - 1];
    expect(Math.abs(histogram.quantile(p) / exact - 1)).toBeLessThan(2 ** (1 / 32) - 1);
  }
});

test("saving loses nothing", () => {
  const random = stream(2, "histogram");
  const whole = new TimeHistogram();
  for (let i = 0; i < 500; i++) whole.observe(completed(random.uniform() * 100));
  const loaded = TimeHistogram.load(JSON.parse(JSON.stringify(whole.save())));
  for (const p of [0.1, 0.5, 0.9]) expect(loaded.quantile(p)).toBe(whole.quantile(p));
  expect(loaded.count).toBe(500);
});

test("completions alone are saved as three numbers a bin, and cuts do not count among them", () => {
  const histogram = new TimeHistogram();
  for (const outcome of [completed(4), completed(4), cut(1), completed(0)]) histogram.observe(outcome);
  expect(histogram.count).toBe(3);
  expect(histogram.quantile(0.5)).toBe(4);
  const loaded = TimeHistogram.loadCompletions([64, 2, 8, -1_000_000, 1, 0]);
  expect([loaded.count, loaded.quantile(0.1), loaded.quantile(0.5)]).toEqual([3, 0, 4]);
  expect(loaded.saveCompletions()).toEqual([64, 2, 8, -1_000_000, 1, 0]);
});

test("bins of another width are put where their mean times belong", () => {
  // Two completed at 4 on average and one cut at 4.1, as the service wrote them with 35 bins an octave.
  const histogram = TimeHistogram.load([70, 2, 8, 1.5, 1, 4.1]);
  expect(histogram.save()).toEqual([64, 2, 8, 1.5, 0, 0, 65, 0, 0, 0, 1, 4.1]);
});

/** The rest of all trials, from their start. */
function wholeOf(outcomes: readonly Parameters<TimeHistogram["observe"]>[0][], longest: number) {
  const histogram = new TimeHistogram();
  for (const outcome of outcomes) histogram.observe(outcome);
  return tailsOf(histogram, longest)(-Infinity);
}

test("a trial that was cut stands for those that ran longer: by hand", () => {
  // 1 of 4 ends at 2; one is cut at 3; the others share what is left, 3/8 each, at 4 and 8.
  const { time, unseen, completions } = wholeOf([completed(2), cut(3), completed(4), completed(8)], 8);
  expect(time).toBeCloseTo(2 / 4 + (3 * 4) / 8 + (3 * 8) / 8, 12);
  expect([unseen, completions]).toEqual([0, 3]);
});

test("trials that were cut beyond all completions count as ending at the longest time, and their share is told", () => {
  expect(wholeOf([completed(2), cut(10)], 10)).toMatchObject({ time: 6, unseen: 0.5 });
});
