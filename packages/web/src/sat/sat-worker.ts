import { clauseCount, satisfies } from "@mulligan/sat";
import { modelParts } from "mulligan/sat";
import { Contest } from "./contest.ts";
import { CONTESTANTS, type ContestantName } from "./contestant.ts";
import { type FormulaSource, fromFiles, generated } from "./formula-source.ts";
import type { FormulaRow, Progress, Reply, Request } from "./messages.ts";
import { ShownWalk } from "./shown-walk.ts";
import { solvedLines } from "./solved-lines.ts";

/** The page is told no more often: 20 times a second, or twice where movement is not wanted. */
const TELL_MS = 50;
const CALM_TELL_MS = 500;
/** Walks at a stretch, before messages are looked at. */
const WORK_MS = 25;
const CURVE_MS = 400;
/** What a contestant lags behind its speed because the machine is slow is not made up for beyond this. */
const MAX_LAG_MS = 100;
const ROWS_A_MESSAGE = 100;

let contest: Contest | undefined;
let shown = new ShownWalk(false);
let watched: ContestantName = "learned";
let [speed, calm, paused, ended] = [1, false, false, true];
let [toldAt, curveAt] = [0, 0];

const post = (reply: Reply) => self.postMessage(reply);
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

self.onmessage = ({ data }: MessageEvent<Request>) => {
  receive(data).catch((error) => post({ kind: "fault", text: reasonOf(error) }));
};

async function receive(request: Request): Promise<void> {
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

async function start({ setting, files, watched: first, calm: still }: Request & { kind: "start" }) {
  const source = files === undefined ? generated(setting) : fromFiles(files);
  [speed, calm, paused, ended] = [setting.speed, still, false, false];
  [watched, shown] = [first, new ShownWalk(still)];
  const walkable = await tellRows(source);
  contest = new Contest(source, walkable, setting);
  await run(contest);
}

/** Tells of every formula; those from outside are read for it, one after the other. Gives which can be walked. */
async function tellRows(source: FormulaSource): Promise<boolean[]> {
  const walkable: boolean[] = [];
  const total = source.names.length;
  let rows: FormulaRow[] = [];
  const alike = source.trusted ? rowOf("", await source.formula(0)) : undefined;
  for (const [place, name] of source.names.entries()) {
    const row = alike === undefined ? await readRow(source, place) : { ...alike, name };
    rows.push(row);
    walkable.push(row.problem === undefined);
    if (rows.length < ROWS_A_MESSAGE && place < total - 1) continue;
    post({ kind: "formulas", from: place + 1 - rows.length, rows, total });
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
    // A line is told by the reader; what the machine refuses has no name in it.
    const problem = reason.startsWith(name) ? reason : `${name}: cannot be read here: ${reason}`;
    return { name, variables: 0, clauses: 0, problem };
  }
}

function rowOf(name: string, formula: Parameters<typeof clauseCount>[0]): FormulaRow {
  return { name, variables: formula.variables, clauses: clauseCount(formula) };
}

async function run(current: Contest): Promise<void> {
  let last = performance.now();
  let due = current.time;
  while (!ended && !current.over) {
    const now = performance.now();
    if (!paused) {
      due = Math.min(due + flipsIn(now - last), current.time + flipsIn(MAX_LAG_MS));
      await current.advance(due, () => performance.now() - now > WORK_MS);
      tell(current);
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

function tell(current: Contest): void {
  const now = performance.now();
  if (now - toldAt < (calm ? CALM_TELL_MS : TELL_MS)) return;
  toldAt = now;
  post(progressOf(current, now, false));
}

function progressOf(current: Contest, now: number, last: boolean): Progress {
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
    walk: shown.next(contestants[CONTESTANTS.indexOf(watched)], now, last),
    solved: solvedLines(
      contestants.map(({ solvedAt }) => solvedAt),
      contestants.map(({ over, clock }) => (over ? clock : undefined)),
      until,
    ),
    curve: drawCurve ? curve.curve() : undefined,
    over: ended,
  };
}

/** The model in the words of the competition. It is checked once more, against the formula as it was given. */
async function sendModel(place: number): Promise<void> {
  const model = contest?.models.get(place);
  if (contest === undefined || model === undefined) return;
  const formula = await contest.source.formula(place);
  if (!satisfies(formula, model)) throw new Error("The model does not satisfy the formula: a defect of ours");
  const text = new Blob([...modelParts(model)], { type: "text/plain" });
  post({ kind: "model", formula: place, name: `${contest.source.names[place]}.sol`, text });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
