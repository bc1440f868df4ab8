import { savedRecord } from "../policies/definition/saved-state.ts";
import { KeyedLearners } from "./learning/keyed-learners.ts";
import { KnownArm, type SavedArm } from "./learning/known-arm.ts";
import type { Settings } from "./settings.ts";
import { checkSnapshot, type SavedLearning } from "./snapshot.ts";

export function saveLearners(names: readonly string[], { all, byKey }: KeyedLearners): SavedLearning {
  const named = (arms: readonly SavedArm[]) =>
    Object.fromEntries(names.map((name, arm) => [name, arms[arm]]));
  return {
    all: named(all.save()),
    keys: Object.fromEntries([...byKey].map(([key, learner]) => [key, named(learner.save())])),
  };
}

/** An arm that the snapshot does not know is new; one that it knows and that is no longer there is left out. */
export function restoreLearners(settings: Settings, snapshot: unknown): KeyedLearners {
  const { names, halfLife, maxKeys, callLimits } = settings;
  const learned = snapshot === undefined ? undefined : checkSnapshot(snapshot).learned;
  const arms = (saved: unknown) => {
    const record = saved === undefined ? {} : savedRecord("mulligan", saved);
    return names.map((name) =>
      Object.hasOwn(record, name) ? KnownArm.restore(record[name], halfLife) : new KnownArm(halfLife),
    );
  };
  const learners = new KeyedLearners(arms(learned?.all), callLimits, halfLife, maxKeys);
  for (const [key, saved] of Object.entries(learned?.keys ?? {})) learners.restore(key, arms(saved));
  return learners;
}
