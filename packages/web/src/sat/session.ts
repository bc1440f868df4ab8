import { prefersReducedMotion } from "../browser/hooks.ts";
import { type Contest, newContest } from "./contest.ts";
import { playContest, type WatchChoice } from "./contest-workers.ts";
import { readSetting, type SatFields, type SatSetting } from "./setting.ts";

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
  /** Saves the solution of a formula. */
  save(formula: number): void;
}

const DRAW_MS = 100;
const CALM_DRAW_MS = 500;

let current: SatSession | undefined;

/** The one contest of the page. */
export function satSession(first: () => SatFields): SatSession {
  current ??= openSession(first());
  return current;
}

/** Calls `draw` soon, and once for all that changes until then. */
function drawing(draw: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    draw();
  };
  const soon = () => {
    timer ??= setTimeout(now, prefersReducedMotion() ? CALM_DRAW_MS : DRAW_MS);
  };
  return { now, soon };
}

/** Whether something is read, played or walked. */
function isGoing(contest: Contest | undefined): boolean {
  const { status = "failed", walking = false } = contest ?? {};
  return status === "running" || status === "reading" || (status === "over" && walking);
}

function openSession(first: SatFields): SatSession {
  let workers: ReturnType<typeof playContest> | undefined;
  let draw = () => {};
  let goesOn = false;
  const picture = drawing(() => draw());

  function setPaused(paused: boolean): void {
    const { contest } = session;
    workers?.sendAll({ kind: paused ? "pause" : "go" });
    if (contest !== undefined && contest.status !== "over" && contest.status !== "failed") {
      const going = contest.jobs.length === 0 ? "reading" : "running";
      contest.status = paused ? "paused" : going;
    }
    picture.now();
  }

  const session = {
    fields: first,
    contest: undefined as Contest | undefined,
    watched: { name: "learned", seed: 0 } as WatchChoice,
    show(next: () => void) {
      draw = next;
      if (goesOn) setPaused(false);
      goesOn = false;
      return () => {
        if (draw !== next) return;
        draw = () => {};
        goesOn = isGoing(session.contest);
        if (goesOn) setPaused(true);
      };
    },
    change(fields: SatFields) {
      session.fields = fields;
      const setting = readSetting(fields);
      if (!("problems" in setting)) workers?.sendReader({ kind: "speed", speed: setting.speed });
      picture.now();
    },
    solve(setting: SatSetting, files: readonly File[] | undefined) {
      workers?.close();
      session.contest = newContest(setting, files);
      workers = playContest(session.contest, picture.soon, () =>
        workers?.watch(session.watched, setting.speed),
      );
      picture.now();
    },
    pause: () => setPaused(true),
    go: () => setPaused(false),
    stop() {
      const { contest } = session;
      if (contest === undefined) return;
      if (contest.jobs.length === 0) workers?.close();
      else workers?.closePool();
      workers?.sendAll({ kind: "pause" });
      Object.assign(contest, { status: "over", walking: false });
      picture.now();
    },
    watch(choice: WatchChoice) {
      session.watched = choice;
      const setting = readSetting(session.fields);
      if (session.contest?.status === "over") workers?.sendAll({ kind: "go" });
      workers?.watch(choice, "problems" in setting ? (session.contest?.setting.speed ?? 1) : setting.speed);
      picture.now();
    },
    save(formula: number) {
      const model = session.contest?.models.get(formula);
      const name = session.contest?.formulas[formula]?.name;
      if (model !== undefined && name !== undefined) workers?.sendReader({ kind: "model", name, model });
    },
  };
  return session;
}
