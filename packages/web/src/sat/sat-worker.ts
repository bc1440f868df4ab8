import { clauseCount, type Formula } from "@mulligan/sat";
import { modelParts } from "mulligan/sat";
import { LiveContestant } from "./contestant.ts";
import { type FormulaSource, fromFiles, generated, walkBytes } from "./formula-source.ts";
import type {
  FormulaEnd,
  FormulaRow,
  SatWorkerReply,
  SatWorkerRequest,
  SeededContestant,
  Watched,
} from "./messages.ts";
import { CurveSampler } from "./rate-curve.ts";
import type { SatSetting } from "./setting.ts";
import { WalkChoice } from "./trace.ts";

/** The page gets the walk at most 20 times a second, or twice for readers who want less movement. */
const WATCH_MS = 50;
const CALM_WATCH_MS = 500;
const PLAY_MS = 150;
/** The time of one stretch of walking, after which messages are received. */
const WORK_MS = 25;
const CURVE_MS = 400;
/** On a slow machine walks lag behind their speed; more than this is not made up for. */
const MAX_LAG_MS = 100;
const ROWS_A_MESSAGE = 100;

let setting: SatSetting;
let source: FormulaSource;
let speed = 1;
let paused = false;
/** Counts what was played or watched: what began later ends what is still going on. */
let latest = 0;
/** The formulas whose model was sent. */
const modelled = new Set<number>();

const post = (reply: SatWorkerReply) => self.postMessage(reply);
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

self.onmessage = ({ data }: MessageEvent<SatWorkerRequest>) => {
  receive(data).catch((error) => post({ kind: "fault", text: reasonOf(error) }));
};

async function receive(request: SatWorkerRequest): Promise<void> {
  switch (request.kind) {
    case "open":
      setting = request.setting;
      source = request.files === undefined ? generated(setting) : fromFiles(request.files);
      return;
    case "read":
      return sendRows();
    case "play":
      return play(request.contestant, request.walkable);
    case "watch":
      return watch(request.watched, request.walkable);
    case "speed":
      speed = request.speed;
      return;
    case "pause":
    case "go":
      paused = request.kind === "pause";
      return;
    case "model": {
      const text = new Blob([...modelParts(request.model)], { type: "text/plain" });
      post({ kind: "model", name: `${request.name}.sol`, text });
    }
  }
}

/** Sends a row for every formula; those from files are read for it, one after the other. */
async function sendRows(): Promise<void> {
  const total = source.names.length;
  const alike = source.trusted ? rowOf("", await source.formula(0)) : undefined;
  let rows: FormulaRow[] = [];
  for (const [place, name] of source.names.entries()) {
    rows.push(alike === undefined ? await readRow(place) : { ...alike, name });
    if (rows.length < ROWS_A_MESSAGE && place < total - 1) continue;
    post({ kind: "formulas", rows, total });
    rows = [];
    await rest();
  }
}

async function readRow(place: number): Promise<FormulaRow> {
  const name = source.names[place];
  try {
    return rowOf(name, await source.formula(place));
  } catch (error) {
    const reason = reasonOf(error);
    // Errors of the DIMACS reader begin with the name; those of the machine do not.
    const problem = reason.startsWith(name) ? reason : `${name}: cannot be read here: ${reason}`;
    return { name, variables: 0, clauses: 0, bytes: 0, problem };
  }
}

function rowOf(name: string, formula: Formula): FormulaRow {
  return { name, variables: formula.variables, clauses: clauseCount(formula), bytes: walkBytes(formula) };
}

/** Plays a contestant as fast as it goes. */
async function play(contestant: SeededContestant, walkable: readonly boolean[]): Promise<void> {
  let ends: FormulaEnd[] = [];
  const live = new LiveContestant(contestant, setting, source, walkable, {
    ended(formula, flips, model) {
      const isNew = model !== undefined && !modelled.has(formula);
      if (isNew) modelled.add(formula);
      const end = { formula, solved: model !== undefined, flips, clock: live.clock };
      ends.push(isNew ? { ...end, model } : end);
    },
  });
  let reportedAt = performance.now();
  await inStretches(live, async (mustStop) => {
    await live.walkOn(Infinity, mustStop);
    const now = performance.now();
    if (!live.over && now - reportedAt < PLAY_MS) return;
    reportedAt = now;
    post({ kind: "played", ends, clock: live.clock, restarts: live.restarts, over: live.over });
    ends = [];
  });
}

/** Walks a contestant at the speed that the reader chose, and sends what is drawn of it. */
async function watch(watched: Watched, walkable: readonly boolean[]): Promise<void> {
  const { contestant, calm } = watched;
  speed = watched.speed;
  const curve = new CurveSampler();
  const walks = new WalkChoice(calm);
  const live = new LiveContestant(contestant, setting, source, walkable, {
    tried: (formula, time, completed, restart) => curve.add(formula, time, completed, restart),
  });
  let [last, due, reportedAt, curveAt] = [performance.now(), 0, -Infinity, -Infinity];
  await inStretches(live, async (mustStop, went) => {
    const begin = performance.now();
    if (went) due = Math.min(due + flipsIn(begin - last), live.clock + flipsIn(MAX_LAG_MS));
    last = begin;
    await live.walkOn(due, mustStop);
    const now = performance.now();
    if (!live.over && now - reportedAt < (calm ? CALM_WATCH_MS : WATCH_MS)) return;
    reportedAt = now;
    const drawCurve = live.over || (curve.isDue && now - curveAt > CURVE_MS);
    if (drawCurve) curveAt = now;
    const walk = walks.next(live, now, live.over);
    post({ kind: "watched", walk, curve: drawCurve ? curve.curve() : undefined, over: live.over });
  });
}

function flipsIn(ms: number): number {
  return speed === Infinity ? Infinity : (ms * speed) / 1_000;
}

/**
 * Calls `step` again and again until the contestant is over or another one begins, with rests in which messages are
 * received. `went` is false at the first step and after a pause: the time before it does not count.
 */
async function inStretches(
  live: LiveContestant,
  step: (mustStop: () => boolean, went: boolean) => Promise<void>,
): Promise<void> {
  const own = ++latest;
  let went = false;
  do {
    const begin = performance.now();
    if (!paused) await step(() => performance.now() - begin > WORK_MS, went);
    went = !paused;
    await rest();
  } while (!live.over && own === latest);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
