import type { Output } from "../journal/archive.ts";
import type { Trial } from "../journal/trial-line.ts";
import { type Made, settle } from "../tasks/settle.ts";
import type { Task } from "../tasks/task.ts";
import type { Agenda, Batch, Entry, Work } from "./agenda.ts";
import type { Competition } from "./competition.ts";
import type { RaceReply, SatReply, TriesReply } from "./messages.ts";
import { solutionName } from "./solution-name.ts";
import type { SatRun, SatTimes } from "./solve-files.ts";
import { modelText } from "./text.ts";
import { type FileReply, filesOf, trialsOf, walksOf } from "./trials-of.ts";

/** The last of a race: it waits until the other workers have said what they did at the file. */
interface Finish {
  readonly entry: Entry;
  readonly reply: RaceReply;
  /** How many are still to say so. */
  missing: number;
}

/** What came of the messages: learned from and entered at once, and told when it is safe. */
export function takeReplies(
  run: SatRun,
  agenda: Agenda,
  competition: Competition | undefined,
  times: SatTimes,
) {
  const { decisions, stopping } = run;
  const finishes = new Map<Task, Finish>();
  let spent = 0;
  let safe: Promise<unknown> = Promise.resolve();

  const learn = (task: Task, trials: readonly Trial[], last: boolean): Made => {
    for (const trial of trials) {
      decisions.observe({ ...trial, task: task.index }, trial.outcome);
      spent += Math.max(1, Math.floor(trial.outcome.time));
    }
    if (spent >= run.budget) stopping.end("budget");
    return { task, trials, last: last && stopping.stopped };
  };
  const keep = (made: readonly Made[], outputs: readonly Output[]) => {
    const settling = settle(run, made, outputs);
    for (const { task } of made) if (task.state !== "open") agenda.countDone(task);
    if (settling === undefined) return;
    // What cannot be kept ends all, and the error is thrown when the last worker has stopped.
    settling.catch(() => stopping.end("interrupted"));
    safe = Promise.all([safe, settling]);
    safe.catch(() => {});
  };

  const takeTries = (reply: TriesReply, batch: Batch) => {
    times.walkMs += reply.walkMs;
    times.solveMs += reply.solveMs;
    const files = [...filesOf(reply, batch)];
    const made = files.map((file) => {
      const { task } = file.entry.entry;
      const trials = learn(task, trialsOf(file), true);
      closeHopeless(task, file);
      return trials;
    });
    keep(
      made,
      files.flatMap((file) => outputsOf(file.entry.entry.task, file.model, run)),
    );
    files.forEach(({ entry: { entry }, shape }, i) => {
      if (entry.task.state === "open" && !made[i].last) agenda.putBack(entry, shape);
    });
  };
  const close = ({ entry, reply }: Finish) => {
    const { task } = entry;
    const trials = walksOf(entry, reply);
    const made = learn(task, trials, false);
    if (reply.ending === "solved") competition?.won(entry.race!.shape, trials.at(-1)!.arm);
    closeHopeless(task, reply);
    keep([made], outputsOf(task, reply.model, run));
  };
  const takeRace = (reply: RaceReply, entry: Entry, worker: number, ends: boolean) => {
    const { task } = entry;
    times.walkMs += reply.walkMs;
    times.solveMs += reply.walkMs;
    const finish = finishes.get(task);
    if (finish === undefined && (reply.ending === "solved" || reply.ending === "unreadable")) {
      const last = { entry, reply, missing: agenda.endOthers(entry) };
      if (last.missing > 0) finishes.set(task, last);
      else close(last);
      return;
    }
    keep([learn(task, walksOf(entry, reply), false)], []);
    if (finish !== undefined) {
      finish.missing -= 1;
      if (finish.missing === 0) close(finish);
    } else if (reply.ending === "stopped" || stopping.stopped) agenda.leave(entry);
    else if (ends) agenda.raceAnew(entry);
    else {
      entry.had += reply.flips;
      agenda.keep(entry, worker);
    }
  };

  return {
    take(reply: SatReply, work: Work, worker: number): void {
      if (work.kind === "tries") takeTries(reply as TriesReply, work.batch);
      else takeRace(reply as RaceReply, work.entry, worker, work.flips === 0);
    },
    settled: () => safe,
  };
}

/** A file about which nothing can be done. */
function closeHopeless(
  task: Task,
  { ending, problem }: Pick<FileReply, "ending"> & { readonly problem?: string | undefined },
): void {
  if (ending !== "hopeless" && problem === undefined) return;
  task.state = "failed";
  if (problem === undefined) task.unsatisfiable = true;
  else task.problem = problem;
}

/** The model goes with its task, into a file, or both. */
function outputsOf(task: Task, model: readonly number[] | undefined, { models, archive }: SatRun): Output[] {
  if (model === undefined) return [];
  if (models) task.model = model;
  return archive.outputs === undefined ? [] : [{ name: solutionName(task.input!), data: modelText(model) }];
}
