import { expect, test } from "vitest";
import { newProblem, served } from "../served.ts";
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
])("a clock that is set %s loses nothing that waits, and keeps nothing for ever", async (_, by) => {
  const { clock, pass, set } = settableClock();
  const { ask } = await served({ clock, forgetAfterMs: 3_600_000 });
  await ask("POST", "/v1/problems", newProblem("a"));
  const decide = async () => (await ask("POST", "/v1/problems/a/decisions")).body.decisions[0].id;
  const observe = async (id: string) =>
    (await ask("POST", "/v1/problems/a/observations", { observations: [{ id, kind: "completed", time: 1 }] }))
      .body;
  const [kept, late] = [await decide(), await decide()];
  set(by);
  pass(1_000_000);
  const after = await decide();
  expect(await observe(kept)).toEqual({ accepted: 1, repeated: 0, unknown: 0 });
  expect((await ask("GET", "/v1/problems/a")).body.lastActive).toBeGreaterThan(
    clock.toWall(clock.now()) - 10,
  );
  pass(3_600_001);
  await decide();
  expect(await observe(late)).toEqual({ accepted: 0, repeated: 0, unknown: 1 });
  expect(await observe(after)).toEqual({ accepted: 0, repeated: 0, unknown: 1 });
});

test("a call is still in time when the clock is set", async () => {
  const { clock, pass, set } = settableClock();
  const { ask } = await served({ clock });
  await ask("POST", "/v1/problems", { kind: "calls", name: "c", arms: [{ name: "x" }], deadline: 5_000 });
  const { id } = (await ask("POST", "/v1/problems/c/decisions", { task: "t" })).body.decisions[0];
  set(DAY);
  pass(100);
  await ask("POST", "/v1/problems/c/observations", {
    observations: [{ id, kind: "completed", time: 100, reward: 0 }],
  });
  expect((await ask("POST", "/v1/problems/c/decisions", { task: "t" })).body.refused).not.toBe("deadline");
});
