import type { Row } from "@mulligan/core/simulate";
import { openWorker, workerCount } from "../browser/workers.ts";
import { CHECKPOINTS, type RaceWorkerReply, type RaceWorkerRequest, type RunResult } from "./messages.ts";
import type { RaceFields } from "./race-fields.ts";
import { openRaceMeans, type RaceMeans } from "./race-means.ts";

type Status = "opening" | "refused" | "ready" | "running" | "paused" | "done";

export interface RaceState {
  readonly status: Status;
  readonly refusal?: { readonly field: string; readonly message: string };
  readonly means?: RaceMeans;
  /** The rows of `mulligan simulate`, when the race is over. */
  readonly rows?: readonly Row[];
}

/** A step is a hundredth of the race. */
const STEP = CHECKPOINTS / 100;
const PACE_MS = 40;

/** The workers of the page, and the race that they play. */
export interface RaceControl {
  /** Ends the current race, because another setting is being written. */
  leave(): void;
  open(fields: RaceFields): void;
  /** Plays the whole race in so many seconds; 0 is as fast as possible. */
  play(seconds: number): void;
  pause(): void;
  step(): void;
  watch(policy: number): void;
  close(): void;
}

/** Starts the workers. `changed` is called when the status changes, not at every step of a running race. */
export function openRaceControl(changed: (state: RaceState) => void): RaceControl {
  let race = 0;
  let state: RaceState = { status: "opening" };
  let results: RunResult[] = [];
  let stopPace = () => {};

  const workers = Array.from({ length: workerCount() }, (_, place) =>
    openWorker<RaceWorkerRequest, RaceWorkerReply>("race", {
      onReply: (reply) => receive(place, reply),
      onFailure: (problem) => refuse("race", problem),
    }),
  );

  function become(next: RaceState): void {
    state = next;
    stopPace();
    changed(next);
  }

  function refuse(field: string, message: string): void {
    race += 1; // later replies about this race are ignored
    become({ status: "refused", refusal: { field, message } });
  }

  function receive(worker: number, reply: RaceWorkerReply): void {
    if (reply.race !== race) return;
    if (reply.kind === "refused") refuse(reply.field, reply.message);
    else if (reply.kind === "opened") {
      if (state.means === undefined) become({ status: "ready", means: openRaceMeans(reply, workers.length) });
    } else if (reply.kind === "progress") {
      state.means?.add(worker, reply);
      if (state.status !== "running") changed(state);
    } else if (reply.kind === "rows") become({ ...state, status: "done", rows: reply.rows });
    else {
      results.push(...reply.results);
      const { runs, policies } = state.means!.plan;
      if (results.length === runs * policies.length) {
        // Rows are made policy by policy, run by run.
        const inOrder = results.toSorted((a, b) => a.policy - b.policy || a.run - b.run);
        workers[0].send({ kind: "summarise", race, results: inOrder.map(({ result }) => result) });
      }
    }
  }

  function setGoal(checkpoint: number): void {
    for (const worker of workers) {
      worker.send({ kind: "goal", race, checkpoint: Math.min(CHECKPOINTS, checkpoint) });
    }
  }

  function leave(): void {
    setGoal(0);
    race += 1;
    results = [];
    become({ status: "opening" });
  }

  return {
    leave,
    open(fields) {
      leave();
      workers.forEach((worker, first) => {
        worker.send({ kind: "open", race, fields, share: { first, of: workers.length } });
      });
    },
    play(seconds) {
      if (state.means === undefined || state.status === "done") return;
      become({ ...state, status: "running" });
      stopPace = keepPace(state.means.reached, seconds, setGoal);
    },
    pause() {
      if (state.status !== "running") return;
      setGoal(0);
      become({ ...state, status: "paused" });
    },
    step() {
      if (state.means === undefined || state.status === "done") return;
      become({ ...state, status: "paused" });
      setGoal(state.means.reached + STEP);
    },
    watch: (policy) => workers[0].send({ kind: "watch", race, policy }),
    close() {
      race += 1;
      stopPace();
      for (const worker of workers) worker.close();
    },
  };
}

/** Moves the goal so that the whole race takes so many seconds. Returns a function that stops it. */
function keepPace(from: number, seconds: number, setGoal: (checkpoint: number) => void): () => void {
  if (seconds === 0) {
    setGoal(CHECKPOINTS);
    return () => {};
  }
  const began = performance.now();
  let goal = from;
  const timer = setInterval(() => {
    const due = Math.ceil(from + ((performance.now() - began) / 1e3 / seconds) * CHECKPOINTS);
    if (due > goal) setGoal((goal = due));
    if (goal >= CHECKPOINTS) clearInterval(timer);
  }, PACE_MS);
  return () => clearInterval(timer);
}
