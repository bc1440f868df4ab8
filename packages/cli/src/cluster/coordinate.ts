import {
  Coordinator,
  dispatchTasks,
  type Learning,
  type LoggedEntry,
  learningPolicy,
  type RedisPlace,
  shownPlace,
  WINDOW,
} from "@mulligan/cluster";
import type { Trial } from "@mulligan/core/problem";
import { Tally } from "@mulligan/core/statistics";
import { say } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";
import { ClusterRun, type RemoteRun } from "./cluster-run.ts";
import { lastLogged } from "./run-name.ts";

/** Sums the trials of a journal, with which a run that is new in Redis begins. */
function knownTrials(learning: Learning, trials: readonly Trial[]): Tally {
  const tally = new Tally();
  const summed = learningPolicy(learning, 0);
  for (const trial of trials) tally.add(summed.increments(trial, trial.outcome));
  return tally;
}

/** Gives out the tasks of a state and enters what comes of them, until all are over or all is to stop. */
export async function coordinate(run: RemoteRun): Promise<void> {
  const { place, kind, learning, detail, archive } = run;
  const after = lastLogged(run.run, archive.trials);
  let coordinator: Coordinator;
  try {
    coordinator = await Coordinator.open({
      place,
      run: run.run,
      document: { kind, learning, detail },
      known: knownTrials(learning, archive.trials),
      ...(after === undefined ? {} : { after }),
      notice: say,
    });
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
  const desk = new ClusterRun(run, coordinator);
  try {
    // What was done while nobody listened.
    for (const logged of inParts(await coordinator.catchUp())) await desk.take(logged);
    const following = dispatchTasks(coordinator, desk, run.window ?? WINDOW);
    // Where Redis is out of reach when all is to stop, what it does not answer is no error.
    following.catch(() => {});
    await Promise.race([following, run.stopControl.overdue]);
    await desk.settled();
  } catch (error) {
    throw asMistake(error, place);
  } finally {
    // Also if it went wrong: nobody waits for what is still done.
    await Promise.race([coordinator.end(), pause(LAST_WORD_MS)]);
    await Promise.race([coordinator.close(), pause(LAST_WORD_MS)]);
  }
}

/** What Redis refuses, such as to write when its memory is full, is no defect of ours. */
function asMistake(error: unknown, place: RedisPlace): unknown {
  const refused = error instanceof Error && error.name === "ReplyError";
  return refused ? new UsageError(`${shownPlace(place)}: ${error.message}`) : error;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** For what is said to Redis in the end, and to take leave. */
const LAST_WORD_MS = 300;

function* inParts(all: readonly LoggedEntry[]): Generator<readonly LoggedEntry[]> {
  for (let from = 0; from < all.length; from += PART) yield all.slice(from, from + PART);
}

const PART = 1_000;
