import type { Trial } from "@mulligan/core/problem";
import type { Assignment } from "@mulligan/sat";
import type { Output } from "../journal/archive.ts";
import { type Made, settle } from "../tasks/settle.ts";
import type { Task } from "../tasks/task.ts";
import { taskName } from "../tasks/task-list.ts";
import type { Agenda, Batch, Entry, RaceTurn, Work } from "./agenda.ts";
import type { Competition } from "./competition.ts";
import type { RaceReply, SatReply, TriesReply } from "./messages.ts";
import { modelData } from "./model-parts.ts";
import type { SatRun, SatTimes } from "./sat-run.ts";
import { solutionName } from "./solution-name.ts";
import { type FileReply, filesOf, trialsOf, walksOf } from "./trials-of.ts";

/** The last of a race: it waits until the other workers have said what they did at the file. */
interface Finish {
  readonly entry: Entry;
  readonly reply: RaceReply;
  /** How many are still to say so. */
  readonly missing: number;
}

/** What came of the messages: learned from and entered at once, and told when it is safe. */
export class Replies {
  private readonly run: SatRun;
  private readonly agenda: Agenda;
  private readonly competition: Competition | undefined;
  private readonly times: SatTimes;
  private readonly finishes = new Map<Task, Finish>();
  private spent = 0;
  private safe: Promise<unknown> = Promise.resolve();

  constructor(run: SatRun, agenda: Agenda, competition: Competition | undefined, times: SatTimes) {
    this.run = run;
    this.agenda = agenda;
    this.competition = competition;
    this.times = times;
  }

  take(reply: SatReply, work: Work, worker: number): void {
    if (work.kind === "tries") this.takeTries(reply as TriesReply, work.batch);
    else this.takeTurn(reply as RaceReply, work, worker);
  }

  /** Resolves when all is kept; what could not be kept is thrown. */
  settled(): Promise<unknown> {
    return this.safe;
  }

  private takeTries(reply: TriesReply, batch: Batch): void {
    this.times.walkMs += reply.walkMs;
    this.times.solveMs += reply.solveMs;
    const files = [...filesOf(reply, batch)];
    const made = files.map((file) => {
      const { task } = file.entry.entry;
      const trials = trialsOf(file);
      this.learn(task, trials);
      closeHopeless(task, file);
      return { task, trials, last: this.run.stopping.stopped };
    });
    const outputs = files.flatMap(({ entry: { entry }, model }) => outputsOf(entry.task, model, this.run));
    this.keep(made, outputs);
    files.forEach(({ entry: { entry }, shape }, i) => {
      if (entry.task.state === "open" && !made[i].last) this.agenda.putBack(entry, shape);
    });
  }

  private takeTurn(reply: RaceReply, { entry, flips }: RaceTurn, worker: number): void {
    const { agenda } = this;
    const { task } = entry;
    this.times.walkMs += reply.walkMs;
    this.times.solveMs += reply.walkMs;
    const finish = this.finishes.get(task);
    if (finish === undefined && (reply.ending === "solved" || reply.ending === "unreadable")) {
      this.waitForOthers({ entry, reply, missing: agenda.endOthers(entry) });
      return;
    }
    this.enter(task, walksOf(entry, reply));
    if (finish !== undefined) this.waitForOthers({ ...finish, missing: finish.missing - 1 });
    else if (reply.ending === "stopped" || (flips === 0 && this.run.stopping.stopped)) agenda.leave(entry);
    else if (flips === 0) agenda.raceAnew(entry);
    else {
      entry.had += reply.flips;
      agenda.keep(entry, worker);
    }
  }

  private waitForOthers(finish: Finish): void {
    const { entry, reply, missing } = finish;
    const { task } = entry;
    this.finishes.set(task, finish);
    if (missing > 0) return;
    this.finishes.delete(task);
    const trials = walksOf(entry, reply);
    if (reply.ending === "solved") this.competition?.won(entry.race!.shape, trials.at(-1)!.arm);
    closeHopeless(task, reply);
    this.enter(task, trials, outputsOf(task, reply.model, this.run));
  }

  /** Of a race nothing is told before it is over: other workers may be at it. */
  private enter(task: Task, trials: readonly Trial[], outputs: readonly Output[] = []): void {
    this.learn(task, trials);
    this.keep([{ task, trials, last: false }], outputs);
  }

  private learn(task: Task, trials: readonly Trial[]): void {
    const { decisions, stopping, budget } = this.run;
    for (const trial of trials) {
      decisions.observe(taskName(task), trial, trial.outcome);
      this.spent += Math.max(1, Math.floor(trial.outcome.time));
    }
    if (this.spent >= budget) stopping.end("budget");
  }

  private keep(made: readonly Made[], outputs: readonly Output[]): void {
    const { stopping } = this.run;
    const settling = settle(this.run, made, outputs);
    for (const { task } of made) if (task.state !== "open") this.agenda.countDone(task);
    if (settling === undefined) return;
    // What cannot be kept ends all, and the error is thrown when the last worker has stopped.
    settling.catch(() => stopping.end("interrupted"));
    this.safe = Promise.all([this.safe, settling]);
    this.safe.catch(() => {});
  }
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
function outputsOf(task: Task, model: Assignment | undefined, { models, archive }: SatRun): Output[] {
  if (model === undefined) return [];
  if (models) task.model = model;
  return archive.outputs === undefined ? [] : [{ name: solutionName(task.input!), data: modelData(model) }];
}
