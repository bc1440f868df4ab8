// Mutated words, laws, trials and formulas at the doors where the command reads them, in this process: each is read, or
// refused in one of the ways that the command turns into a line and exit code 2.
import { NotationError, parseResetting, parseReward } from "@mulligan/core/distributions";
import { makePolicy, parsePolicy } from "@mulligan/core/policies";
import { autoCutoffs, parseCutoffs } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { DimacsError, parseDimacs } from "@mulligan/sat";
import { parseTrial } from "../packages/cli/dist/journal/journal-format.js";
import { readArms } from "../packages/cli/dist/problem/read-arms.js";
import { splitWords } from "../packages/cli/dist/processes/program-command.js";
import { parseRewardSource } from "../packages/cli/dist/run/printed-number.js";
import { parseDuration } from "../packages/cli/dist/shell/duration.js";
import { UsageError } from "../packages/cli/dist/shell/usage-error.js";
import { mutate } from "./mutate.mjs";
import * as samples from "./samples.mjs";

const problem = { reward: "one", resetting: "none", times: new Map([["-", Float64Array.of(1, 2)]]) };
const lawOf = (/** @type {string} */ text) => readArms({ ...problem, laws: [text] })[0].law.time;

/**
 * A law is not only read: what it says of itself must be numbers.
 * @param {string} text
 */
function useLaw(text) {
  const law = lawOf(text);
  const said = [law.mean, law.cdf(1), law.survival(2), law.quantile(0.5), law.sample(stream(1, text))];
  if (said.some((value) => Number.isNaN(value))) throw new TypeError(`NaN among ${said}`);
}

/** @param {string} text */
function makeNamed(text) {
  const { name, options } = parsePolicy(text);
  const policy = makePolicy(name, {
    arms: [{ name: "a" }, { name: "b" }],
    cutoffs: autoCutoffs(1),
    options,
    seed: 1,
  });
  policy.observe(policy.decide(), { kind: "completed", time: 1, reward: 1 });
}

/** @type {readonly { name: string, samples: readonly string[], read(text: string): unknown }[]} */
const DOORS = [
  { name: "law", samples: samples.LAWS, read: useLaw },
  { name: "cutoffs", samples: samples.CUTOFFS, read: parseCutoffs },
  { name: "policy", samples: samples.POLICIES, read: makeNamed },
  {
    name: "reward",
    samples: samples.REWARDS,
    read: (text) => parseReward(text)(lawOf("exponential(mean=1)")),
  },
  { name: "resetting", samples: samples.RESETTINGS, read: parseResetting },
  { name: "duration", samples: samples.DURATIONS, read: (text) => parseDuration(text) },
  { name: "words", samples: samples.COMMANDS, read: (text) => splitWords(text, "--arm a") },
  { name: "outcome", samples: samples.OUTCOMES, read: (text) => parseRewardSource(text) },
  { name: "trial", samples: samples.TRIALS, read: (text) => parseTrial(text.split("\n")[0], ["x"]) },
  { name: "formula", samples: samples.FORMULAS, read: (text) => parseDimacs(text, "f") },
];

const LONGEST_MS = 10_000;
const MAX_PROBLEMS = 20;

/**
 * @param {number} seed
 * @param {number} inputs
 */
export async function mutateInputs(seed, inputs = 100_000) {
  const random = stream(seed, "inputs");
  /** @type {string[]} */
  const problems = [];
  let [read, refused, longestMs] = [0, 0, 0];
  for (let i = 0; i < inputs; i++) {
    const { name, samples: own, read: take } = DOORS[i % DOORS.length];
    const text = mutate(own[Math.floor(own.length * random.uniform())], random);
    const began = performance.now();
    try {
      take(text);
      read += 1;
    } catch (error) {
      if (isRefusal(error)) refused += 1;
      else if (problems.length < MAX_PROBLEMS)
        problems.push(`crash: ${name} ${JSON.stringify(text.slice(0, 300))}: ${error}`);
    }
    const took = performance.now() - began;
    longestMs = Math.max(longestMs, Math.ceil(took));
    if (took > LONGEST_MS) problems.push(`hang: ${name} ${JSON.stringify(text.slice(0, 300))}: ${took} ms`);
  }
  return { inputs, read, refused, longestMs, problems };
}

/** What `asUsage` and the workers turn into a line for the user. A stack that overflows is a RangeError too. */
function isRefusal(/** @type {unknown} */ error) {
  if (error instanceof UsageError || error instanceof NotationError || error instanceof DimacsError)
    return true;
  return (
    error instanceof RangeError && !/call stack|array length|string length|allocation/i.test(error.message)
  );
}
