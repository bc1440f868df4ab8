import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import type { AttemptContext } from "../../src/runtime/attempt.ts";
import { KeyedLearners } from "../../src/runtime/learning/call-learner.ts";
import { LearnedArm } from "../../src/runtime/learning/learned-arm.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";
import { calling } from "./calling.ts";
import { lesson, limits } from "./learner-parts.ts";

test("each key has its own timeout: small calls are cut soon, large ones are not", async () => {
  const clock = virtualClock();
  const random = stream(1, "keys");
  const calls = mulligan({
    arms: {
      only: ({ input, signal }: AttemptContext<number>) =>
        clock.sleep(random.uniform() < 0.1 ? 100_000 : input * (0.9 + 0.2 * random.uniform()), signal),
    },
    clock,
    seed: 1,
  });
  const cutoffs = new Map<string | undefined, number>();
  calls.on("decision", ({ key, cutoffMs }) => cutoffs.set(key, cutoffMs));
  for (let i = 0; i < 300; i++) {
    await clock.until(calls.execute({ key: "small", input: 10 }));
    await clock.until(calls.execute({ key: "large", input: 1_000 }));
  }
  expect(cutoffs.get("small")).toBeLessThan(50);
  expect(cutoffs.get("large")).toBeGreaterThan(1_100);
});

test("a new key starts from what all together know: it does not wait for a hang as the very first call does", async () => {
  let hangs = false;
  const { clock, make } = calling({ only: (attempt) => (hangs && attempt === 1 ? 1e6 : 10) });
  await make(50);
  hangs = true;
  const before = clock.now();
  await make(1, { key: "new" });
  expect(clock.now() - before).toBeLessThan(300);
});

test("of more keys than are kept those used longest ago go, and what all know stays", () => {
  const learners = new KeyedLearners([new LearnedArm(200)], limits, 200, 2);
  for (const key of ["a", "b", "a", "c"]) learners.observe(key, lesson);
  expect([...learners.byKey.keys()]).toEqual(["a", "c"]);
  expect(learners.all.arms[0].attempts).toBeCloseTo(4, 0);
});

test("what all know counts as four attempts of a new key", () => {
  const learners = new KeyedLearners([new LearnedArm(200)], limits, 200, 2);
  for (let i = 0; i < 100; i++) learners.observe(undefined, lesson);
  const [arm] = learners.of("new").arms;
  expect(arm.attempts).toBeCloseTo(4, 12);
  expect(arm.msPerSuccess).toBeCloseTo(10, 12);
});

test("a key must be a string that is not too long, and keys must be allowed", async () => {
  const calls = mulligan({ arms: { only: () => 1 } });
  await expect(calls.execute({ key: "x".repeat(1_001) })).rejects.toThrow(
    "mulligan: key must be a string of at most 1000 characters",
  );
  await expect(calls.execute({ key: 5 as never })).rejects.toThrow("mulligan: key must be a string");
  await expect(calls.execute({ key: "__proto__" })).resolves.toBe(1);
  expect(() => mulligan({ arms: { only: () => 1 }, maxKeys: 0 })).toThrow("mulligan: maxKeys must be");
});
