import { describe, expect, test } from "vitest";
import { rewardBernoulli } from "../../src/distributions/joint-law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import type { Policy, PolicySnapshot } from "../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../src/policies/make-policy.ts";
import type { PolicyRequest } from "../../src/policies/new-policy.ts";
import type { Decision, Outcome } from "../../src/problem/outcome.ts";
import { MAX_TIME, MIN_TIME } from "../../src/problem/trial-limits.ts";
import type { Random } from "../../src/random/random.ts";
import { stream } from "../../src/random/stream.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { testCorners } from "./policy-corners.ts";

const laws = [0.5, 1, 3].map((median) => rewardBernoulli(lognormal(median, 1), 0.6));
const known = ["a", "b", "c"].map((name, arm) => knownArm(laws[arm], { name }));

interface Conforming {
  readonly request?: Partial<PolicyRequest>;
  /** Whether a decided cutoff must be one of the request's list. */
  readonly onList?: boolean;
  /** Whether it chooses among arms: then each must be tried. */
  readonly chooses?: boolean;
}

/** What every policy must do, whatever it learns. */
export function describePolicy(
  name: string,
  { request = {}, onList = false, chooses = false }: Conforming = {},
): void {
  const make = (arms: number, seed = 1): Policy =>
    makePolicy(name, {
      arms: known.slice(0, arms).map((arm) => arm.name),
      known: known.slice(0, arms),
      cutoffs: LIST,
      horizon: 1000,
      seed,
      ...request,
    });

  describe(`${name} as a policy`, () => {
    test.each([1, 3])("decides for arms and cutoffs that exist, with %d of them, and tries each", (arms) => {
      const decisions = history(make(arms), 300);
      for (const { arm, cutoff } of decisions) {
        expect(arm).toBeGreaterThanOrEqual(0);
        expect(arm).toBeLessThan(arms);
        expect(cutoff).toBeGreaterThan(0);
        if (onList) expect(LIST).toContain(cutoff);
      }
      if (chooses) expect(new Set(decisions.map(({ arm }) => arm)).size).toBe(arms);
    });

    test("the same seed and outcomes give the same decisions, also after a snapshot that went through JSON", () => {
      const policy = make(3);
      expect(history(policy, 250)).toEqual(history(make(3), 250));
      const saved: PolicySnapshot = JSON.parse(JSON.stringify(policy.snapshot()));
      const restored = restorePolicy(saved, { known });
      expect(history(restored, 150)).toEqual(history(policy, 150));
      expect(restored.snapshot()).toEqual(policy.snapshot());
    });

    test("outcomes may come late, out of order, or never", () => {
      const policy = make(3);
      const random = stream(4, name);
      const open: [Decision, Outcome][] = [];
      for (let n = 0; n < 400; n++) {
        const decision = policy.decide();
        if (random.uniform() < 0.9) open.push([decision, trial(decision, random)]);
        if (open.length > 20) {
          const [place] = open.splice(Math.floor(random.uniform() * open.length), 1);
          policy.observe(...place!);
        }
      }
      const { arm, cutoff } = policy.decide();
      expect(arm).toBeLessThan(3);
      expect(cutoff).toBeGreaterThan(0);
    });

    test("an abort, a late timer, a time of 0 and rewards of 0 are honest observations", () => {
      const policy = make(2);
      for (let n = 0; n < 200; n++) {
        const decision = policy.decide();
        const finite = Math.min(decision.cutoff, 10);
        const outcomes: Outcome[] = [
          { kind: "censored", time: finite / 3 },
          { kind: "censored", time: finite * 1.01 },
          { kind: "completed", time: 0, reward: 0 },
          { kind: "completed", time: finite / 2, reward: 0 },
        ];
        policy.observe(decision, outcomes[n % 4]);
      }
      const decision = policy.decide();
      expect(decision.cutoff).toBeGreaterThan(0);
      expect(() => JSON.stringify(policy.snapshot())).not.toThrow();
      expect(JSON.stringify(policy.snapshot())).not.toContain("null");
    });

    test("bad observations are refused and leave the policy as it was", () => {
      const policy = make(2);
      history(policy, 30);
      const before = JSON.stringify(policy.snapshot());
      const good = { kind: "completed", time: 1, reward: 1 } as const;
      const one: Decision = { arm: 0, cutoff: 1 };
      const refused: [Decision, Outcome, string][] = [
        [{ arm: 2, cutoff: 1 }, good, "arm must be an integer from 0 to 1, got 2"],
        [{ arm: 0.5, cutoff: 1 }, good, "arm must be an integer from 0 to 1, got 0.5"],
        [{ arm: 0, cutoff: Number.NaN }, good, "cutoff must be above 0, got NaN"],
        [one, { ...good, time: -1 }, "time must be a finite number of at least 0"],
        [one, { ...good, reward: 2 }, "reward must lie in [0, 1], got 2"],
        [one, { kind: "censored", time: Number.NaN }, "time must be a finite number"],
      ];
      for (const [decision, outcome, message] of refused) {
        expect(() => policy.observe(decision, outcome)).toThrow(message);
      }
      expect(JSON.stringify(policy.snapshot())).toBe(before);
    });

    test("a snapshot of another version, other arms or a broken state is refused", () => {
      const policy = make(2);
      history(policy, 60);
      const saved: PolicySnapshot = JSON.parse(JSON.stringify(policy.snapshot()));
      const again = { known: known.slice(0, 2) };
      expect(() => restorePolicy({ ...saved, version: 2 as 1 }, again)).toThrow("version must be 1, got 2");
      expect(() => restorePolicy(saved, { ...again, arms: ["a", "x"] })).toThrow(
        'the snapshot is of the arms ["a","b"], got ["a","x"]',
      );
      expect(() => restorePolicy({ ...saved, random: [0, 0, 0, 0] }, again)).toThrow("must not be all zero");
      if (JSON.stringify(saved.state) !== "{}") {
        expect(() => restorePolicy({ ...saved, state: 7 }, again)).toThrow(
          "the saved state must be an object, got 7",
        );
        expect(() => restorePolicy({ ...saved, state: spoil(saved.state) }, again)).toThrow(
          /the saved .* must/,
        );
      }
    });

    testCorners(name, {
      request: { cutoffs: EXTREME_LIST, ...request },
      known,
      arms: 2,
      observations: 12,
      saveEach: 4,
    });
  });
}

const LIST = [0.2, 0.4, 0.8, 1.6, 3.2];
const EXTREME_LIST = [MIN_TIME, 1e-3, 1, 1e3, MAX_TIME];

function trial({ arm, cutoff }: Decision, random: Random): Outcome {
  const draw = { time: 0, reward: 0 };
  laws[arm].draw(random, draw);
  return draw.time <= cutoff
    ? { kind: "completed", time: draw.time, reward: draw.reward }
    : { kind: "censored", time: cutoff };
}

function history(policy: Policy, trials: number): Decision[] {
  const random = stream(3, "history");
  return Array.from({ length: trials }, () => {
    const decision = policy.decide();
    policy.observe(decision, trial(decision, random));
    return decision;
  });
}

/** The first number of a state becomes a word. */
function spoil(state: unknown): unknown {
  let done = false;
  return JSON.parse(JSON.stringify(state), (_key, value) => {
    if (done || typeof value !== "number") return value;
    done = true;
    return "seven";
  });
}
