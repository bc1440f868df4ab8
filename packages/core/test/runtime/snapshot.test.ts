import { expect, test } from "vitest";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { mergeSnapshots, mulligan, type RuntimeSnapshot } from "../../src/runtime/index.ts";
import { calling } from "./calling.ts";

/** Arms that always take so many ms, and calls that were made of them. */
async function learned(arms: Record<string, number>, count: number, options = {}, key?: string) {
  const { calls, make } = calling(arms, options);
  await make(count, key === undefined ? {} : { key });
  return { quote: calls };
}

const throughJson = (snapshot: RuntimeSnapshot): RuntimeSnapshot => JSON.parse(JSON.stringify(snapshot));

test("a snapshot of a snapshot is the same, also through JSON, and with keys", async () => {
  const { quote } = await learned({ east: 10, west: 30 }, 50, {}, "__proto__");
  const saved = throughJson(quote.snapshot());
  const { quote: again } = await learned({ east: 10, west: 30 }, 0, { snapshot: saved });
  expect(again.snapshot()).toEqual(saved);
  expect(Object.keys(saved.learned!.keys)).toEqual(["__proto__"]);
});

test("it survives an arm that came, one that went, and other limits: what is known of the rest is kept", async () => {
  const { quote } = await learned({ east: 10, west: 30 }, 50);
  const snapshot = throughJson(quote.snapshot());
  const { quote: later } = await learned({ north: 5, west: 30 }, 40, {
    snapshot,
    maxCutoffMs: 500,
    cutoffs: [50, 100],
  });
  const { north, west } = later.stats().arms;
  expect(north.attempts).toBeGreaterThan(30);
  // Nothing had to be tried of what was known.
  expect(west.attempts).toBeLessThan(5);
  expect(Object.keys(later.snapshot().learned!.all)).toEqual(["north", "west"]);
});

test("what two have learned is added up: as many attempts as both, and arms and keys of either", async () => {
  const options = { halfLife: Infinity };
  const { quote: one } = await learned({ east: 10, west: 30 }, 30, options, "a");
  const { quote: other } = await learned({ east: 10, north: 50 }, 20, options, "b");
  const merged = mergeSnapshots(throughJson(one.snapshot()), other.snapshot());
  const { all, keys } = merged.learned!;
  expect(Object.keys(all).sort()).toEqual(["east", "north", "west"]);
  expect(Object.keys(keys).sort()).toEqual(["a", "b"]);
  expect(all.east.successes).toBeCloseTo(
    one.stats().arms.east.successes + other.stats().arms.east.successes,
    6,
  );
  expect(all.east.spentMs).toBeCloseTo(10 * all.east.successes, 6);
  await learned({ east: 10, west: 30, north: 50 }, 5, { snapshot: merged });
  expect(mergeSnapshots()).toEqual({ version: 3, learned: { all: {}, keys: {} } });
});

test("what is of another version or shape is refused", () => {
  const start = (snapshot: unknown) => () =>
    mulligan({ arms: { only: () => 1 }, snapshot: snapshot as never });
  expect(start({ version: 1, policy: {}, firstAttempts: [] })).toThrow(
    "mulligan: the snapshot's version must be 3, got 1",
  );
  expect(start({ version: 3 })).toThrow("mulligan: the snapshot must come from mulligan's own learner");
  expect(start("text")).toThrow("mulligan: the saved state must be an object");
  expect(start({ version: 3, learned: { all: [], keys: {} } })).toThrow("must be an object");
  expect(start({ version: 3, learned: { all: { only: { times: [] } }, keys: {} } })).toThrow(
    "mulligan: the snapshot's times must be an array of 3",
  );
  const rows = (row: unknown, first: unknown = 3) =>
    start({
      version: 3,
      learned: {
        all: {
          only: {
            times: [
              { first, rows: row },
              { first: 0, rows: [] },
              { first: 0, rows: [] },
            ],
            spentMs: 1,
            rewards: 1,
            successes: 1,
            succeededMs: 1,
            resets: 0,
            resettingMs: 0,
            ends: 1,
            endCostMs: 0,
            stops: 0,
            stopCostMs: 0,
            load: [0, 0, 0, 0, 0],
          },
        },
        keys: {},
      },
    });
  expect(rows([1, 0, 3, 0])).not.toThrow();
  expect(rows([1, 0, 3])).toThrow("mulligan: the snapshot's rows must be 4 numbers for each cell");
  expect(rows([1, 0, 3, -1])).toThrow("must not be negative");
  expect(rows([1, 0, null, 0])).toThrow("must be an array of finite numbers");
  expect(rows([1, 0, 3, 0], 1e9)).toThrow("must be 4 numbers for each cell");
  expect(rows([1, 0, 3, 0], "x")).toThrow("must be 4 numbers for each cell");
});

test("the snapshot of a policy of one's own is the policy's, and does not merge", () => {
  const policy = makePolicy("fixed", { arms: ["only"], cutoffs: [7], options: { cutoff: 7 } });
  const snapshot = mulligan({ arms: { only: () => 1 }, policy }).snapshot();
  expect(snapshot.policy?.policy).toBe("fixed");
  expect(() => mergeSnapshots(snapshot)).toThrow("not from a policy");
});
