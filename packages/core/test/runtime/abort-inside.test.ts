import { expect, test } from "vitest";
import { mulligan } from "../../src/runtime/index.ts";
import type { VirtualClock } from "../situations/situation.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

type Arm = (context: { signal: AbortSignal }, clock: VirtualClock) => unknown;

const hangs = ({ signal }: { signal: AbortSignal }) =>
  new Promise<number>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
/** Not at once: else the next attempt waits for a timer. */
const refuses: Arm = async (_, clock) => {
  await clock.sleep(5);
  throw new Error("down");
};
const answers = () => 1;
const after =
  <Answer>(abort: () => void, answer: Answer) =>
  () => {
    abort();
    return answer;
  };

const policy = {
  decide: () => ({ arm: 0, cutoff: 10 }),
  observe() {},
  snapshot: () => ({}) as never,
};

type Event = "start" | "decision" | "outcome";
/** Each is given the way to abort, the arm that is called, and the event at which a listener aborts. */
test.each<[string, (abort: () => void) => object, Arm, Event?]>([
  ["the reward of a value", (abort) => ({ reward: after(abort, 1) }), answers],
  ["the reward of a worthless value", (abort) => ({ reward: after(abort, 0) }), answers],
  ["shouldRetry", (abort) => ({ shouldRetry: after(abort, true) }), refuses],
  ["shouldRetry of a final failure", (abort) => ({ shouldRetry: after(abort, false) }), refuses],
  ["backoff", (abort) => ({ backoff: after(abort, 0) }), refuses],
  [
    "a policy's decision",
    (abort) => ({ policy: { ...policy, decide: after(abort, policy.decide()) } }),
    answers,
  ],
  ["a policy that is told", (abort) => ({ policy: { ...policy, observe: abort } }), refuses],
  ["a policy that is told of a cut", (abort) => ({ policy: { ...policy, observe: abort } }), hangs],
  ["a policy that thinks again", (abort) => ({ policy: { ...policy, reconsider: after(abort, 5) } }), hangs],
  ["a listener of the start", () => ({}), refuses, "start"],
  ["a listener of the decision", () => ({}), refuses, "decision"],
  ["a listener of the outcome", () => ({}), refuses, "outcome"],
  ["a listener of a final failure's outcome", () => ({ shouldRetry: () => false }), refuses, "outcome"],
])(
  "%s aborts the caller: the execution ends once, with that, and begins nothing more",
  async (_, own, arm, aborting) => {
    const clock = virtualClock();
    const caller = new AbortController();
    const abort = () => caller.abort(new Error("enough"));
    const counts = { start: 0, decision: 0, outcome: 0, success: 0, failure: 0, abort: 0 };
    const only = (context: Parameters<Arm>[0]) => arm(context, clock);
    const calls = mulligan({ arms: { only }, ...own(abort), clock, seed: 1 });
    for (const event of Object.keys(counts) as (keyof typeof counts)[]) {
      calls.on(event, () => {
        counts[event] += 1;
        if (event === aborting) abort();
      });
    }
    const executed = calls.execute({ signal: caller.signal });
    executed.catch(() => {});
    await clock.until(clock.sleep(1_000));
    await expect(executed).rejects.toThrow("enough");
    expect(calls.stats()).toMatchObject({ running: 0, stragglers: 0 });
    expect(counts).toMatchObject({ start: 1, success: 0, failure: 0, abort: 1 });
    expect(counts.decision).toBe(counts.outcome);
    expect(counts.decision).toBeLessThanOrEqual(1);
  },
);

test("onAbort tells the reason of a cut, at once if it came before, and nothing after a success", async () => {
  const clock = virtualClock();
  const heard: string[] = [];
  const calls = mulligan({
    arms: {
      only: async ({ attempt, onAbort }) => {
        onAbort((reason) => heard.push(`${attempt} ${(reason as Error).name}`));
        await clock.sleep(attempt === 1 ? 100 : 1);
        onAbort((reason) => heard.push(`${attempt} later ${(reason as Error).name}`));
        return attempt;
      },
    },
    firstCutoffMs: 50,
    clock,
  });
  expect(await clock.until(calls.execute())).toBe(2);
  await clock.until(clock.sleep(1_000));
  expect(heard).toEqual(["1 TimeoutError", "1 later TimeoutError"]);
});
