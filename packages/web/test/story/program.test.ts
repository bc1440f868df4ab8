import { expect, test } from "vitest";
import {
  bestAmong,
  DRAWN_CUTOFFS,
  drawSample,
  gainText,
  perMinuteText,
  program,
  runTimes,
  sampleGain,
  secondsText,
} from "../../src/story/program.ts";

test("the gain of the sample is the runs that end over the time of all, against waiting", () => {
  const { times, arm, best } = drawSample();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  for (const cutoff of [0.5, 1.7, 3.3, 8, 40]) {
    const done = times.filter((time) => time <= cutoff).length;
    const spent = sum(times.map((time) => Math.min(time, cutoff)));
    expect(sampleGain(arm, cutoff)).toBeCloseTo(done / spent / (times.length / sum(times)), 10);
  }
  expect(sampleGain(arm, Infinity)).toBe(1);
  expect(best.cutoff).toBeCloseTo(3.476, 3);
  expect(gainText(sampleGain(arm, best.cutoff))).toBe("1.7 ×");
});

test("the sample is what the program gives, and understates the gain of very many runs", () => {
  expect(runTimes(500).slice(0, 40)).toEqual(drawSample().times);
  const { cutoff } = bestAmong(program, DRAWN_CUTOFFS);
  expect(cutoff).toBeCloseTo(3.2, 5);
  expect(sampleGain(program, cutoff)).toBeCloseTo(2.215, 3);
});

test("times and gains are short texts", () => {
  expect([secondsText(3.25), secondsText(250.4)]).toEqual(["3.3 s", "250 s"]);
  expect([gainText(0), gainText(1.71), gainText(12.4)]).toEqual(["0.0 ×", "1.7 ×", "12 ×"]);
  expect([perMinuteText(0), perMinuteText(0.36)]).toEqual(["0.0", "22"]);
});
