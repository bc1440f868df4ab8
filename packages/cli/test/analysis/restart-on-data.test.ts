import { restartOnData } from "@mulligan/core";
import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import { mulligan } from "../call-command.ts";

/** A law, the number of runs, and the time at which they are cut. */
const samples: readonly (readonly [law: string, count: number, cutAt: number])[] = [
  ["exponential(mean=1)", 60, 1.5],
  ["lognormal(median=1,sigma=1.2)", 150, Infinity],
  ["gamma(shape=3,scale=0.5)", 200, 3],
  ["mixture(0.9*exponential(mean=1),0.1*constant(value=100))", 200, Infinity],
  ["constant(value=1)", 25, Infinity],
];

function pairsOf([law, count, cutAt]: (typeof samples)[number]) {
  const random = stream(count, law);
  return Array.from({ length: count }, () => {
    const time = parseLaw(law).sample(random);
    return { time: Math.min(time, cutAt), completed: time <= cutAt, reward: time <= cutAt ? 1 : 0 };
  });
}

describe("restartOnData says what mulligan analyze says", () => {
  test.each(samples)("of %s, %d runs cut at %d", async (...sample) => {
    const pairs = pairsOf(sample);
    const rows = pairs.map(({ time, completed }) => `${time},${Number(completed)}\n`);
    const { stdout } = await mulligan(["analyze", "-", "--json"], `time,completed\n${rows.join("")}`);
    const [arm] = JSON.parse(stdout, (_, value) => (value === "inf" ? Infinity : value)).arms;
    const { restart, bestCutoff: cutoff, gain } = arm;
    expect(restartOnData(pairs)).toEqual({ restart, cutoff, gain });
  });

  test("and these samples hold all three answers", () => {
    const answers = samples.map((sample) => restartOnData(pairsOf(sample)).restart);
    expect(new Set(answers)).toEqual(new Set(["yes", "no", "unclear"]));
  });
});
