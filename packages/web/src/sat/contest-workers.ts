import { saveFile } from "../browser/download.ts";
import { prefersReducedMotion } from "../browser/hooks.ts";
import { openWorker, type PageWorker, workerCount } from "../browser/workers.ts";
import { addPlayed, type Contest, plan, poolSize, walkable } from "./contest.ts";
import type { DrawnWalk, SatWorkerReply, SatWorkerRequest, SeededContestant } from "./messages.ts";

/** The walk that the reader wants to see. */
export interface WatchChoice {
  readonly name: SeededContestant["name"];
  /** The place among the seeds. */
  readonly seed: number;
}

type SatWorker = PageWorker<SatWorkerRequest>;

interface ContestWorkers {
  sendAll(request: SatWorkerRequest): void;
  /** Sends to the one worker that shows a walk and writes solutions. */
  sendReader(request: SatWorkerRequest): void;
  /** Shows another walk, from its beginning. */
  watch(choice: WatchChoice, speed: number): void;
  /** Closes the workers that play. */
  closePool(): void;
  close(): void;
}

/** The open workers of a contest. If one fails, all are closed. */
function openCrew(contest: Contest, changed: () => void) {
  const workers: SatWorker[] = [];

  function closeFrom(place: number): void {
    for (const worker of workers.splice(place)) worker.close();
  }

  function fail(problem: string): void {
    closeFrom(0);
    Object.assign(contest, { status: "failed", walking: false, fault: problem });
    changed();
  }

  function open(onReply: (reply: SatWorkerReply) => void): SatWorker {
    const worker = openWorker<SatWorkerRequest, SatWorkerReply>("sat", {
      onReply(reply) {
        if (reply.kind === "fault") fail(reply.text);
        else onReply(reply);
        changed();
      },
      onFailure: (problem) => fail(problem || "The worker ended without a message."),
    });
    worker.send({ kind: "open", setting: contest.setting, files: contest.files });
    workers.push(worker);
    return worker;
  }

  return { workers, open, closeFrom };
}

/** Opens the workers that play: each takes the next job whenever it is done with one. */
function openPool(contest: Contest, { open, closeFrom }: ReturnType<typeof openCrew>): void {
  let next = 0;
  function openPlayer(): void {
    let job = 0;
    const playNext = () => {
      if (next >= contest.jobs.length) return;
      job = next++;
      const contestant = contest.jobs[job];
      contest.played[job] = { contestant, ends: [], clock: 0, restarts: 0, over: false };
      worker.send({ kind: "play", contestant, walkable: walkable(contest) });
    };
    const worker = open((reply) => {
      if (reply.kind !== "played") return;
      addPlayed(contest, job, reply);
      if (contest.status === "over") closeFrom(1);
      else if (reply.over) playNext();
    });
    if (contest.status === "paused") worker.send({ kind: "pause" });
    playNext();
  }
  if (contest.jobs.length === 0) return;
  for (let count = poolSize(contest, workerCount()); count > 0; count--) openPlayer();
}

/**
 * Plays a contest. The first worker reads the formulas, and then walks what is in the picture; the others play one job
 * after the other. `changed` is called after every change of the contest, `ready` when the formulas are read.
 */
export function playContest(contest: Contest, changed: () => void, ready: () => void): ContestWorkers {
  const crew = openCrew(contest, changed);
  let wanted: SeededContestant | undefined;
  const reader = crew.open((reply) => {
    if (reply.kind === "model") saveFile(reply.name, reply.text);
    else if (reply.kind === "watched" && isOf(wanted, reply.walk)) {
      contest.walk = reply.walk ?? contest.walk;
      contest.curve = reply.curve ?? contest.curve;
      contest.walking = !reply.over;
    } else if (reply.kind === "formulas") {
      contest.total = reply.total;
      contest.formulas.push(...reply.rows);
      if (contest.formulas.length < reply.total) return;
      plan(contest);
      if (contest.jobs.length === 0) contest.status = "over";
      else if (contest.status === "reading") contest.status = "running";
      ready();
      openPool(contest, crew);
    }
  });
  reader.send({ kind: "read" });
  return {
    sendAll: (request) => {
      for (const worker of crew.workers) worker.send(request);
    },
    sendReader: (request) => reader.send(request),
    watch({ name, seed }, speed) {
      const own = contest.seeds[seed] ?? contest.seeds.at(-1);
      if (own === undefined) return;
      wanted = { name, seed: own, base: contest.setting.base };
      Object.assign(contest, { walk: undefined, curve: undefined, walking: true });
      const watched = { contestant: wanted, speed, calm: prefersReducedMotion() };
      reader.send({ kind: "watch", watched, walkable: walkable(contest) });
    },
    closePool: () => crew.closeFrom(1),
    close: () => crew.closeFrom(0),
  };
}

/** Whether a reply is of the walk that is wanted now: the last one of another may still be on its way. */
function isOf(wanted: SeededContestant | undefined, walk: DrawnWalk | undefined): boolean {
  return (
    walk === undefined || (walk.contestant.name === wanted?.name && walk.contestant.seed === wanted.seed)
  );
}
