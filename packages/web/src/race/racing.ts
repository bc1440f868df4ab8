import type { CellResult, Row } from "@mulligan/core/simulate";
import { openCrew } from "./crew.ts";
import { type FromWorker, PLACES, type PlacedResult } from "./messages.ts";
import type { RaceWords } from "./race-words.ts";
import { openTally, type Tally } from "./tally.ts";

type Status = "opening" | "refused" | "ready" | "running" | "paused" | "done";

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
  /** Ends what is under way: another setting is being written. */
  leave(): void;
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
  let race = 0;
  let state: RaceState = { status: "opening" };
  let results: PlacedResult[] = [];
  let stopPace = () => {};

  function become(next: RaceState): void {
    state = next;
    if (next.status !== "running") stopPace();
    changed(next);
  }

  function refuse(field: string, message: string): void {
    race += 1; // what else comes of it is not wanted
    become({ status: "refused", refusal: { field, message } });
  }

  function hear(worker: number, answer: FromWorker): void {
    if (answer.race !== race) return;
    if (answer.kind === "refused") refuse(answer.field, answer.message);
    else if (answer.kind === "opened") {
      if (state.tally === undefined) become({ status: "ready", tally: openTally(answer, crew.size) });
    } else if (answer.kind === "progress") {
      state.tally?.add(worker, answer);
      if (state.status !== "running") changed(state);
    } else if (answer.kind === "rows") become({ ...state, status: "done", rows: answer.rows });
    else {
      results.push(...answer.results);
      const { runs, policies } = state.tally!.course;
      if (results.length === runs * policies.length) {
        crew.send({ kind: "summarise", race, results: inOrder(results) }, 0);
      }
    }
  }

  const crew = openCrew({ hear, lost: (problem) => refuse("race", problem) });
  const setGoal = (place: number) => crew.send({ kind: "goal", race, place: Math.min(PLACES, place) });

  function leave(): void {
    setGoal(0);
    race += 1;
    results = [];
    become({ status: "opening" });
  }

  return {
    get state() {
      return state;
    },
    leave,
    open(words) {
      leave();
      for (let first = 0; first < crew.size; first++) {
        crew.send({ kind: "open", race, words, share: { first, of: crew.size } }, first);
      }
    },
    play(seconds) {
      if (state.tally === undefined || state.status === "done") return;
      become({ ...state, status: "running" });
      stopPace = keepPace(state.tally.reached, seconds, setGoal);
    },
    pause() {
      if (state.status !== "running") return;
      setGoal(0);
      become({ ...state, status: "paused" });
    },
    step() {
      if (state.tally === undefined || state.status === "done") return;
      become({ ...state, status: "paused" });
      setGoal(state.tally.reached + STEP);
    },
    watch: (policy) => crew.send({ kind: "watch", race, policy }, 0),
    close() {
      race += 1;
      stopPace();
      crew.close();
    },
  };
}

/** Moves the goal so that the whole race takes so many seconds, or to the end at once for 0. Gives the way to stop. */
function keepPace(from: number, seconds: number, setGoal: (place: number) => void): () => void {
  const began = performance.now();
  let goal = from;
  const move = () => {
    const due = Math.ceil(from + ((performance.now() - began) / 1e3 / seconds) * PLACES);
    if (due > goal) setGoal((goal = due));
    if (goal >= PLACES) clearInterval(timer);
  };
  const timer = setInterval(move, PACE_MS);
  if (seconds === 0) {
    clearInterval(timer);
    setGoal(PLACES);
  }
  return () => clearInterval(timer);
}

/** Policy by policy, run by run: the order in which the rows are made. */
function inOrder(results: readonly PlacedResult[]): CellResult[] {
  return [...results].sort((a, b) => a.policy - b.policy || a.run - b.run).map(({ result }) => result);
}
