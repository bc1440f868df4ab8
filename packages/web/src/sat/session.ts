import type { Assignment } from "@mulligan/sat";
import { saveFile } from "../browser/download.ts";
import { prefersReducedMotion } from "../browser/hooks.ts";
import { openWorker, type PageWorker, workerCount } from "../browser/workers.ts";
import type { Contestant, DrawnWalk, FormulaRow, SatWorkerReply, SatWorkerRequest } from "./messages.ts";
import type { SatCurve } from "./rate-curve.ts";
import { readSetting, type SatFields, type SatSetting } from "./setting.ts";
import { type Played, TRIED_BASES } from "./spread.ts";

/** One contest: its formulas, what was played of it, and the walk in the picture. */
export interface Contest {
  status: "reading" | "running" | "paused" | "over" | "failed";
  readonly setting: SatSetting;
  readonly files: readonly File[] | undefined;
  /** The number of formulas that are read. */
  total: number;
  readonly formulas: FormulaRow[];
  /** What was played, in the order of the jobs. */
  readonly played: Played[];
  /** The contestants to play, each with every seed. */
  jobs: readonly Contestant[];
  /** The seeds that are played; fewer than were wanted if the formulas are large. */
  seeds: readonly number[];
  /** The first solution of each formula that has one. */
  readonly models: Map<number, Assignment>;
  walk: DrawnWalk | undefined;
  curve: SatCurve | undefined;
  walking: boolean;
  fault: string | undefined;
  /** Grows whenever something was played. */
  version: number;
}

/** The walk that the reader wants to see. */
export interface WatchChoice {
  readonly name: Contestant["name"];
  /** The place among the seeds. */
  readonly seed: number;
}

/** A contest with its setting. It outlives the view, so that it is still there when the reader comes back. */
export interface SatSession {
  readonly fields: SatFields;
  readonly contest: Contest | undefined;
  readonly watched: WatchChoice;
  /** Draws a view from now on. Returns a function that stops it; a contest pauses until the next view. */
  show(draw: () => void): () => void;
  change(fields: SatFields): void;
  /** Starts a contest on these files, or on generated formulas. The one before ends. */
  solve(setting: SatSetting, files: readonly File[] | undefined): void;
  pause(): void;
  go(): void;
  stop(): void;
  watch(choice: WatchChoice): void;
  save(formula: number): void;
}

type SatWorker = PageWorker<SatWorkerRequest>;

const DRAW_MS = 100;
const CALM_DRAW_MS = 500;
/** All walks but the one in the picture. */
const MAX_POOL_BYTES = 2 ** 31;
/** All contestants together may take so many flips if they solve nothing; otherwise fewer seeds are played. */
const MAX_FLIPS = 2e9;

let current: SatSession | undefined;

/** The one contest of the page. */
export function satSession(first: () => SatFields): SatSession {
  current ??= openSession(first());
  return current;
}

function openSession(first: SatFields): SatSession {
  let workers: SatWorker[] = [];
  let draw = () => {};
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let goesOn = false;

  /** Many replies come between two pictures. */
  function drawSoon(): void {
    drawing ??= setTimeout(drawNow, prefersReducedMotion() ? CALM_DRAW_MS : DRAW_MS);
  }

  function drawNow(): void {
    clearTimeout(drawing);
    drawing = undefined;
    draw();
  }

  function closeAll(): void {
    for (const worker of workers) worker.close();
    workers = [];
  }

  /** Closes all workers but the one whose walk is in the picture. */
  function closePool(): void {
    for (const worker of workers.splice(1)) worker.close();
  }

  function fail(contest: Contest, problem: string): void {
    closeAll();
    Object.assign(contest, { status: "failed", walking: false, fault: problem });
    drawNow();
  }

  function open(contest: Contest, onReply: (reply: SatWorkerReply, worker: SatWorker) => void): SatWorker {
    const worker = openWorker<SatWorkerRequest, SatWorkerReply>("sat", {
      onReply(reply) {
        if (reply.kind === "fault") fail(contest, reply.text);
        else onReply(reply, worker);
        drawSoon();
      },
      onFailure: (problem) => fail(contest, problem || "The worker ended without a message."),
    });
    worker.send({ kind: "open", setting: contest.setting, files: contest.files });
    workers.push(worker);
    return worker;
  }

  /** The first worker reads the formulas, and then walks what is in the picture. */
  function openReader(contest: Contest): void {
    const reader = open(contest, (reply) => {
      if (reply.kind === "model") saveFile(reply.name, reply.text);
      else if (reply.kind === "formulas") {
        contest.total = reply.total;
        contest.formulas.push(...reply.rows);
        if (contest.formulas.length === reply.total) begin(contest);
      } else if (reply.kind === "watched" && isWatched(contest, reply.walk)) {
        contest.walk = reply.walk ?? contest.walk;
        contest.curve = reply.curve ?? contest.curve;
        contest.walking = !reply.over;
      }
    });
    reader.send({ kind: "read" });
  }

  /** All formulas are read: the other workers begin to play. */
  function begin(contest: Contest): void {
    plan(contest);
    if (contest.jobs.length === 0) {
      contest.status = "over";
      return;
    }
    const isPaused = contest.status === "paused";
    if (!isPaused) contest.status = "running";
    watchAgain(contest);
    let next = 0;
    const playNext = (worker: SatWorker) => {
      if (next >= contest.jobs.length) return;
      const job = next++;
      const contestant = contest.jobs[job];
      contest.played[job] = { contestant, ends: [], clock: 0, restarts: 0, over: false };
      running.set(worker, job);
      worker.send({ kind: "play", contestant, walkable: walkable(contest) });
    };
    const running = new Map<SatWorker, number>();
    for (let i = poolSize(contest); i > 0; i--) {
      const worker = open(contest, (reply, from) => {
        if (reply.kind !== "played") return;
        take(contest, running.get(from)!, reply);
        if (contest.status === "over") closePool();
        else if (reply.over) playNext(from);
      });
      if (isPaused) worker.send({ kind: "pause" });
      playNext(worker);
    }
  }

  function watchAgain(contest: Contest): void {
    const { name } = session.watched;
    const { base, speed } = contest.setting;
    const seed = contest.seeds[Math.min(session.watched.seed, contest.seeds.length - 1)];
    Object.assign(contest, { walk: undefined, curve: undefined, walking: true });
    const watched = { contestant: { name, seed, base }, speed, calm: prefersReducedMotion() };
    workers[0]?.send({ kind: "watch", watched, walkable: walkable(contest) });
  }

  function isWatched(contest: Contest, walk: DrawnWalk | undefined): boolean {
    const { name, seed } = session.watched;
    return (
      walk === undefined ||
      (walk.contestant.name === name && walk.contestant.seed === (contest.seeds[seed] ?? contest.seeds.at(-1)))
    );
  }

  function tell(status: "running" | "paused"): void {
    const { contest } = session;
    if (contest === undefined || workers.length === 0) return;
    for (const worker of workers) worker.send({ kind: status === "paused" ? "pause" : "go" });
    if (contest.status !== "over") contest.status = status;
    drawNow();
  }

  const session = {
    fields: first,
    contest: undefined as Contest | undefined,
    watched: { name: "learned", seed: 0 } as WatchChoice,
    show(next: () => void) {
      draw = next;
      if (goesOn) session.go();
      goesOn = false;
      return () => {
        if (draw !== next) return;
        draw = () => {};
        const { status = "over", walking = false } = session.contest ?? {};
        goesOn = status === "running" || status === "reading" || (status === "over" && walking);
        if (goesOn) session.pause();
      };
    },
    change(fields: SatFields) {
      session.fields = fields;
      const setting = readSetting(fields);
      if (!("problems" in setting)) workers[0]?.send({ kind: "speed", speed: setting.speed });
    },
    solve(setting: SatSetting, files: readonly File[] | undefined) {
      closeAll();
      session.contest = newContest(setting, files);
      openReader(session.contest);
    },
    pause: () => tell("paused"),
    go: () => tell("running"),
    stop() {
      const { contest } = session;
      if (contest === undefined) return;
      if (contest.status === "reading") closeAll();
      else closePool();
      tell("paused");
      Object.assign(contest, { status: "over", walking: false });
      drawNow();
    },
    watch(choice: WatchChoice) {
      session.watched = choice;
      const { contest } = session;
      if (contest !== undefined && contest.seeds.length > 0) watchAgain(contest);
      if (contest?.status === "over") tell("running");
      drawNow();
    },
    save(formula: number) {
      const { contest } = session;
      const model = contest?.models.get(formula);
      if (contest === undefined || model === undefined) return;
      workers[0]?.send({ kind: "model", name: contest.formulas[formula].name, model });
    },
  };
  return session;
}

function newContest(setting: SatSetting, files: readonly File[] | undefined): Contest {
  return {
    status: "reading",
    setting,
    files,
    total: 0,
    formulas: [],
    played: [],
    jobs: [],
    seeds: [],
    models: new Map(),
    walk: undefined,
    curve: undefined,
    walking: false,
    fault: undefined,
    version: 0,
  };
}

function walkable({ formulas }: Contest): boolean[] {
  return formulas.map(({ problem }) => problem === undefined);
}

/** The seeds and the jobs: all contestants with one seed after the other, and then the other bases of Luby's sequence. */
function plan(contest: Contest): void {
  const { setting, formulas } = contest;
  const { base, budget, seed, seeds } = setting;
  const clauses = formulas.reduce((sum, row) => sum + row.clauses, 0);
  if (clauses === 0 && formulas.every(({ problem }) => problem !== undefined)) return;
  const bases = TRIED_BASES.filter((tried) => tried !== base);
  const most = Math.floor(MAX_FLIPS / (Math.max(1, clauses) * budget * (3 + bases.length)));
  const count = Math.max(1, Math.min(seeds, most));
  contest.seeds = Array.from({ length: count }, (_, place) => seed + place);
  const names = ["learned", "luby", "never"] as const;
  contest.jobs = [
    ...contest.seeds.flatMap((own) => names.map((name) => ({ name, seed: own, base }))),
    ...bases.flatMap((tried) => contest.seeds.map((own) => ({ name: "luby" as const, seed: own, base: tried }))),
  ];
}

/** Workers that play at once: fewer where walks take much memory. */
function poolSize({ formulas, jobs }: Contest): number {
  const bytes = formulas.reduce((most, row) => Math.max(most, row.bytes), 1);
  return Math.max(1, Math.min(workerCount(), jobs.length, Math.floor(MAX_POOL_BYTES / bytes)));
}

function take(contest: Contest, job: number, reply: SatWorkerReply & { kind: "played" }): void {
  const { contestant, ends } = contest.played[job];
  for (const { formula, model } of reply.ends) {
    if (model !== undefined && !contest.models.has(formula)) contest.models.set(formula, model);
  }
  // The models are kept once only.
  const own = reply.ends.map(({ model: _, ...end }) => end);
  const { clock, restarts, over } = reply;
  contest.played[job] = { contestant, ends: [...ends, ...own], clock, restarts, over };
  contest.version += 1;
  if (contest.played.length === contest.jobs.length && contest.played.every((run) => run.over)) {
    contest.status = "over";
  }
}
