import { stream } from "@mulligan/core/random";
import { pause } from "../started.mjs";

/** What a fake run is told of learning: two arms, of which the second is twice as slow. */
export const LEARNING = {
  policy: "km-ts",
  options: {},
  arms: ["fast", "slow"],
  cutoffs: { kind: "auto" },
  schedule: "luby",
  resets: "none",
};

/**
 * The time that a trial would take: mostly some units, now and then for ever.
 * @param {number} seed
 * @param {number} task
 * @param {number} trial
 * @param {number} arm
 */
function fakeTime(seed, task, trial, arm) {
  const random = stream(seed, "fake", task, trial, arm);
  return random.uniform() < 0.6 ? (1 + arm) * 2 ** (3 * random.uniform()) : Infinity;
}

/**
 * Solves tasks in virtual time, with a pause for each trial, so that there is a moment to be killed in.
 * @param {number} pauseMs
 * @returns {import("@mulligan/cluster").TurnExecutorFactory}
 */
export function fakePerformer(pauseMs) {
  return {
    open({ policy, detail }) {
      const { seed } = /** @type {{ seed: number }} */ (detail);
      return {
        async execute(turn) {
          do {
            if (policy === undefined) throw new Error("a fake run learns");
            const decision = policy.decide({ attempt: turn.attempts + 1, task: String(turn.task.index) });
            const time = fakeTime(seed, turn.task.index, turn.trials, decision.arm);
            if (pauseMs > 0) await pause(pauseMs);
            if (turn.stop.aborted) break;
            const done = time <= decision.cutoff;
            turn.record({
              decision,
              seed: 0,
              done,
              outcome: done
                ? { kind: "completed", time, reward: 1 }
                : { kind: "censored", time: decision.cutoff },
            });
            if (done) return "done";
          } while (!turn.isOver);
          return { ending: turn.stop.aborted ? "given-back" : "over" };
        },
      };
    },
  };
}
