import { clauseCount, satisfies } from "@mulligan/sat";
import { modelParts } from "mulligan/sat";
import { LiveContest } from "./contest.ts";
import { solvedLines } from "./curves.ts";
import { type FormulaSource, fromFiles, generated } from "./formula-source.ts";
import {
  CONTESTANTS,
  type ContestantName,
  type FormulaRow,
  type SatProgress,
  type SatWorkerReply,
  type SatWorkerRequest,
} from "./messages.ts";
import { WalkChoice } from "./trace.ts";

/** The page gets a report at most 20 times a second, or twice for readers who want less movement. */
const REPORT_MS = 50;
const CALM_REPORT_MS = 500;
/** The time of one stretch of walking, after which messages are received. */
const WORK_MS = 25;
const CURVE_MS = 400;
/** On a slow machine contestants lag behind their speed; more than this is not made up for. */
const MAX_LAG_MS = 100;
const ROWS_A_MESSAGE = 100;

let contest: LiveContest | undefined;
let walks = new WalkChoice(false);
let watched: ContestantName = "learned";
let [speed, calm, paused, ended] = [1, false, false, true];
let [reportedAt, curveAt] = [0, 0];

const post = (reply: SatWorkerReply) => self.postMessage(reply);
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

self.onmessage = ({ data }: MessageEvent<SatWorkerRequest>) => {
  receive(data).catch((error) => post({ kind: "fault", text: reasonOf(error) }));
};

async function receive(request: SatWorkerRequest): Promise<void> {
  switch (request.kind) {
    case "start":
      return start(request);
    case "pause":
    case "go":
      paused = request.kind === "pause";
      return;
    case "stop":
      ended = true;
      return;
    case "speed":
      speed = request.speed;
      return;
    case "watch":
      watched = request.watched;
      if (contest !== undefined && (ended || paused)) post(progressOf(contest, performance.now(), true));
      return;
    case "model":
      return sendModel(request.formula);
  }
}

async function start({ setting, files, watched: first, calm: still }: SatWorkerRequest & { kind: "start" }) {
  const source = files === undefined ? generated(setting) : fromFiles(files);
  [speed, calm, paused, ended] = [setting.speed, still, false, false];
  [watched, walks] = [first, new WalkChoice(still)];
  const walkable = await sendRows(source);
  contest = new LiveContest(source, walkable, setting);
  await run(contest);
}

/** Sends a row for every formula; those from files are read for it, one after the other. Returns which can be walked. */
async function sendRows(source: FormulaSource): Promise<boolean[]> {
  const walkable: boolean[] = [];
  const total = source.names.length;
  let rows: FormulaRow[] = [];
  const alike = source.trusted ? rowOf("", await source.formula(0)) : undefined;
  for (const [place, name] of source.names.entries()) {
    const row = alike === undefined ? await readRow(source, place) : { ...alike, name };
    rows.push(row);
    walkable.push(row.problem === undefined);
    if (rows.length < ROWS_A_MESSAGE && place < total - 1) continue;
    post({ kind: "formulas", rows, total });
    rows = [];
    await rest();
    if (ended) break;
  }
  return walkable;
}

async function readRow(source: FormulaSource, place: number): Promise<FormulaRow> {
  const name = source.names[place];
  try {
    return rowOf(name, await source.formula(place));
  } catch (error) {
    const reason = reasonOf(error);
    // Errors of the DIMACS reader begin with the name; those of the machine do not.
    const problem = reason.startsWith(name) ? reason : `${name}: cannot be read here: ${reason}`;
    return { name, variables: 0, clauses: 0, problem };
  }
}

function rowOf(name: string, formula: Parameters<typeof clauseCount>[0]): FormulaRow {
  return { name, variables: formula.variables, clauses: clauseCount(formula) };
}

async function run(current: LiveContest): Promise<void> {
  let last = performance.now();
  let due = current.time;
  while (!ended && !current.over) {
    const now = performance.now();
    if (!paused) {
      due = Math.min(due + flipsIn(now - last), current.time + flipsIn(MAX_LAG_MS));
      await current.advance(due, () => performance.now() - now > WORK_MS);
      report(current);
    }
    last = now;
    await rest();
  }
  ended = true;
  post(progressOf(current, performance.now(), true));
}

function flipsIn(ms: number): number {
  return speed === Infinity ? Infinity : (ms * speed) / 1_000;
}

function report(current: LiveContest): void {
  const now = performance.now();
  if (now - reportedAt < (calm ? CALM_REPORT_MS : REPORT_MS)) return;
  reportedAt = now;
  post(progressOf(current, now, false));
}

function progressOf(current: LiveContest, now: number, last: boolean): SatProgress {
  const { contestants, curve } = current;
  const until = Math.max(...contestants.map(({ clock }) => clock));
  const drawCurve = last || (curve.isDue && now - curveAt > CURVE_MS);
  if (drawCurve) curveAt = now;
  return {
    kind: "progress",
    standings: contestants.map(({ solved, restarts, flips, clock, over, formula }) => ({
      solved,
      restarts,
      flips,
      clock,
      over,
      formula,
    })),
    changes: current.takeChanges(),
    walk: walks.next(contestants[CONTESTANTS.indexOf(watched)], now, last),
    solved: solvedLines(
      contestants.map(({ solvedAt }) => solvedAt),
      contestants.map(({ over, clock }) => (over ? clock : undefined)),
      until,
    ),
    curve: drawCurve ? curve.curve() : undefined,
    over: ended,
  };
}

/** Sends a model in the format of the SAT competition, after checking it against the formula. */
async function sendModel(place: number): Promise<void> {
  const model = contest?.models.get(place);
  if (contest === undefined || model === undefined) return;
  const formula = await contest.source.formula(place);
  if (!satisfies(formula, model)) throw new Error("The model does not satisfy the formula: a defect of ours");
  const text = new Blob([...modelParts(model)], { type: "text/plain" });
  post({ kind: "model", name: `${contest.source.names[place]}.sol`, text });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
