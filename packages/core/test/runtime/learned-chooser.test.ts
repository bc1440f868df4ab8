import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { ArmHealth } from "../../src/runtime/arm-health.ts";
import type { Attempt } from "../../src/runtime/attempt.ts";
import { LearnedChooser } from "../../src/runtime/learned-chooser.ts";
import { resolveSettings } from "../../src/runtime/settings.ts";

test("a cut that gains less than three times its price is urgent only once the attempt took four times its cutoff", () => {
  const attempt = { decision: { arm: 0 }, cuts: 0, deadlineMs: Infinity, outstanding: 0, startedAt: 0 };
  /** Whether it is urgent after some ms, where four in five take 10 ms, for which the cutoff is, and one takes so many. */
  const urgent = (slowMs: number, ...afterMs: number[]) => {
    const settings = resolveSettings({ arms: { only: () => 1 }, halfLife: Infinity });
    const chooser = new LearnedChooser(settings, stream(1), undefined, new ArmHealth(1, true));
    const first = attempt as never as Attempt;
    expect(chooser.isUrgent(first, 1)).toBe(true); // nothing is known
    for (let i = 0; i < 1_000; i++) {
      const time = i % 5 === 0 ? slowMs : 10;
      chooser.observe(first, { kind: "completed", time, reward: 1 }, "succeeded", 0);
    }
    return afterMs.map((ms) => chooser.isUrgent(first, ms));
  };
  // The gains are 1.4 and 6.7.
  expect(urgent(40, 10, 39, 42)).toEqual([false, false, true]);
  expect(urgent(150, 10)).toEqual([true]);
});
