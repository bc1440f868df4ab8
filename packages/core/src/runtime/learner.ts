import type { PolicySnapshot } from "../policies/definition/policy.ts";
import { savedRecord } from "../policies/definition/saved-state.ts";
import { kmCalls, kmCallsTaskLearner } from "../policies/product-limit/km-calls.ts";
import { checkArms } from "../problem/arm.ts";
import { listCutoffs } from "../problem/cutoffs.ts";
import type { ResettingTime } from "../problem/resetting.ts";
import type { ScheduleName } from "../problem/schedule.ts";
import { stream } from "../random/stream.ts";
import { Xoshiro128 } from "../random/xoshiro128.ts";
import type { CallPolicy } from "./call-policy.ts";

/** What the default policy of the runtime is made of; all checked by `settings.ts`. */
export interface LearnerRequest {
  readonly names: readonly string[];
  readonly cutoffs: readonly number[];
  readonly resetting: ResettingTime;
  readonly halfLife: number;
  readonly schedule: ScheduleName;
  readonly seed: number;
}

/**
 * The policy `km-calls` for the runtime. It does not come through the door of `make-policy.ts`, which knows
 * every policy: a program that calls a server should not ship them all. Nor need it, since all it is told was
 * checked. Its snapshot says nothing of the schedule, which is an option of each `mulligan`.
 */
export function callLearner(request: LearnerRequest, saved?: PolicySnapshot): CallPolicy {
  const { names, cutoffs, schedule, halfLife, resetting } = request;
  const random = saved === undefined ? stream(request.seed, "runtime") : new Xoshiro128(saved.random);
  const arms = checkArms(names.map((name) => ({ name, resetting })));
  const { strength, tolerance } = kmCalls.options;
  const { decide, observe, save } = kmCallsTaskLearner(
    { arms, cutoffs: listCutoffs(cutoffs), random },
    { strength: strength.default, tolerance: tolerance.default, halfLife },
    schedule,
    saved === undefined ? undefined : savedRecord("mulligan", checkSaved(request, saved).state),
  );
  return {
    decide,
    observe,
    snapshot: () => ({
      version: 1,
      policy: kmCalls.name,
      arms: names,
      cutoffs: [...cutoffs],
      options: { halfLife: halfLife === Infinity ? "inf" : halfLife },
      random: random.state(),
      state: save(),
    }),
  };
}

function checkSaved({ names, cutoffs }: LearnerRequest, saved: PolicySnapshot): PolicySnapshot {
  const expected = { version: 1, policy: kmCalls.name, arms: names, cutoffs };
  for (const [name, value] of Object.entries(expected)) {
    const found = JSON.stringify(saved[name as keyof PolicySnapshot]);
    if (found !== JSON.stringify(value)) {
      throw new RangeError(`mulligan: the snapshot's ${name} must be ${JSON.stringify(value)}, got ${found}`);
    }
  }
  return saved;
}
