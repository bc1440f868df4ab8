import type { CellResult, Row } from "@mulligan/core/simulate";
import { startWorker, workersWanted } from "../computing/start-worker.ts";
import { type FromWorker, PLACES, type PlacedResult, type ToWorker } from "./messages.ts";
import type { RaceWords } from "./race-words.ts";
import { openTally, type Tally } from "./tally.ts";

export type Status = "opening" | "refused" | "ready" | "running" | "paused" | "done";

/** A race as the page shows it. */
export interface RaceState {
  readonly status: Status;
  /** Where something is wrong, and what. */
  readonly refusal?: { readonly field: string; readonly message: string };
  readonly tally?: Tally;
  /** When all is over: the rows of `mulligan simulate`. */
  readonly rows?: readonly Row[];
}

/** How many places a step goes: a hundredth of the race. */
const STEP = PLACES / 100;
const PACE_MS = 40;

/** The workers of the page, and the race that they are at. */
export interface Racing {
  readonly state: RaceState;
  open(words: RaceWords): void;
  /** In so many seconds for the whole; 0 as fast as can be. */
  play(seconds: number): void;
  pause(): void;
  step(): void;
  watch(policy: number): void;
  close(): void;
}

/** Starts the workers; `changed` is called when the status changes, not at every step of a race. */
export function openRacing(changed: (state: RaceState) => void): Racing {
  const count = workersWanted();
  const workers: Promise<Worker>[] = [];
  let race = 0;
  let state: RaceState = { status: "opening" };
  let results: PlacedResult[] = [];
  let finished = 0;
  let pace: ReturnType<typeof setInterval> | undefined;

  function become(next: RaceState): void {
    state = next;
    if (next.status !== "running") clearInterval(pace);
    changed(next);
  }

  function refuse(field: string, message: string): void {
    race += 1; // what else comes of it is not wanted
    become({ status: "refused", refusal: { field, message } });
  }

  function send(message: ToWorker, worker?: number): void {
    workers.forEach((started, place) => {
      if (worker !== undefined && worker !== place) return;
      started.then(
        (thread) => thread.postMessage(message),
        (error) => message.race === race && refuse("race", String(error?.message ?? error)),
      );
    });
  }

  function setGoal(place: number): void {
    send({ kind: "goal", race, place: Math.min(PLACES, Math.ceil(place)) });
  }

  function hear(worker: number, answer: FromWorker): void {
    if (answer.race !== race) return;
    if (answer.kind === "refused") refuse(answer.field, answer.message);
    else if (answer.kind === "opened") {
      if (state.tally === undefined) become({ status: "ready", tally: openTally(answer, count) });
    } else if (answer.kind === "progress") {
      state.tally?.add(worker, answer);
      if (state.status === "paused") changed(state);
    } else if (answer.kind === "rows") become({ ...state, status: "done", rows: answer.rows });
    else {
      results.push(...answer.results);
      finished += 1;
      if (finished === count) send({ kind: "summarise", race, results: inOrder(results) }, 0);
    }
  }

  for (let place = 0; place < count; place++) {
    const started = startWorker("race");
    workers.push(started);
    started.then(
      (worker) => {
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(place, data);
        worker.onerror = ({ message }) => refuse("race", message);
      },
      () => {}, // said when something is sent to it
    );
  }

  return {
    get state() {
      return state;
    },
    open(words) {
      race += 1;
      results = [];
      finished = 0;
      become({ status: "opening" });
      const opened = race;
      workers.forEach((_, first) => {
        send({ kind: "open", race: opened, words, share: { first, of: count } }, first);
      });
    },
    play(seconds) {
      const { tally } = state;
      if (tally === undefined || state.status === "done") return;
      become({ ...state, status: "running" });
      if (seconds === 0) return setGoal(PLACES);
      const from = tally.reached;
      const began = performance.now();
      let goal = from;
      pace = setInterval(() => {
        const due = from + ((performance.now() - began) / 1e3 / seconds) * PLACES;
        if (Math.ceil(due) > goal) setGoal((goal = Math.ceil(due)));
        if (goal >= PLACES) clearInterval(pace);
      }, PACE_MS);
      return undefined;
    },
    pause() {
      if (state.status !== "running") return;
      setGoal(0);
      become({ ...state, status: "paused" });
    },
    step() {
      const { tally } = state;
      if (tally === undefined || state.status === "done") return;
      become({ ...state, status: "paused" });
      setGoal(tally.reached + STEP);
    },
    watch: (policy) => send({ kind: "watch", race, policy }, 0),
    close() {
      race += 1;
      clearInterval(pace);
      for (const started of workers) {
        started.then(
          (worker) => worker.terminate(),
          () => {},
        );
      }
    },
  };
}

/** Policy by policy, run by run: the order in which the rows are made. */
function inOrder(results: readonly PlacedResult[]): CellResult[] {
  return [...results].sort((a, b) => a.policy - b.policy || a.run - b.run).map(({ result }) => result);
}
