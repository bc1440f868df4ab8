import { expect, test } from "vitest";
import { rateFigure } from "../../src/figures/rate-figure.ts";
import { drawSvg } from "../../src/figures/write-figure.ts";

const curve = (arm: string) => [1, 2, 4].map((cutoff) => ({ arm, cutoff, rate: 1 / cutoff }));
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);

test("arms are named under a figure; a log without arms has none to name", async () => {
  const two = await drawSvg(rateFigure([...curve("east"), ...curve("west")], []));
  expect(texts(two)).toEqual(expect.arrayContaining(["east", "west"]));
  expect(texts(await drawSvg(rateFigure(curve("all"), [])))).not.toContain("all");
});

test("where several arms have a rate without cutoff, each has its dashes and one has the words", async () => {
  const without = [
    { arm: "east", rate: 0.5 },
    { arm: "west", rate: 0.6 },
  ];
  const svg = await drawSvg(rateFigure([...curve("east"), ...curve("west")], [], { without }));
  expect(texts(svg).filter((text) => text === "without cutoff")).toHaveLength(1);
  expect(svg.match(/stroke-dasharray="6,4"/g)).toHaveLength(2);
});
