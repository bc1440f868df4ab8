import { expect, test } from "vitest";
import { normalise } from "../../src/engine/normalise.ts";
import { formulaOf } from "../../src/formula/formula.ts";

test("a literal written twice counts once, a tautology is left out, the rest keeps its order", () => {
  const { starts, literals } = normalise(
    formulaOf(4, [
      [3, -1, 3],
      [2, 4, -2],
      [-4, -4],
      [1, 2, 3],
    ]),
  );
  expect([...starts]).toEqual([0, 2, 3, 6]);
  expect([...literals]).toEqual([7, 2, 8, 3, 5, 7]);
});
