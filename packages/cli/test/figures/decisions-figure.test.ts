import { expect, test } from "vitest";
import { decisionsFigure } from "../../src/figures/decisions-figure.ts";
import { drawSvg } from "../../src/figures/write-figure.ts";

const tried = (cutoff: number) => ({ at: 1, arm: "a", cutoff, solved: true });

test("tries without a cutoff stand on a line that says none, above all others", async () => {
  const figure = decisionsFigure([tried(20), tried(80), tried(Infinity)], "ms");
  const { values } = figure.data as unknown as { values: { cutoff: number }[] };
  expect(values.map(({ cutoff }) => cutoff)).toEqual([20, 80, 1_000]);
  expect(await drawSvg(figure)).toContain(">none<");
});

test("where no try had a cutoff, none is the only mark; where all had one, there is no such line", async () => {
  const marks = async (cutoffs: number[]) =>
    (await drawSvg(decisionsFigure(cutoffs.map(tried), "ms"))).match(/>none</g);
  expect(await marks([Infinity, Infinity])).toHaveLength(1);
  expect(await marks([20, 80])).toBeNull();
});

test("solved and unsolved tries differ by their form: a full disc, and two strokes", async () => {
  const draw = (...ends: boolean[]) =>
    drawSvg(
      decisionsFigure(
        ends.map((solved, at) => ({ at, arm: "a", cutoff: 5, solved })),
        "ms",
      ),
    );
  const mark = async (solved: boolean) => /aria-roledescription="point"[^>]*/.exec(await draw(solved))![0];
  // An arc, filled; and two lines, which cannot be.
  expect(await mark(true)).toMatch(/ d="M[^"]*A[^"]*" fill="#/);
  expect(await mark(false)).toMatch(/ d="M[^"AZ]*L[^"AZ]*M[^"AZ]*L[^"AZ]*" .*stroke="#/);
  const svg = await draw(true, false);
  for (const word of ["solved", "not solved"]) expect(svg).toContain(`>${word}<`);
});
