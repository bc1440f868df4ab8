// Attempts that are never answered, or take a hundred times as long as others, by chance: waiting is hopeless and
// another attempt is cheap. A learner that prices a cut by what its calls cost so far may wait for ever here, since
// its calls are slow because it waits.

import { byChance, hang } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { failed } from "./asks.mjs";

const ANSWER_MS = 205;

const hangingArm = (world, share) => ({
  only: (context) =>
    !world.well && byChance(world.seed, "hangs", share, context)
      ? hang(world, context)
      : world.clock.sleep(ANSWER_MS, context.signal),
});

function hangs({ share, calls = 1_500, mostFailed = 0.005, compareMean = true }) {
  const bestMean = ANSWER_MS + (share / (1 - share)) * ANSWER_MS;
  return {
    name: `${100 * share}% of attempts hang, else ${ANSWER_MS} ms; maxExtraLoad 5`,
    options: { deadline: 20_000, maxExtraLoad: 5 },
    asks: [
      failed(Math.floor(mostFailed * calls)),
      ...(compareMean
        ? [{ what: "mean, of the best cutoff", most: 1.5, of: (played) => played.mean / bestMean }]
        : []),
    ],
    build: (world) => ({ arms: hangingArm(world, share), arrivals: { inTurn: calls } }),
  };
}

/**
 * With the usual budget not every hanging call can be saved. A fifth of the calls and four a second are allowed, and
 * twenty in advance; each extra request is answered with probability 1 − share, whichever call it is made for.
 */
function hangsWithinBudget({ share = 0.5, perSecond = 20, calls = 1_500 } = {}) {
  const extra = 0.2 * calls + 4 * (calls / perSecond) + 20;
  const fewest = share * calls - (1 - share) * extra;
  return {
    name: `${100 * share}% of attempts hang, ${perSecond} calls a second, the usual budget`,
    options: { deadline: 20_000 },
    asks: [
      {
        what: "failed, of the fewest that the budget allows",
        most: 1.3,
        of: (played) => played.failed / fewest,
      },
    ],
    build: (world) => ({
      arms: hangingArm(world, share),
      arrivals: { at: poisson(world.seed, perSecond, calls) },
    }),
  };
}

function twoModes({ calls = 1_500 } = {}) {
  const FAST_SHARE = 0.3;
  const FAST_MS = 10;
  return {
    name: "30% of attempts take 10 ms, 70% 1 s; maxExtraLoad 5",
    options: { deadline: 10_000, maxExtraLoad: 5 },
    asks: [
      failed(0),
      {
        what: "mean, of the best cutoff",
        most: 2.5,
        of: (played) => played.mean / (FAST_MS / FAST_SHARE),
      },
    ],
    build: ({ clock, seed }) => ({
      arms: {
        only: (context) =>
          clock.sleep(byChance(seed, "fast", FAST_SHARE, context) ? FAST_MS : 1_000, context.signal),
      },
      arrivals: { inTurn: calls },
    }),
  };
}

export const hangSituations = () => ({
  hangs30: hangs({ share: 0.3 }),
  hangs50: hangs({ share: 0.5 }),
  hangs70: hangs({ share: 0.7 }),
  hangs90: hangs({ share: 0.9, mostFailed: 0.05, compareMean: false }),
  hangsWithinBudget: hangsWithinBudget(),
  twoModes: twoModes(),
});
