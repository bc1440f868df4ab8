import { tailFactor } from "../../statistics/tail-factor.ts";
import { armOption, checkArm } from "../definition/options.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";

/** Completions that are remembered: a time that came once in more is forgotten. */
const REMEMBERED = 200;
/** The share of trials that would have ended and may be cut, as far as the tail of the completions shows it. */
const FALSE_CUTS = 0.001;
/** One time as a tail without a mean has it. The first cutoffs are long: hundreds of times the first completion. */
const PRIOR = 1;

/**
 * For trials that nearly all end, and where a cut costs more than waiting, such as steps of a CI run. Unlike other
 * policies it does not maximise a rate. It cuts only trials that take far longer than all that ended: f times the longest of
 * the last 200 completions, where f = (1000/R)^H for R completions with tail index H, and at least `factor`
 * (`statistics/tail-factor.ts`). Each further attempt at a task gets `growth` times as long, so that a task that is slow
 * and does not hang ends at last, and its time is known from then on.
 */
export const beyondLongest = definePolicy({
  name: "beyond-longest",
  citation: "This project; the tail index of Hill 1975",
  summary: "Cuts only trials that take far longer than every completed one.",
  options: {
    factor: { kind: "number", text: "at least so many times the longest completion", default: 2, atLeast: 1 },
    growth: {
      kind: "number",
      text: "how many times as long each further attempt gets",
      default: 4,
      atLeast: 1,
    },
    arm: armOption,
  },
  plansRetries: true,
  cutsFail: true,
  create({ arms }, { factor, growth, arm: chosen }, saved) {
    const arm = checkArm("beyond-longest", chosen, arms);
    let times =
      saved === undefined
        ? []
        : savedNumbers("beyond-longest", savedRecord("beyond-longest", saved).times, "times");
    let base: number | undefined;
    return {
      decide({ attempt } = {}) {
        base ??= cutoffBeyond(times, factor);
        const cutoff = base * growth ** ((attempt ?? 1) - 1);
        const decision = { arm, cutoff: cutoff > 0 ? cutoff : Infinity };
        return attempt === undefined ? decision : { ...decision, attempt };
      },
      observe(decision, outcome) {
        if (decision.arm !== arm || outcome.kind !== "completed") return;
        times = [...times.slice(1 - REMEMBERED), outcome.time];
        base = undefined;
      },
      save: () => ({ times }),
    };
  },
});

function cutoffBeyond(times: readonly number[], factor: number): number {
  const longest = times.filter((time) => time > 0).sort((a, b) => b - a);
  if (longest.length === 0) return Infinity;
  const rounds = longest.length;
  const beyond = tailFactor(longest, { count: rounds, rounds, exceeded: FALSE_CUTS, prior: PRIOR });
  return Math.max(factor, beyond) * longest[0];
}
