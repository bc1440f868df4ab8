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

/** Each is given the way to abort, and the arm that is called. */
test.each<[string, (abort: () => void) => object, Arm]>([
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
])(
  "%s aborts the caller: the execution ends once, with that, and begins nothing more",
  async (_, own, arm) => {
    const { executed, heard, calls } = await played(arm, own);
    await expect(executed).rejects.toThrow("enough");
    expect(calls.stats()).toMatchObject({ running: 0, stragglers: 0 });
    expectOneEnd(heard);
  },
);

test("a listener of the outcome of a final failure aborts the caller: the execution ends once, with that", async () => {
  const { executed, heard } = await played(refuses, () => ({ shouldRetry: () => false }), "outcome");
  await expect(executed).rejects.toThrow("enough");
  expectOneEnd(heard);
});

test.each(["start", "decision", "outcome"] as const)(
  "a listener of %s aborts the caller: the execution ends once, with that, and begins nothing more",
  async (event) => {
    const { executed, heard, calls } = await played(refuses, () => ({}), event);
    await expect(executed).rejects.toThrow("enough");
    expect(calls.stats()).toMatchObject({ running: 0, stragglers: 0 });
    expectOneEnd(heard);
  },
);

async function played(
  arm: Arm,
  own: (abort: () => void) => object,
  aborting?: "start" | "decision" | "outcome",
) {
  const clock = virtualClock();
  const caller = new AbortController();
  const abort = () => caller.abort(new Error("enough"));
  const heard: string[] = [];
  const calls = mulligan({ arms: { only: (context) => arm(context, clock) }, ...own(abort), clock, seed: 1 });
  for (const event of ["start", "decision", "outcome", "success", "failure", "abort"] as const) {
    calls.on(event, () => {
      heard.push(event);
      if (event === aborting) abort();
    });
  }
  const executed = calls.execute({ signal: caller.signal });
  executed.catch(() => {});
  await clock.until(clock.sleep(1_000));
  return { executed, heard, calls };
}

function expectOneEnd(heard: readonly string[]) {
  const count = (event: string) => heard.filter((each) => each === event).length;
  expect(count("start")).toBe(1);
  expect([count("success"), count("failure"), count("abort")]).toEqual([0, 0, 1]);
  expect(count("decision")).toBe(count("outcome"));
  expect(count("decision")).toBeLessThanOrEqual(1);
}

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
