import type { PolicySnapshot } from "../policies/definition/policy.ts";
import { savedRecord } from "../policies/definition/saved-state.ts";
import { KeyedLearners } from "./learning/keyed-learners.ts";
import { KnownArm, type SavedArm } from "./learning/known-arm.ts";
import type { Settings } from "./settings.ts";

/** What was learned, by the names of the arms: of all calls together and of those with a key. */
export interface SavedLearning {
  readonly all: Readonly<Record<string, SavedArm>>;
  readonly keys: Readonly<Record<string, Readonly<Record<string, SavedArm>>>>;
}

/** All that was learned, as plain data that survives JSON: by mulligan itself, or by a policy of the caller's. */
export interface RuntimeSnapshot {
  readonly version: 3;
  readonly learned?: SavedLearning;
  readonly policy?: PolicySnapshot;
}

/**
 * What several processes have learned of the same arms, as one snapshot to start from: what was seen is added up. Snapshots of a
 * policy of the caller's do not merge.
 */
export function mergeSnapshots(...snapshots: readonly RuntimeSnapshot[]): RuntimeSnapshot {
  const parts = snapshots.map((snapshot) => checkSnapshot(snapshot).learned);
  return {
    version: 3,
    learned: {
      all: mergeArms(parts.map(({ all }) => all)),
      keys: Object.fromEntries(
        namesIn(parts.map(({ keys }) => keys)).map((key) => [
          key,
          mergeArms(parts.flatMap(({ keys }) => (Object.hasOwn(keys, key) ? [keys[key]] : []))),
        ]),
      ),
    },
  };
}

function mergeArms(parts: readonly Readonly<Record<string, SavedArm>>[]): Record<string, SavedArm> {
  return Object.fromEntries(
    namesIn(parts).map((name) => {
      const merged = new KnownArm(Infinity);
      for (const part of parts) {
        if (Object.hasOwn(part, name)) merged.add(KnownArm.restore(part[name], Infinity));
      }
      return [name, merged.save()];
    }),
  );
}

function namesIn(records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** Refuses what is not of this version or shape; the arms are checked where they are read. */
export function checkSnapshot(snapshot: unknown): { readonly learned: SavedLearning } {
  const { version, learned } = savedRecord("mulligan", snapshot);
  if (version !== 2 && version !== 3) {
    throw new RangeError(`mulligan: the snapshot's version must be 2 or 3, got ${JSON.stringify(version)}`);
  }
  if (learned === undefined) {
    throw new RangeError(
      "mulligan: the snapshot must be one that mulligan learned itself, not that of a policy",
    );
  }
  const { all, keys } = savedRecord("mulligan", learned);
  savedRecord("mulligan", all);
  savedRecord("mulligan", keys);
  return { learned: learned as SavedLearning };
}

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
