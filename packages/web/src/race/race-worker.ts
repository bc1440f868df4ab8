import { type Experiment, optimalReward, summarise } from "@mulligan/core/simulate";
import { optimal, rewardRate } from "@mulligan/core/theory";
import { CHECKPOINTS, type RacePlan, type RaceWorkerReply, type RaceWorkerRequest } from "./messages.ts";
import { curveCutoffs, openRaceShare, type RaceShare } from "./race-share.ts";
import { RaceRefusal, readRace } from "./read-race.ts";

/*
 * Plays its share of a race. It computes for a few milliseconds at a time, so that it receives a pause at once, and
 * reports at most twenty times a second, so that the page has time to draw.
 */
const SLICE_MS = 12;
const REPORT_MS = 50;
const CURVE_MS = 250;

interface OpenRace {
  readonly race: number;
  readonly experiment: Experiment;
  readonly share: RaceShare;
  goal: number;
  watched: number;
  over: boolean;
}

let open: OpenRace | undefined;
let reportedAt = 0;
let curveAt = 0;
/** Begins the next slice; a timer would wait for at least 4 ms. */
const slices = new MessageChannel();
let scheduled = false;

function post(reply: RaceWorkerReply): void {
  self.postMessage(reply);
}

function refuse(race: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  post({ race, kind: "refused", field: error instanceof RaceRefusal ? error.field : "race", message });
}

function openRace({ race, fields, share }: RaceWorkerRequest & { kind: "open" }): void {
  open = undefined;
  try {
    const experiment = readRace(fields);
    const { cutoffs } = experiment;
    const given = typeof cutoffs === "object" && cutoffs.kind === "list" ? cutoffs.values : [];
    const drawn = curveCutoffs(experiment.environment, given);
    open = {
      race,
      experiment,
      share: openRaceShare(experiment, drawn, share),
      goal: 0,
      watched: 0,
      over: false,
    };
    post({ race, kind: "opened", ...planOf(experiment, drawn) });
  } catch (error) {
    refuse(race, error);
  }
}

function planOf({ environment, policies, horizons, runs }: Experiment, cutoffs: Float64Array): RacePlan {
  const [horizon] = horizons;
  const { phases } = environment;
  return {
    horizon,
    runs,
    policies: policies.map(({ label }) => label ?? ""),
    arms: phases[0].arms.map(({ name }) => name),
    best: Float64Array.from({ length: CHECKPOINTS }, (_, at) =>
      optimalReward(environment, (horizon * (at + 1)) / CHECKPOINTS),
    ),
    cutoffs,
    phases: phases.map(({ from, arms, among }) => ({
      from,
      rates: arms.map((arm) => cutoffs.map((cutoff) => rewardRate(arm, cutoff))),
      optimal: optimal(arms, among === undefined ? {} : { among }),
    })),
  };
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  slices.port2.postMessage(0);
}

function playSlice(): void {
  scheduled = false;
  if (open === undefined || open.over) return;
  const until = performance.now() + SLICE_MS;
  try {
    const there = open.share.play(open.goal, () => performance.now() > until);
    const now = performance.now();
    if (there || now - reportedAt > REPORT_MS) report(open, there, now);
    if (!there) schedule();
  } catch (error) {
    const { race } = open;
    open = undefined;
    refuse(race, error);
  }
}

function report(current: OpenRace, there: boolean, now: number): void {
  const { race, share } = current;
  reportedAt = now;
  const progress = share.progress();
  if (progress !== undefined) {
    const isCurveDue = there || now - curveAt > CURVE_MS;
    const learned = isCurveDue ? share.learned(current.watched) : undefined;
    if (isCurveDue) curveAt = now;
    post({ race, kind: "progress", ...progress, ...(learned === undefined ? {} : { learned }) });
  }
  if (!there || current.goal < CHECKPOINTS) return;
  current.over = true;
  post({ race, kind: "done", results: share.results() });
}

slices.port1.onmessage = playSlice;

self.onmessage = ({ data }: MessageEvent<RaceWorkerRequest>) => {
  if (data.kind === "open") return openRace(data);
  const { race } = data;
  if (open === undefined || race !== open.race) return undefined;
  if (data.kind === "goal") {
    open.goal = data.checkpoint;
    schedule();
  } else if (data.kind === "watch") {
    open.watched = data.policy;
    const learned = open.share.learned(data.policy);
    if (learned !== undefined) {
      post({ race, kind: "progress", from: 0, to: 0, sums: new Float64Array(), learned });
    }
  } else post({ race, kind: "rows", rows: summarise(open.experiment, data.results) });
  return undefined;
};
