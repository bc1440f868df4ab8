import { expect, test } from "vitest";
import { served } from "../served.ts";
import { settableClock } from "../settable-clock.ts";

const DAY = 86_400_000;

test("the clock goes on when that of the machine is set, and tells moments as that one does", () => {
  const { clock, pass, set } = settableClock();
  const began = clock.now();
  pass(1_000);
  set(-DAY);
  expect(clock.now()).toBe(began + 1_000);
  expect(clock.toWall(began)).toBe(began - DAY);
  set(DAY + 10);
  expect(clock.toWall(began)).toBe(began);
});

test.each([
  ["forwards", DAY],
  ["back to 1970", -1_790_000_000_000],
])(
  "a clock that is set %s loses nothing that waits, keeps nothing for ever, and makes no call late",
  async (_, by) => {
    const { clock, pass, set } = settableClock();
    const { create, decide, observe, state } = await served({ clock, forgetAfterMs: 3_600_000 });
    await create("a");
    await create("calls", { kind: "calls", deadline: 5_000 });
    const [[kept], [late], [call]] = [
      await decide("a"),
      await decide("a"),
      await decide("calls", { task: "t" }),
    ];
    const counts = ({ id }: { id: string }) => observe("a", [{ id, kind: "completed", time: 1 }]);
    set(by);
    pass(100);
    await observe("calls", [{ id: call.id, kind: "completed", time: 100, reward: 0 }]);
    expect(await decide("calls", { task: "t" })).toHaveLength(1);
    pass(1_000_000);
    const [after] = await decide("a");
    expect(await counts(kept)).toEqual({ accepted: 1, repeated: 0, unknown: 0 });
    expect((await state("a")).lastActive).toBeGreaterThan(clock.toWall(clock.now()) - 10);
    pass(3_600_001);
    await decide("a");
    for (const one of [late, after])
      expect(await counts(one)).toEqual({ accepted: 0, repeated: 0, unknown: 1 });
  },
);
