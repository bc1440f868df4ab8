import { expect, test } from "vitest";
import { pareto } from "../../../src/distributions/pareto.ts";
import { FocusedArm } from "../../../src/policies/product-limit/focused-arm.ts";
import { noResetting } from "../../../src/problem/arm.ts";
import { latticeCell, latticeEdge } from "../../../src/problem/lattice.ts";
import { stream } from "../../../src/random/stream.ts";

const range = { first: latticeCell(0.01), last: latticeCell(1_000) };
const newArm = () => new FocusedArm({ name: "a", resetting: noResetting }, range);

/** Trials of a law, cut at cutoffs that vary. */
function feed(arm: FocusedArm, from: number, to: number): void {
  const law = pareto(0.3, 1.2);
  for (let n = from; n < to; n++) {
    const time = law.sample(stream(n, "trial"));
    const cutoff = latticeEdge(latticeCell(0.4 + (n % 7)));
    const done = time <= cutoff;
    arm.observe(done ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: cutoff }, 1);
  }
}

test("around an atom at 1.03 the edges are fine after thirty completions, and its own is among them", () => {
  const arm = newArm();
  const widest = () => {
    const place = arm.edges.findIndex((edge) => edge >= 1.03);
    return arm.edges[place] / arm.edges[place - 1];
  };
  arm.observe({ kind: "censored", time: 10 }, 1);
  for (let n = 0; n < 29; n++) arm.observe({ kind: "completed", time: 1.03, reward: 1 }, 1);
  expect(widest()).toBeCloseTo(2 ** (1 / 3), 9);
  arm.observe({ kind: "completed", time: 1.03, reward: 1 }, 1);
  expect(widest()).toBeCloseTo(2 ** (1 / 36), 9);
});

test("what a decision looks at is what was recorded, regrouped, however the focus moved", () => {
  const arm = newArm();
  for (let n = 0; n < 600; n += 50) {
    feed(arm, n, n + 50);
    expect(Array.from(arm.cells.rows, (value) => Math.round(value * 1e6))).toEqual(
      Array.from(arm.recorded.regroup(arm.edges).rows, (value) => Math.round(value * 1e6)),
    );
  }
  expect(arm.focus.length).toBeGreaterThan(0);
});

test("cells grow by an octave beyond what was reached, and never past the end of the range", () => {
  const arm = newArm();
  const last = () => arm.edges[arm.edges.length - 1];
  expect(last()).toBe(latticeEdge(range.first + 9));
  arm.observe({ kind: "censored", time: 1 }, 1);
  expect(last()).toBe(2);
  arm.observe({ kind: "censored", time: latticeEdge(range.last) }, 1);
  expect(last()).toBe(latticeEdge(range.last));
});

test("an atom at 1.03 is cut at 1.03, completions that spread over a fine cell at its end", () => {
  const arm = newArm();
  arm.observe({ kind: "censored", time: 10 }, 1);
  const cutoffAt = (time: number) => arm.cutoff(arm.edges.findIndex((edge) => edge >= time));
  for (let n = 0; n < 40; n++) arm.observe({ kind: "completed", time: 1.03, reward: 1 }, 1);
  expect(cutoffAt(1.03)).toBe(1.03);
  expect(arm.reached(1.03)).toBeGreaterThan(1.03); // who is cut there has as good as survived the cell
  // The fine cell of 1.03 ends at 2^(2/36) = 1.0393; a completion at 1.021 makes 1.03 + 0.009 of it.
  arm.observe({ kind: "completed", time: 1.021, reward: 1 }, 1);
  expect(cutoffAt(1.03)).toBeCloseTo(1.039, 9);
});
