/* Tells by its name what a column of a table, or a field of objects, holds, and reads the outcome of a run from its cells. */
import { truthOf } from "../shell/table-rows.ts";
import { type TimeUnit, unitOfWord } from "./cell-time.ts";
import { type Ending, endingOfExit, endingOfStatus, endingOfWord, saysTimeout } from "./ending.ts";

/**
 * `completed`: 1, or 0 for a run that was cut. `good` and `bad`: whether it succeeded or failed. `cut`: whether it was
 * cut. `exit`: an exit code. `word`: a word or the status of a request.
 */
export type OutcomeKind = "completed" | "good" | "bad" | "cut" | "exit" | "word";

const set = (words: string) => new Set(words.split(/\s+/));

const DURATION = set(`duration durations elapsed took runtime jobruntime latency walltime wallclock wall rtt
  dauer laufzeit antwortzeit duree duracion durata duracao duur looptijd responsetime requesttime 耗时 用时 時間 时间`);
const TIME = set("time times zeit temps tiempo tempo tijd real seconds secs millis");
/** A column with one of these words is a moment, a limit or a share of the time. */
const NO_DURATION =
  set(`start started starttime begin began end ended endtime stop finish finished finishedat created updated
  modified submit submitted eligible stamp timestamp date datetime at timeout out limit timelimit max mean median stddev avg
  average p50 p90 p95 p99 cpu user sys system remaining eta queue queued zone epoch unix since until`);
const WORDS =
  set(`status outcome result state conclusion verdict action ergebnis resultat resultado risultato statut estado stato
  zustand`);
const GOOD = set("ok success succeeded passed solved successful erfolg erfolgreich bestanden");
const BAD = set("failed failure error err errored fehler erreur errore");
const CUT = set("timeout timedout censored cut killed truncated cancelled canceled abgebrochen");
const EXIT = set("exit exitcode exitval exitstatus returncode retcode rc");
/** Names of arms and of instances, the likeliest first. */
export const ARM_NAMES = "arm strategy solver variant provider model algorithm".split(" ");
export const INSTANCE_NAMES =
  `instance input test testname testcase nodeid name case job jobname task command cmd query benchmark problem
  scenario url uri path route endpoint request operation file filename formula`.split(/\s+/);

/** Returns the words of a name: `durationMs`, `Dauer [ms]` and `wall_time` have two each. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Returns how well a name fits a column of times; 0 if it does not. A unit alone does, if it is more than a letter. */
export function timeFit(words: readonly string[]): number {
  if (words.some((word) => NO_DURATION.has(word))) return 0;
  const unit = unitIn(words) === undefined ? 0 : 1;
  if (words.some((word) => DURATION.has(word)) || isPair(words, ["run", "response", "request"], "time"))
    return 4 + unit;
  if (words.some((word) => TIME.has(word))) return 2 + unit;
  return words.length > 0 && words.every((word) => word.length > 1 && unitOfWord(word) !== undefined) ? 2 : 0;
}

function isPair(words: readonly string[], first: readonly string[], second: string): boolean {
  return words.some((word, place) => word === second && first.includes(words[place - 1] ?? ""));
}

/** Returns the unit that a name ends with. nginx's request_time is in seconds. */
export function unitIn(words: readonly string[]): TimeUnit | undefined {
  const last = words.at(-1);
  if (last !== undefined && (words.length > 1 || last.length > 1)) {
    const unit = unitOfWord(last);
    if (unit !== undefined) return unit;
  }
  return words.join("") === "requesttime" ? "s" : undefined;
}

/** Returns how outcomes are written in a column of that name; undefined if it holds none. */
export function outcomeKindOf(words: readonly string[]): OutcomeKind | undefined {
  const joined = words.join("");
  const last = words.at(-1) ?? "";
  const has = (names: ReadonlySet<string>) => names.has(joined) || names.has(last);
  if (joined === "completed" || joined === "outcome") return joined === "completed" ? "completed" : "word";
  if (EXIT.has(joined) || isPair(words, ["exit", "return"], "code") || isPair(words, ["exit"], "status"))
    return "exit";
  if (has(CUT) || joined.endsWith("timedout")) return "cut";
  if (has(GOOD)) return "good";
  if (has(BAD)) return "bad";
  const isStatus = joined.endsWith("statuscode") || joined === "responsecode" || joined === "httpstatus";
  return has(WORDS) || isStatus ? "word" : undefined;
}

/** Returns the ending that a cell says; undefined if it is not understood. An empty one says that all went well, unless it is a word. */
export function endingIn(cell: string, kind: OutcomeKind): Ending | undefined {
  const truth = truthOf(cell);
  switch (kind) {
    case "completed":
      if (truth !== undefined) return truth ? "done" : "cut";
      return /^-?\d/.test(cell) ? undefined : endingOfWord(cell);
    case "cut":
      if (truth !== undefined || cell === "") return truth === true ? "cut" : "done";
      return endingOfWord(cell);
    case "good":
      if (truth === undefined) return endingOfWord(cell);
      return truth ? "done" : "failed";
    case "bad":
      if (truth !== undefined || cell === "") return truth === true ? "failed" : "done";
      if (/^(null|none|nil|-|ok)$/i.test(cell)) return "done";
      return saysTimeout(cell) || endingOfWord(cell) === "cut" ? "cut" : "failed";
    case "exit":
      // Slurm writes CODE:SIGNAL.
      if (/^-?\d{1,9}(:\d{1,3})?$/.test(cell)) {
        const [code, signal] = cell.split(":").map(Number);
        return endingOfExit(code, signal);
      }
      return /^(none|null)?$/i.test(cell) ? "cut" : endingOfWord(cell);
    case "word":
      if (/^\d{1,9}$/.test(cell)) {
        const code = Number(cell);
        const isStatus = (code >= 200 && code < 600) || (code >= 100 && code < 104);
        return isStatus ? endingOfStatus(code) : endingOfExit(code);
      }
      return endingOfWord(cell);
  }
}
