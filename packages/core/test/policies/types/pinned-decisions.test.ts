import { expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { autoCutoffs } from "../../../src/problem/cutoffs.ts";
import type { Random } from "../../../src/random/random.ts";
import { stream } from "../../../src/random/stream.ts";
import { standardNormal } from "../../../src/random/ziggurat.ts";
import { playInParallel } from "../../../src/simulate/tasks.ts";

/*
 * The decisions of `hidden-types`, with many trials under way whose cutoffs move, as of the last time that a rule was changed
 * on purpose: what is kept, grouped or looked up in tables changes no decision.
 */

type Law = (random: Random, task: number, arm: number) => number;
const lognormal = (random: Random, sigma: number) => Math.exp(sigma * standardNormal(random));

const laws: Record<string, { readonly arms: number; readonly law: Law; readonly halfLife?: number }> = {
  alike: { arms: 1, law: (random) => 50 * lognormal(random, 2) },
  slower: { arms: 1, law: (random, task) => (task % 10 === 3 ? 2_000 : 20) * lognormal(random, 1) },
  "two arms": { arms: 2, law: (random, task, arm) => (task % 2 === arm ? 50 : 1_500) * lognormal(random, 1) },
  hangs: { arms: 1, law: (random) => (random.uniform() < 0.5 ? Infinity : 10 + 40 * random.uniform()) },
  "own time": { arms: 1, law: (_, task) => 20 * lognormal(stream(3, "own", task), 1.5) },
  forgetting: {
    arms: 1,
    law: (random, task) => (task < 150 ? 20 : 400) * lognormal(random, 1.5),
    halfLife: 40,
  },
};

/** FNV-1a of all decisions and all moved cutoffs, in order, and what they came to. */
function play(name: string) {
  const { arms, law, halfLife } = laws[name];
  const policy = makePolicy("hidden-types", {
    arms: Array.from({ length: arms }, (_, arm) => `arm ${arm}`),
    cutoffs: autoCutoffs(2),
    firstCutoff: 10_000,
    options: halfLife === undefined ? {} : { halfLife },
    mode: "retry",
    seed: 1,
  });
  let hash = 0x811c9dc5;
  const add = (value: number) => {
    for (const char of value.toPrecision(12)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  };
  const { tries, time } = playInParallel({
    tasks: 400,
    jobs: 60,
    resetting: 2,
    policy: {
      decide(context) {
        const decision = policy.decide(context);
        add(decision.arm);
        add(decision.cutoff);
        return decision;
      },
      reconsider(decision, elapsed) {
        const cutoff = policy.reconsider!(decision, elapsed);
        if (cutoff !== decision.cutoff) add(cutoff);
        return cutoff;
      },
      observe: policy.observe,
    },
    draw: (task, attempt, arm) => ({
      time: law(stream(2, "draw", task, attempt, arm), task, arm),
      reward: 1,
    }),
  });
  return `${tries} tries, ${time.toPrecision(8)}, ${hash.toString(16)}`;
}

const more = [
  ["alike", "3344 tries, 21533.973, cfbaa16e"],
  ["slower", "1184 tries, 182092.83, 7b627ba4"],
  ["hangs", "805 tries, 34619.618, f09602e8"],
  ["own time", "603 tries, 37670.697, 4e382883"],
  ["forgetting", "2409 tries, 157567.34, 8c01760a"],
];

test.each([["two arms", "1289 tries, 92275.970, 645f1406"], ...(isThorough ? more : [])])(
  "%s: the same decisions as before",
  (name, expected) => {
    expect(play(name)).toBe(expected);
  },
);
