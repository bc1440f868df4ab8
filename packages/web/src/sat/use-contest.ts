import { useEffect, useRef, useState } from "preact/hooks";
import { startWorker } from "../computing/start-worker.ts";
import { isCalm } from "../design/is-calm.ts";
import type { ContestantName } from "./contestant.ts";
import type { LearnedCurve } from "./learned-curve.ts";
import type { Change, FormulaRow, Progress, Reply, Request, Standing, WalkShown } from "./messages.ts";
import type { SatSetting } from "./setting.ts";

/** A formula in the list: what it is, and what each contestant made of it. */
export interface ListedFormula extends FormulaRow {
  readonly states: readonly (Change | undefined)[];
}

type Stage = "empty" | "reading" | "running" | "paused" | "over" | "failed";

/** Everything that is shown of a contest. */
interface ContestShown {
  readonly stage: Stage;
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  readonly total: number;
  readonly formulas: readonly ListedFormula[];
  readonly standings: readonly Standing[];
  readonly walk: WalkShown | undefined;
  readonly solved: Progress["solved"];
  readonly curve: LearnedCurve | undefined;
  readonly fault: string | undefined;
}

const NOTHING: ContestShown = {
  stage: "empty",
  stopped: false,
  total: 0,
  formulas: [],
  standings: [],
  walk: undefined,
  solved: { places: [], counts: [] },
  curve: undefined,
  fault: undefined,
};

export interface ContestControls {
  readonly shown: ContestShown;
  start(setting: SatSetting, files: readonly File[] | undefined, watched: ContestantName): void;
  pause(): void;
  go(): void;
  stop(): void;
  tell(request: Request): void;
}

/** A contest in a worker of its own. Whoever starts another ends the one before. */
export function useContest(): ContestControls {
  const [shown, setShown] = useState(NOTHING);
  const worker = useRef<Worker | undefined>(undefined);
  /** Counts contests: a worker that is slow to come may be too late. */
  const turn = useRef(0);

  const end = () => {
    turn.current += 1;
    worker.current?.terminate();
    worker.current = undefined;
  };
  useEffect(() => end, []);

  const tell = (request: Request) => worker.current?.postMessage(request);
  const fail = (text: string) => setShown((now) => ({ ...now, stage: "failed", fault: text }));
  const listen = (reply: Reply) => {
    if (reply.kind === "model") saveAs(reply.text, reply.name);
    else if (reply.kind === "fault") fail(reply.text);
    else setShown((now) => after(now, reply));
  };

  return {
    shown,
    tell,
    start(setting, files, watched) {
      end();
      const mine = turn.current;
      setShown({ ...NOTHING, stage: "reading" });
      startWorker("sat").then(
        (started) => {
          if (turn.current !== mine) return started.terminate();
          worker.current = started;
          started.onmessage = ({ data }: MessageEvent<Reply>) => listen(data);
          started.onerror = ({ message }) => fail(message || "The worker ended without a word.");
          return tell({ kind: "start", setting, files, watched, calm: isCalm() });
        },
        (error) => turn.current === mine && fail(String(error?.message ?? error)),
      );
    },
    pause() {
      tell({ kind: "pause" });
      setShown((now) => (now.stage === "running" ? { ...now, stage: "paused" } : now));
    },
    go() {
      tell({ kind: "go" });
      setShown((now) => (now.stage === "paused" ? { ...now, stage: "running" } : now));
    },
    stop: () => tell({ kind: "stop" }),
  };
}

function after(now: ContestShown, reply: Exclude<Reply, { kind: "model" | "fault" }>): ContestShown {
  if (reply.kind === "formulas") {
    const rows = reply.rows.map((row): ListedFormula => ({ ...row, states: [] }));
    return { ...now, total: reply.total, formulas: [...now.formulas, ...rows] };
  }
  const { standings, solved, over } = reply;
  return {
    ...now,
    stage: stageAfter(now.stage, over),
    stopped: over && standings.some((standing) => !standing.over),
    formulas: withChanges(now.formulas, reply.changes),
    standings,
    solved,
    walk: reply.walk ?? now.walk,
    curve: reply.curve ?? now.curve,
  };
}

function stageAfter(stage: Stage, over: boolean): Stage {
  if (over) return "over";
  return stage === "paused" ? "paused" : "running";
}

/** Rows of which nothing is new stay the same objects, so that they are not drawn again. */
function withChanges(formulas: readonly ListedFormula[], changes: readonly Change[]) {
  if (changes.length === 0) return formulas;
  const next = [...formulas];
  for (const change of changes) {
    const row = next[change.formula];
    const states = [...row.states];
    states[change.contestant] = change;
    next[change.formula] = { ...row, states };
  }
  return next;
}

/** Gives the reader a file. */
function saveAs(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
