import { type Experiment, optimalReward, summarise } from "@mulligan/core/simulate";
import { optimal, rewardRate } from "@mulligan/core/theory";
import { type Contest, openContest } from "./contest.ts";
import { curvePlaces } from "./curve-places.ts";
import { type Course, type FromWorker, PLACES, type ToWorker } from "./messages.ts";
import { Refusal, readRace } from "./read-race.ts";

/*
 * Plays its share of a race. It computes for a few milliseconds at a time, so that it hears of a pause at once, and tells
 * of what happened at most twenty times a second, so that who draws is not kept from it.
 */
const SLICE_MS = 12;
const TELL_MS = 50;
const LEARNED_MS = 250;

interface Open {
  readonly race: number;
  readonly experiment: Experiment;
  readonly contest: Contest;
  goal: number;
  watched: number;
  over: boolean;
}

let open: Open | undefined;
let toldAt = 0;
let learnedAt = 0;
/** A timer would wait for 4 ms at the least. */
const turns = new MessageChannel();
let waiting = false;

function tell(answer: FromWorker): void {
  self.postMessage(answer);
}

function failed(race: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  tell({ race, kind: "refused", field: error instanceof Refusal ? error.field : "race", message });
}

function begin({ race, words, share }: ToWorker & { kind: "open" }): void {
  open = undefined;
  try {
    const experiment = readRace(words);
    const { cutoffs } = experiment;
    const given = typeof cutoffs === "object" && cutoffs.kind === "list" ? cutoffs.values : [];
    const places = curvePlaces(experiment.environment, given);
    const contest = openContest(experiment, places, share);
    open = { race, experiment, contest, goal: 0, watched: 0, over: false };
    tell({ race, kind: "opened", ...courseOf(experiment, places) });
  } catch (error) {
    failed(race, error);
  }
}

function courseOf({ environment, policies, horizons, runs }: Experiment, cutoffs: Float64Array): Course {
  const [horizon] = horizons;
  const { phases } = environment;
  return {
    horizon,
    runs,
    policies: policies.map(({ label }) => label ?? ""),
    arms: phases[0].arms.map(({ name }) => name),
    best: Float64Array.from({ length: PLACES }, (_, place) =>
      optimalReward(environment, (horizon * (place + 1)) / PLACES),
    ),
    cutoffs,
    phases: phases.map(({ from, arms, among }) => ({
      from,
      rates: arms.map((arm) => cutoffs.map((cutoff) => rewardRate(arm, cutoff))),
      optimal: optimal(arms, among === undefined ? {} : { among }),
    })),
  };
}

function wake(): void {
  if (waiting) return;
  waiting = true;
  turns.port2.postMessage(0);
}

/** One slice of the work. */
function playOn(): void {
  waiting = false;
  if (open === undefined || open.over) return;
  const until = performance.now() + SLICE_MS;
  try {
    const there = open.contest.play(open.goal, () => performance.now() > until);
    const now = performance.now();
    if (there || now - toldAt > TELL_MS) report(open, there, now);
    if (!there) wake();
  } catch (error) {
    const { race } = open;
    open = undefined;
    failed(race, error);
  }
}

function report(current: Open, there: boolean, now: number): void {
  const { race, contest } = current;
  toldAt = now;
  const progress = contest.progress();
  if (progress !== undefined) {
    const isTime = there || now - learnedAt > LEARNED_MS;
    const learned = isTime ? contest.learned(current.watched) : undefined;
    if (isTime) learnedAt = now;
    tell({ race, kind: "progress", ...progress, ...(learned === undefined ? {} : { learned }) });
  }
  if (!there || current.goal < PLACES) return;
  current.over = true;
  tell({ race, kind: "done", results: contest.results() });
}

turns.port1.onmessage = playOn;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "open") return begin(data);
  if (open === undefined || data.race !== open.race) return undefined;
  if (data.kind === "goal") {
    open.goal = data.place;
    wake();
  } else if (data.kind === "watch") {
    open.watched = data.policy;
    const learned = open.contest.learned(data.policy);
    if (learned !== undefined) {
      tell({ race: data.race, kind: "progress", from: 0, to: 0, sums: new Float64Array(), learned });
    }
  } else {
    tell({ race: data.race, kind: "rows", rows: summarise(open.experiment, data.results) });
  }
  return undefined;
};
