import { type Random, stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { readArms } from "../../src/problem/read-arms.ts";
import { UsageError } from "../../src/shell/usage-error.ts";
import { theoryOf } from "../../src/theory/known-law.ts";
import { theoryText } from "../../src/theory/text.ts";

const EDGES = [
  5e-324, 1e-308, 2.3e-308, 1e308, 1.7976931348623157e308, 1e-16, 1e16, 1e154, 1e155, 1e-155, 1e77, 1e7,
];

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random.uniform() * items.length)];
}

function anyNumber(random: Random): number {
  const kind = random.uniform();
  if (kind < 0.1) return pick(random, EDGES);
  const decades = pick(random, [4, 20, 600]);
  return 10 ** (decades * (random.uniform() - 0.5));
}

function anyLaw(random: Random, depth = 0): string {
  const number = () => anyNumber(random);
  const [a, b] = [number(), number()].sort((x, y) => x - y);
  const weight = pick(random, [0.5, 0.1, 1e-9, 0.999]);
  const simple = [
    `exponential(mean=${a})`,
    `pareto(scale=${a},shape=${b})`,
    `lognormal(median=${a},sigma=${number()})`,
    `weibull(scale=${a},shape=${number()})`,
    `gamma(shape=${number()},scale=${b})`,
    `uniform(low=${random.uniform() < 0.3 ? 0 : a},high=${2 * b})`,
    `constant(value=${a})`,
  ];
  if (depth > 1 || random.uniform() < 0.8) return pick(random, simple);
  const inner = anyLaw(random, depth + 1);
  return random.uniform() < 0.5
    ? `shift(by=${a},${inner})`
    : `mixture(${weight}*${inner},${1 - weight}*${anyLaw(random, depth + 1)})`;
}

/** Before: a tenth of these ended in "Maximum call stack size exceeded", a TypeError, or NaN for a cutoff. */
test("40 laws from one end of the numbers to the other: a text without NaN, or a refusal that says what must hold", () => {
  const random = stream(16, "extreme laws");
  const refusals = new Set<string>();
  for (let i = 0; i < 40; i++) {
    const laws = Array.from({ length: pick(random, [1, 1, 1, 2]) }, () => anyLaw(random));
    const resetting = pick(random, ["none", "none", "proportional(0.2)", `constant(${anyNumber(random)})`]);
    const reward = pick(random, ["one", "one", "bernoulli(p=0.3)", "power(omega=1,gamma=-1)"]);
    const cutoffs = pick(random, ["auto", "auto", "1,2,5", "0.5..5", "2,inf", "log:1e-80:1e80:5"]);
    const where = JSON.stringify({ laws, resetting, reward, cutoffs });
    try {
      const text = theoryText(
        theoryOf(readArms({ laws, reward, resetting, times: new Map() }), cutoffs, 10_000),
      );
      expect(text, where).not.toMatch(/NaN|undefined/);
    } catch (error) {
      const refused = error instanceof UsageError || error instanceof RangeError;
      expect(refused, `${where}: ${error}`).toBe(true);
      refusals.add((error as Error).message.replaceAll(/"[^"]*"|[\d.]+(e[+-]?\d+)?/g, "#"));
    }
  }
  for (const message of refusals) {
    expect(message).toMatch(/must be (at most|below)|must take time|must be a number at some cutoff/);
  }
});
