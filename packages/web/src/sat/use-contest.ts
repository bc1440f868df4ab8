import { useEffect, useRef, useState } from "preact/hooks";
import { prefersReducedMotion } from "../browser/hooks.ts";
import { openWorker, type PageWorker } from "../browser/workers.ts";
import type { SatCurve } from "./curves.ts";
import type {
  ContestantName,
  ContestantProgress,
  DrawnWalk,
  FormulaChange,
  FormulaRow,
  SatProgress,
  SatWorkerReply,
  SatWorkerRequest,
} from "./messages.ts";
import type { SatSetting } from "./setting.ts";

/** A formula in the list: what it is, and the state of each contestant. */
export interface ListedFormula extends FormulaRow {
  readonly states: readonly (FormulaChange | undefined)[];
}

interface ContestState {
  readonly status: "empty" | "reading" | "running" | "paused" | "over" | "failed";
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  readonly total: number;
  readonly formulas: readonly ListedFormula[];
  readonly standings: readonly ContestantProgress[];
  readonly walk: DrawnWalk | undefined;
  readonly solved: SatProgress["solved"];
  readonly curve: SatCurve | undefined;
  readonly fault: string | undefined;
}

const EMPTY: ContestState = {
  status: "empty",
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
  readonly state: ContestState;
  start(setting: SatSetting, files: readonly File[] | undefined, watched: ContestantName): void;
  pause(): void;
  go(): void;
  stop(): void;
  send(request: SatWorkerRequest): void;
}

/** A contest in a worker of its own. Starting another ends the one before. */
export function useContest(): ContestControls {
  const [state, setState] = useState(EMPTY);
  const worker = useRef<PageWorker<SatWorkerRequest> | undefined>(undefined);
  useEffect(() => () => worker.current?.close(), []);

  const send = (request: SatWorkerRequest) => worker.current?.send(request);
  const fail = (fault: string) => setState((now) => ({ ...now, status: "failed", fault }));

  return {
    state,
    send,
    start(setting, files, watched) {
      worker.current?.close();
      setState({ ...EMPTY, status: "reading" });
      worker.current = openWorker<SatWorkerRequest, SatWorkerReply>("sat", {
        onReply(reply) {
          if (reply.kind === "model") saveAs(reply.text, reply.name);
          else if (reply.kind === "fault") fail(reply.text);
          else setState((now) => after(now, reply));
        },
        onFailure: (problem) => fail(problem || "The worker ended without a word."),
      });
      send({ kind: "start", setting, files, watched, calm: prefersReducedMotion() });
    },
    pause() {
      send({ kind: "pause" });
      setState((now) => (now.status === "running" ? { ...now, status: "paused" } : now));
    },
    go() {
      send({ kind: "go" });
      setState((now) => (now.status === "paused" ? { ...now, status: "running" } : now));
    },
    stop: () => send({ kind: "stop" }),
  };
}

function after(now: ContestState, reply: Exclude<SatWorkerReply, { kind: "model" | "fault" }>): ContestState {
  if (reply.kind === "formulas") {
    const rows = reply.rows.map((row): ListedFormula => ({ ...row, states: [] }));
    return { ...now, total: reply.total, formulas: [...now.formulas, ...rows] };
  }
  const { standings, solved, over } = reply;
  const going = now.status === "paused" ? "paused" : "running";
  return {
    ...now,
    status: over ? "over" : going,
    stopped: over && standings.some((contestant) => !contestant.over),
    formulas: withChanges(now.formulas, reply.changes),
    standings,
    solved,
    walk: reply.walk ?? now.walk,
    curve: reply.curve ?? now.curve,
  };
}

/** Rows without a change stay the same objects, so that they are not drawn again. */
function withChanges(formulas: readonly ListedFormula[], changes: readonly FormulaChange[]) {
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

/** Saves a file on the reader's machine. */
function saveAs(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
