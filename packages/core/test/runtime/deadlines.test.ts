import { expect, test } from "vitest";
import { callAdvisor } from "../../src/runtime/call-advisor.ts";
import { CallLearner } from "../../src/runtime/learning/call-learner.ts";
import { LearnedArm } from "../../src/runtime/learning/learned-arm.ts";
import { calling } from "./calling.ts";
import { lesson, limits } from "./learner-parts.ts";

const TAKES_MS = 1_000;
const AMPLE_MS = 60_000;
const HOPELESS_MS = 300;

/** The start of the hopeless call beside each ample one, in ms after it: before the ample one is reconsidered, and after. */
const beside = [0, 50, 150, 250, 700];

test.each([1, 6])(
  "an arm of one second, learned from 300 calls: calls of 60 s take one second and are never cut, with %d of 300 ms beside each",
  async (hopeless) => {
    const { clock, calls } = calling({ only: TAKES_MS });
    const times: number[] = [];
    const ample = async () => {
      const startedAt = clock.now();
      await calls.execute({ deadline: AMPLE_MS });
      times.push(clock.now() - startedAt);
    };
    const fails = async (afterMs: number) => {
      await clock.sleep(afterMs);
      await expect(calls.execute({ deadline: HOPELESS_MS })).rejects.toMatchObject({ reason: "deadline" });
    };
    for (let i = 0; i < 300; i++) await clock.until(ample());
    for (let i = 0; i < 100; i++) {
      const others = Array.from({ length: hopeless }, (_, other) =>
        fails(beside[(i + other) % beside.length]),
      );
      await clock.until(Promise.all([ample(), ...others]));
    }
    expect(times.filter((ms) => ms !== TAKES_MS)).toEqual([]);
    expect(calls.stats().arms.only).toMatchObject({ cuts: 0, stopped: 100 * hopeless });
  },
);

test("nor does the advisor, which answers over HTTP, cut one", () => {
  const advisor = callAdvisor({ arms: ["only"] });
  let now = 0;
  const begin = (call: string, remainingMs: number) => {
    const answer = advisor.begin({ call, remainingMs }, now);
    if ("refused" in answer) throw new Error(answer.refused);
    return answer;
  };
  for (let i = 0; i < 300; i++) {
    const { id } = begin(`${i}`, AMPLE_MS);
    now += TAKES_MS;
    advisor.observe(id, { timeMs: TAKES_MS, reward: 1 }, now);
  }
  for (let i = 300; i < 400; i++) {
    const startedAt = now;
    const endsAt = startedAt + TAKES_MS;
    const ample = begin(`${i}`, AMPLE_MS);
    now += beside[i % beside.length];
    const hopeless = begin(`beside ${i}`, HOPELESS_MS);
    let reportAt = now + HOPELESS_MS;
    let askAt = startedAt + ample.askAfterMs;
    while (Math.min(askAt, reportAt) < endsAt) {
      now = Math.max(now, Math.min(askAt, reportAt));
      if (reportAt <= askAt) {
        advisor.observe(hopeless.id, { timeMs: HOPELESS_MS }, now);
        reportAt = Infinity;
        continue;
      }
      const answer = advisor.begin({ call: `${i}`, remainingMs: startedAt + AMPLE_MS - now }, now);
      expect(answer).toMatchObject({ refused: "cutoff", cuts: [] });
      askAt = now + (answer as { waitMs: number }).waitMs;
    }
    now = endsAt;
    advisor.observe(ample.id, { timeMs: TAKES_MS, reward: 1 }, now);
  }
});

test("a plan follows from what was learned and from the call's deadline, not from the deadlines that were planned for in between", () => {
  const learner = () => new CallLearner([new LearnedArm(200), new LearnedArm(200)], limits, 200);
  const [alone, among] = [learner(), learner()];
  const context = { cuts: 0, deadlineMs: 2_000 };
  for (let now = 1; now < 300; now++) {
    const arm = now % 2;
    // Most take 20 to 40 ms, some a second; some are refused.
    const timeMs = now % 7 === 0 ? 1_000 : 20 * (1 + arm);
    for (const each of [alone, among]) {
      each.observe({ ...lesson, arm, timeMs, reward: now % 11 === 0 ? 0 : 1, ...context });
    }
    for (const deadlineMs of [5, 30, 300, 200_000]) among.planned(0, { ...context, deadlineMs }, now);
    for (const place of [0, 1]) {
      expect(among.planned(place, context, now)).toEqual(alone.planned(place, context, now));
    }
    // Another deadline is another plan: past the deadline an attempt is worth nothing.
    if (now > 100) {
      const { cost } = among.planned(0, { ...context, deadlineMs: 5 }, now);
      expect(cost).toBeGreaterThan(2 * among.planned(0, context, now).cost);
    }
  }
});
