import { expect, test } from "vitest";
import type { Policy } from "../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../src/policies/make-policy.ts";
import type { PolicyRequest } from "../../src/policies/new-policy.ts";
import { measuredResetting } from "../../src/problem/arm.ts";
import type { Decision, Outcome } from "../../src/problem/outcome.ts";
import { MAX_TIME, MIN_REWARD, MIN_TIME } from "../../src/problem/trial-limits.ts";
import type { Random } from "../../src/random/random.ts";
import { stream } from "../../src/random/stream.ts";
import type { KnownArm } from "../../src/theory/known-arm.ts";

/** What comes of the n-th decision. */
type Corner = (n: number, decision: Decision, random: Random) => Outcome;

/** Times spread evenly over all octaves that are allowed. */
function anyTime(random: Random): number {
  return MIN_TIME * (MAX_TIME / MIN_TIME) ** random.uniform();
}

const completed = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });
const cut = (time: number, resetting?: number): Outcome => ({
  kind: "censored",
  time,
  ...(resetting === undefined ? {} : { resetting }),
});

/** Extreme histories, all of whose numbers are within the limits. */
const CORNERS: Readonly<Record<string, Corner>> = {
  "the shortest and the longest time in turn": (n) => completed(n % 2 === 0 ? MIN_TIME : MAX_TIME),
  "successes at once and cuts with the longest reset": (n) =>
    n % 2 === 0 ? completed(MIN_TIME, MIN_REWARD) : cut(MAX_TIME, MAX_TIME),
  "no time at all": (n) => completed(0, n % 2),
  "cuts alone": (n) => cut(n % 3 === 0 ? MIN_TIME : MAX_TIME, n % 2 === 0 ? MIN_TIME : MAX_TIME),
  "any time, any reward, any reset": (_n, _decision, random) =>
    random.uniform() < 0.5
      ? completed(anyTime(random), random.uniform() < 0.3 ? 0 : MIN_REWARD ** random.uniform())
      : cut(anyTime(random), anyTime(random)),
  "times of any length that are cut where the policy says": (_n, { cutoff }, random) => {
    const time = anyTime(random);
    return time <= cutoff ? completed(time) : cut(Math.max(MIN_TIME, Math.min(cutoff, MAX_TIME)), MIN_TIME);
  },
};

export interface CornerOptions {
  readonly request?: Partial<PolicyRequest>;
  readonly known?: readonly KnownArm[];
  readonly arms: number;
  readonly observations: number;
  /** A snapshot is taken after each so many observations. */
  readonly saveEach: number;
}

/** No decision and no observation of an accepted history may take longer. */
const MOST_MS = 50;
/** How often a history is played at most. A pause of the machine or of its garbage collector hits other calls each time. */
const PLAYS = 4;

/**
 * Plays extreme histories of numbers that are allowed. A policy that is saved and restored again and again must decide as
 * one that never was, and no decision may take long.
 */
export function testCorners(name: string, options: CornerOptions): void {
  for (const mode of ["abandon", "retry"] as const) {
    test(`${mode}, ${options.arms} arms: after extreme histories it is restored as it was, in bounded time`, () => {
      for (const [corner, outcomeOf] of Object.entries(CORNERS)) {
        const play = () => playCorner(name, { ...options, mode }, corner, outcomeOf);
        let slow = play();
        for (let plays = 1; slow.size > 0 && plays < PLAYS; plays++) slow = both(slow, play());
        expect([...slow], `${corner}: calls that take more than ${MOST_MS} ms each time`).toEqual([]);
      }
    });
  }
}

/** Plays a history, and returns the numbers of the calls that took long. */
function playCorner(
  name: string,
  {
    request,
    known,
    arms: count,
    mode,
    observations,
    saveEach,
  }: CornerOptions & { mode: "abandon" | "retry" },
  corner: string,
  outcomeOf: Corner,
): Set<string> {
  const arms = Array.from({ length: count }, (_, arm) => ({
    name: `arm ${arm}`,
    resetting: measuredResetting,
  }));
  const laws =
    known === undefined
      ? {}
      : { known: arms.map((arm, place) => ({ ...known[place % known.length], ...arm })) };
  const policy = makePolicy(name, { arms, seed: 1, horizon: MAX_TIME, ...laws, mode, ...request });
  let restored = copyOf(policy, { arms, ...laws });
  const random = stream(5, name);
  const slow = new Set<string>();
  const timed = <Result>(call: string, run: () => Result): Result => {
    const [began, usedBefore] = [performance.now(), process.cpuUsage()];
    const result = run();
    // On a busy machine a call may wait long for a processor; other threads of the process use one, too.
    const { user, system } = process.cpuUsage(usedBefore);
    if (Math.min(performance.now() - began, (user + system) / 1_000) > MOST_MS) slow.add(call);
    return result;
  };
  for (let n = 0; n < observations; n++) {
    const context = mode === "retry" ? { task: `task ${taskOf(n)}`, attempt: 1 + (n % 4) } : {};
    const decision = timed(`decision ${n + 1}`, () => policy.decide(context));
    expect(decision.cutoff).toBeGreaterThan(0);
    expect(decision.arm).toBeLessThan(count);
    expect(restored.decide(context), `${corner}, decision ${n + 1}`).toEqual(decision);
    const outcome = outcomeOf(n, decision, random);
    timed(`observation ${n + 1}`, () => policy.observe(decision, outcome));
    restored.observe(decision, outcome);
    if ((n + 1) % saveEach === 0) restored = copyOf(restored, { arms, ...laws });
  }
  return slow;
}

/** A few tasks at a time, each tried again, and one that is never done. */
function taskOf(n: number): number {
  return n % 11 === 0 ? -1 : Math.floor(n / 12) * 4 + (n % 4);
}

/** What is left of a policy after it went through JSON, which must be all. */
function copyOf(policy: Policy, given: Parameters<typeof restorePolicy>[1]): Policy {
  const text = JSON.stringify(policy.snapshot());
  const restored = restorePolicy(JSON.parse(text), given);
  // Texts, since to compare thousands of numbers one by one takes longer than all decisions.
  expect(JSON.stringify(restored.snapshot()) === text, "the restored policy has the same snapshot").toBe(
    true,
  );
  return restored;
}

function both(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((call) => b.has(call)));
}
