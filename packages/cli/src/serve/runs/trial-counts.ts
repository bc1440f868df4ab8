import { elapsed, type Trial } from "@mulligan/core/problem";
import type { Header } from "../../journal/journal-format.ts";
import type { Session } from "../../journal/session.ts";
import { placesIn } from "../../run/programs.ts";
import { isSuccess, taskName } from "../../tasks/task.ts";
import { costOfArms, UncutCost, type WithoutCutoff } from "../../tasks/without-cutoff.ts";
import { addOutcome, newArmStatistics } from "../problem/arm-statistics.ts";
import { type ServedRun, servedArmCounts } from "../problem/problem-state.ts";
import { RecentTrials } from "../problem/recent-trials.ts";

/** A trial, and the session that began with it, if one did. */
export interface JournalEntry {
  readonly trial: Trial;
  readonly session: Session | undefined;
}

/** Counts the trials of a journal, follows its sessions, and estimates what it would have cost without cutoffs. */
export function countTrials(header: Header) {
  const names = header.arms.map(({ name }) => name);
  const statistics = header.arms.map(newArmStatistics);
  const decisions = header.arms.map(() => 0);
  const solved = header.arms.map(() => 0);
  const tries = new RecentTrials();
  const abandons = header.mode === "abandon";
  // Walks of `sat` have no command, and each has a seed of its own.
  const repeats = header.arms.every(({ command }) => command !== undefined && !placesIn(command).has("seed"));
  const uncut = header.arms.map(() => new UncutCost({ repeats, abandons }));
  let latest: Session | undefined;
  let [done, doneBefore, wasStopped, hasInputs] = [0, 0, false, true];
  let known = { trials: 0, costs: names.map((): WithoutCutoff | null => null) };

  /** Returns the estimated cost of the successes of each arm. Callers ask more often than it changes. */
  function costs(): readonly (WithoutCutoff | null)[] {
    if (known.trials !== tries.last) {
      known = { trials: tries.last, costs: uncut.map((cost) => cost.estimate() ?? null) };
    }
    return known.costs;
  }

  return {
    statistics,
    tries,
    costs,
    cost: () =>
      costOfArms(
        costs().map((withoutCutoff, arm) => ({
          solved: solved[arm],
          time: statistics[arm].time,
          withoutCutoff,
        })),
      ) ?? null,
    arms: () => names.map((name, arm) => servedArmCounts(name, decisions[arm], statistics[arm])),

    enter({ trial, session }: JournalEntry): void {
      const { arm, cutoff, attempt, input, outcome, stopped } = trial;
      if (session !== undefined) [latest, doneBefore] = [session, done];
      wasStopped = stopped === true;
      hasInputs = input !== null;
      if (isSuccess(trial)) solved[arm] += 1;
      if (abandons ? !wasStopped : isSuccess(trial)) done += 1;
      decisions[arm] += 1;
      addOutcome(statistics[arm], outcome);
      uncut[arm].add(taskName(trial), outcome, elapsed(outcome, 0));
      tries.add({ at: null, arm, cutoff, attempt, task: input ?? undefined, outcome, stopped });
    },

    /** The latest session. Until its first trial, only its lock tells of it. */
    session(locked: Session | undefined): Omit<ServedRun, "state"> {
      const isNew = locked !== undefined && locked.began !== latest?.began;
      return { ...(locked ?? latest), done, doneBefore: isNew ? done : doneBefore };
    },

    /**
     * How a run ended whose lock is gone. Tries that ran side by side with the last task are stopped, too. An input may be
     * given up, so a run with inputs may finish without a success for each; repetitions of a command go on until all succeed.
     */
    end(): "stopped" | "finished" {
      const isShort = !(done >= (latest?.tasks ?? Infinity));
      const isRepetition = latest !== undefined && !hasInputs;
      return isShort && (wasStopped || isRepetition) ? "stopped" : "finished";
    },
  };
}
