import { expect, test } from "vitest";
import { TypeModel } from "../../../src/policies/types/type-model.ts";
import { latticeEdge } from "../../../src/problem/lattice.ts";
import { TaskHistory } from "../../../src/statistics/task-history.ts";

interface Seen {
  /** Cells that attempts outlived. */
  readonly failed?: readonly number[];
  readonly solved?: number;
  readonly arm?: number;
  /** How many such tasks. */
  readonly tasks?: number;
}

function historyOf({ failed = [], solved, arm = 0, tasks = 1 }: Seen): TaskHistory {
  const history = new TaskHistory();
  for (const cell of failed) history.fail(arm, cell);
  if (solved !== undefined) history.solve(arm, solved);
  history.weight = tasks;
  return history;
}

function evidence(seen: readonly Seen[], rate = 1, arms = 1) {
  const cells = seen.flatMap(({ failed = [], solved = [] }) => [...failed, solved].flat());
  return {
    histories: seen.map(historyOf),
    unit: 1,
    rates: Array<number>(arms).fill(rate),
    from: Math.min(0, ...cells),
    to: Math.max(0, ...cells),
  };
}

/** λ of a cell for the usual type. */
const hazard = (model: TypeModel, cell: number, arm = 0) =>
  model.outlived(0, arm, cell) - model.outlived(0, arm, cell - 1);

const width = (cell: number) => latticeEdge(cell) - latticeEdge(cell - 1);

test("before anything was seen attempts are memoryless with the mean rate, up to a half in a cell, and types as the prior", () => {
  const model = new TypeModel(1);
  model.fit(evidence([], 0.2));
  for (const cell of [-12, -3, 0, 3]) expect(hazard(model, cell)).toBeCloseTo(0.2 * width(cell), 12);
  expect(hazard(model, 15)).toBeCloseTo(0.5, 12);
  // Of those with each chance to hang, all cells together have the share of the prior.
  const shares = new Map([
    [0.04, 0.1],
    [0.25, 0.06],
    [0.6, 0.04],
  ]);
  model.types.forEach(({ prior, constant }, type) => {
    const share = constant === undefined ? 0.8 : shares.get(constant.hangs)!;
    expect(model.weights[type]).toBeCloseTo(share * prior, 12);
  });
});

test("600 attempts of 1,000 that end in a cell give it the hazard ln 2.5, and those before it λ⁰/1001", () => {
  const model = new TypeModel(1);
  const seen = evidence([
    { solved: 0, tasks: 600 },
    { failed: [0], tasks: 400 },
  ]);
  model.fit(seen);
  // All of the usual type, of which the prior is a thousandth: so the shape explains it and no mixture need to.
  const state = model.save() as { weights: number[] };
  model.load("p", { ...state, weights: state.weights.map((_, type) => (type === 0 ? 1 : 0)) });
  for (let time = 0; time < 3; time++) model.fit(seen);
  expect(hazard(model, 0) / Math.log(2.5)).toBeGreaterThan(0.98);
  expect(hazard(model, 0) / Math.log(2.5)).toBeLessThan(1.02);
  expect(hazard(model, -1) / (width(-1) / 1001)).toBeCloseTo(1, 1);
});

test("a scale shifts the shape, three cells an octave, and a hazard factor multiplies it", () => {
  const model = new TypeModel(1);
  model.fit(evidence([{ solved: 3, failed: [0, 0], tasks: 10 }]));
  model.types.forEach(({ shifts: [shift], hazards: [factor], constant }, type) => {
    if (constant !== undefined) return;
    for (const cell of [-4, 0, 5]) {
      expect(model.outlived(type, 0, cell + shift)).toBeCloseTo(factor * model.outlived(0, 0, cell), 12);
    }
    expect(model.firstCell(type, 0) - model.firstCell(0, 0)).toBe(shift);
    expect(model.outlived(type, 0, model.firstCell(type, 0) - 1)).toBe(0);
    expect(model.outlived(type, 0, model.firstCell(type, 0))).toBeGreaterThan(0);
  });
});

/** Quick tasks end around time 1 at their first attempts, others at 64 after many failures. */
const twoScales = (slow: number): Seen[] => [
  { solved: -3, tasks: 25 },
  { solved: 0, tasks: 25 },
  { failed: [0], solved: 0, tasks: 15 },
  { failed: [0, 0], solved: -1, tasks: 100 - 65 - slow },
  { failed: [0, 0, 0, 0, 3, 3, 3, 6, 6, 9, 9, 12], solved: 16, tasks: slow / 2 },
  { failed: [0, 0, 3, 3, 3, 6, 6, 6, 9, 12, 12], solved: 18, tasks: slow / 2 },
];

test("where 30 of a hundred tasks take 64 times as long, so much weight goes to slower or rarer types", () => {
  const model = new TypeModel(1);
  const seen = evidence(twoScales(30));
  for (let time = 0; time < 5; time++) model.fit(seen);
  let share = 0;
  // Tasks of a fixed time of their own that is long explain these as well.
  model.types.forEach(({ shifts: [shift], hazards: [factor], constant }, type) => {
    const isSlow = constant === undefined ? shift >= 6 || factor <= 1 / 16 : constant.ends[0] >= 12;
    if (isSlow) share += model.weights[type];
  });
  expect(Math.abs(share - 0.3)).toBeLessThan(0.04);
  // Nine octaves of times, yet a quick task is quick.
  expect(Math.exp(-model.outlived(0, 0, 3))).toBeLessThan(0.4);
});

/** What each round raises: the log-likelihood with that of the prior. */
function objective(model: TypeModel, seen: ReturnType<typeof evidence>, priorTasks: number, rate: number) {
  let sum = 0;
  for (const { cells, counts, solvedArm, solvedCell, weight } of seen.histories) {
    let likelihood = 0;
    model.types.forEach((_, type) => {
      let log = 0;
      cells.forEach((cell, place) => {
        log -= counts[place] * model.outlived(type, 0, cell);
      });
      const before = Math.exp(-model.outlived(type, 0, solvedCell - 1));
      const after = Math.exp(-model.outlived(type, 0, solvedCell));
      likelihood += model.weights[type] * Math.exp(log) * (solvedArm < 0 ? 1 : before - after);
    });
    sum += weight * Math.log(likelihood);
  }
  const constants = new Map<number, number>();
  model.types.forEach(({ prior, constant }, type) => {
    const weight = model.weights[type];
    if (constant === undefined) sum += priorTasks * 0.8 * prior * Math.log(weight);
    else constants.set(constant.hangs, (constants.get(constant.hangs) ?? 0) + weight);
  });
  [0.1, 0.06, 0.04].forEach((share, place) => {
    sum += priorTasks * share * Math.log([...constants.values()][place]);
  });
  const { first, hazards } = model.save() as { first: number; hazards: number[][] };
  hazards[0].forEach((value, place) => {
    sum += Math.min(0.5, rate * width(first + place)) * Math.log(value) - value;
  });
  return sum;
}

test("no fit makes what was seen less likely than the one before, the prior counted in", () => {
  for (const slow of [0, 4, 40]) {
    const model = new TypeModel(1);
    const seen = evidence(twoScales(slow), 0.7);
    model.fit(seen);
    // What the prior of the types counts for follows from their weights, which are a mean of it and 100 tasks.
    const rarest = model.types.reduce(
      (least, { prior, constant }, type, { [least]: known }) =>
        !constant && prior < known.prior ? type : least,
      0,
    );
    const priorTasks =
      (100 * model.weights[rarest]) / (0.8 * model.types[rarest].prior - model.weights[rarest]);
    expect(priorTasks).toBeGreaterThan(0.1);
    let last = objective(model, seen, priorTasks, 0.7);
    for (let time = 0; time < 12; time++) {
      model.fit(seen);
      const now = objective(model, seen, priorTasks, 0.7);
      expect(now).toBeGreaterThan(last - 1e-6 * Math.abs(last));
      last = now;
    }
  }
});

test("it goes on where it was saved, also to cells that it has no room for yet", () => {
  const model = new TypeModel(1);
  model.fit(evidence(twoScales(10)));
  const again = new TypeModel(1);
  again.load("p", JSON.parse(JSON.stringify(model.save())));
  expect(again.save()).toEqual(model.save());
  const farther = evidence([...twoScales(10), { solved: 80 }, { solved: -70 }]);
  model.fit(farther);
  again.fit(farther);
  expect(again.save()).toEqual(model.save());
  expect(model.outlived(0, 0, 90)).toBeGreaterThan(model.outlived(0, 0, 18));
});

test.each([
  ["weights of other types", { weights: [1] }, "p: the saved weights must be those of its types"],
  ["half a cell", { first: 0.5 }, "p: the saved hazards must be those of 1 to"],
  ["no cell", { hazards: [[]] }, "p: the saved hazards must be those of 1 to"],
  ["a hazard below 0", { hazards: [[1, -1]] }, "p: the saved weights and hazards must not be below 0"],
  ["a word for a hazard", { hazards: [["x"]] }, "p: the saved hazards must be an array of finite numbers"],
  ["far too many cells", { hazards: [Array(100_000).fill(0)] }, "p: the saved hazards must be those of 1 to"],
])("refuses a state with %s", (_, part, message) => {
  const model = new TypeModel(1);
  model.fit(evidence([]));
  expect(() => new TypeModel(1).load("p", { ...(model.save() as object), ...part })).toThrow(message);
});

test("tasks that only ever end at one time of their own are taken for such, and those that end by chance are not", () => {
  const shareOf = (seen: readonly Seen[]) => {
    const model = new TypeModel(1);
    for (let time = 0; time < 3; time++) model.fit(evidence(seen, 0.1));
    return model.types.reduce(
      (sum, { constant }, type) => (constant === undefined ? sum : sum + model.weights[type]),
      0,
    );
  };
  const atOnce = [0, 2, 4, 6, 8].map((solved) => ({ solved, tasks: 4 }));
  // Ten tasks failed at 6 before: one kind ends later than that each time, the other as early as all.
  const later = [9, 12, 15].map((solved) => ({ failed: [6, 6, 6, solved - 2], solved, tasks: 3 }));
  const sooner = [0, 2, 4].map((solved) => ({ failed: [6, 6, 6, 8], solved, tasks: 3 }));
  // Nine of 29 can hardly be anything else, and the others may be.
  expect(shareOf([...atOnce, ...later])).toBeGreaterThan(0.4);
  expect(shareOf([...atOnce, ...sooner])).toBeLessThan(0.1);
});
