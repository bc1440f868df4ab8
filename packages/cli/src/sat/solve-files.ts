import { usefulThreads } from "../threads/open-pool.ts";
import { Agenda, MESSAGES_A_WORKER } from "./agenda.ts";
import { newCompetition } from "./competition.ts";
import { type Crew, openCrew } from "./crew.ts";
import { newFlipBudget } from "./flip-budget.ts";
import { messageOf } from "./message-of.ts";
import type { SatShared } from "./messages.ts";
import { Replies } from "./replies.ts";
import type { SatRun, SatTimes } from "./sat-run.ts";
import type { WalkStopping } from "./stopping.ts";

/**
 * Lets the workers try every file until it is solved, given up, or all is to stop. The policy lives here
 * and learns in the order in which replies arrive; with one worker that order is always the same.
 */
export async function solveFiles(run: SatRun): Promise<SatTimes> {
  const { book, stopping, decisions, seed, archive } = run;
  const times: SatTimes = { walkMs: 0, solveMs: 0 };
  const open = book.tasks.all.filter(({ state }) => state === "open");
  if (open.length === 0) return times;
  // Several workers may race at one file.
  const jobs = usefulThreads(run.races ? run.jobs : Math.min(run.jobs, open.length));
  const competition = run.races ? newCompetition() : undefined;
  const { maxAttempts } = book;
  const earlier = archive.trials.length;
  const agenda = new Agenda(open, { decisions, competition, maxAttempts, jobs, seed, earlier });
  const crew = openCrew(sharedOf(run));
  const replies = new Replies(run, agenda, competition, times);
  try {
    const worked = workThrough({ crew, agenda, jobs, stopping, replies });
    // A thread that is ended in the middle of a large file has nothing more to say.
    worked.catch(() => {});
    await Promise.race([worked, stopping.overdue]);
    await replies.settled();
  } finally {
    await crew.close();
  }
  return times;
}

interface Loop {
  readonly crew: Crew;
  readonly agenda: Agenda;
  readonly jobs: number;
  readonly stopping: WalkStopping;
  readonly replies: Replies;
}

/** Messages out, replies in, until there is nothing left to do. Who finds nothing to do waits for the next reply. */
async function workThrough({ crew, agenda, jobs, stopping, replies }: Loop): Promise<void> {
  let wake: (() => void)[] = [];
  const feed = async (worker: number) => {
    for (;;) {
      if (stopping.stopped) agenda.end();
      const work = agenda.take(worker);
      if (work === undefined) {
        if (agenda.isOver) return;
        await new Promise<void>((resolve) => wake.push(resolve));
        continue;
      }
      const reply = await crew.run(worker, messageOf(work));
      agenda.finish(worker, work);
      replies.take(reply, work, worker);
      const sleepers = wake;
      wake = [];
      for (const sleeper of sleepers) sleeper();
    }
  };
  const feeders = Array.from({ length: jobs * MESSAGES_A_WORKER }, (_, i) => feed(i % jobs));
  await Promise.all(feeders);
}

function sharedOf({ book, arms, archive, models, given, races, stopping, budget }: SatRun): SatShared {
  return {
    files: book.tasks.all.map(({ input }) => input!),
    arms: arms.map(({ settings }) => settings),
    given: given ?? new Map(),
    models: models || archive.outputs !== undefined,
    races,
    stop: stopping.flag,
    solved: new SharedArrayBuffer(4 * book.tasks.all.length),
    ...(budget === Infinity ? {} : { budget: newFlipBudget(budget) }),
  };
}
