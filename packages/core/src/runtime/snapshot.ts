import type { PolicySnapshot } from "../policies/definition/policy.ts";
import { savedRecord } from "../policies/definition/saved-state.ts";
import { KeyedLearners } from "./learning/call-learner.ts";
import type { CallLimits } from "./learning/call-plan.ts";
import { LearnedArm, type SavedArm } from "./learning/learned-arm.ts";

/** The learned state by the names of the arms: for all calls together, and for each key. */
export interface SavedLearning {
  readonly all: Readonly<Record<string, SavedArm>>;
  readonly keys: Readonly<Record<string, Readonly<Record<string, SavedArm>>>>;
}

/** Everything learned by `mulligan` or by a policy of the caller, as plain data that survives JSON. */
export interface RuntimeSnapshot {
  readonly version: 3;
  /** The state of the built-in learner. */
  readonly learned?: SavedLearning;
  /** The snapshot of the caller's own policy, if `policy` was given. */
  readonly policy?: PolicySnapshot;
}

/** Adds up the snapshots of several processes with the same arms. Snapshots of a caller's own policy do not merge. */
export function mergeSnapshots(...snapshots: readonly RuntimeSnapshot[]): RuntimeSnapshot {
  const parts = snapshots.map(checkSnapshot);
  const keys = namesIn(parts.map((learned) => learned.keys));
  const ofKey = (key: string) => (learned: SavedLearning) =>
    Object.hasOwn(learned.keys, key) ? learned.keys[key] : {};
  return {
    version: 3,
    learned: {
      all: mergeArms(parts, ({ all }) => all),
      keys: Object.fromEntries(keys.map((key) => [key, mergeArms(parts, ofKey(key))])),
    },
  };
}

function mergeArms(
  parts: readonly SavedLearning[],
  armsOf: (learned: SavedLearning) => Readonly<Record<string, SavedArm>>,
): Record<string, SavedArm> {
  const names = namesIn(parts.map(armsOf));
  return Object.fromEntries(
    names.map((name) => {
      const merged = new LearnedArm(Infinity);
      for (const learned of parts) {
        const arms = armsOf(learned);
        if (Object.hasOwn(arms, name)) merged.add(LearnedArm.restore(arms[name], Infinity));
      }
      return [name, merged.save()];
    }),
  );
}

function namesIn(records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** Refuses another version or shape; the arms are checked where they are read. */
function checkSnapshot(snapshot: unknown): SavedLearning {
  const { version, learned } = savedRecord("mulligan", snapshot);
  if (version !== 3) {
    throw new RangeError(`mulligan: the snapshot's version must be 3, got ${JSON.stringify(version)}`);
  }
  if (learned === undefined) {
    throw new RangeError("mulligan: the snapshot must come from mulligan's own learner, not from a policy");
  }
  const { all, keys } = savedRecord("mulligan", learned);
  savedRecord("mulligan", all);
  savedRecord("mulligan", keys);
  return learned as SavedLearning;
}

export function saveLearners(names: readonly string[], { all, byKey }: KeyedLearners): SavedLearning {
  const named = (arms: readonly SavedArm[]) =>
    Object.fromEntries(names.map((name, arm) => [name, arms[arm]]));
  return {
    all: named(all.save()),
    keys: Object.fromEntries([...byKey].map(([key, learner]) => [key, named(learner.save())])),
  };
}

/** Restores the learners. An arm that the snapshot does not have is new; an arm that is no longer there is left out. */
export function restoreLearners(
  names: readonly string[],
  callLimits: CallLimits,
  { halfLife, maxKeys }: { readonly halfLife: number; readonly maxKeys: number },
  snapshot: unknown,
): KeyedLearners {
  const learned = snapshot === undefined ? undefined : checkSnapshot(snapshot);
  const arms = (saved: unknown) => {
    const record = saved === undefined ? {} : savedRecord("mulligan", saved);
    return names.map((name) =>
      Object.hasOwn(record, name) ? LearnedArm.restore(record[name], halfLife) : new LearnedArm(halfLife),
    );
  };
  const learners = new KeyedLearners(arms(learned?.all), callLimits, halfLife, maxKeys);
  for (const [key, saved] of Object.entries(learned?.keys ?? {})) learners.restore(key, arms(saved));
  return learners;
}
