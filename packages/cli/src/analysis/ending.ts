/* Maps the words and codes of logs to the outcomes of runs: done, failed, cut, or not run. */
import type { LoggedRun } from "@mulligan/core/analysis";

/**
 * How a run ended: it was done; it failed, that is, it ended by itself and earned nothing; it was cut, so it would have taken longer; or it
 * never ran.
 */
export type Ending = "done" | "failed" | "cut" | "not run";

const WORDS: Readonly<Record<Ending, string>> = {
  done: `ok okay pass passed success succeeded successful done complete completed finished ended solved sat unsat
    satisfiable unsatisfiable optimal optimum good correct valid neutral xfailed xfail xpassed xpass flaky true yes y unset
    erfolg erfolgreich bestanden fertig ja exito exitoso correcto si succes reussi termine oui sim sucesso successo riuscito`,
  failed: `fail failed failure error errored err ko nok notok broken bad wrong incorrect invalid crash crashed crasher
    exception fatal panic segfault outofmemory oom mo memout memoryout unsolved unknown false no n startupfailure
    fehler fehlgeschlagen gescheitert nein fallo fallido fallida echec echoue erreur erro falha errore fallito`,
  cut: `timeout timedout to tle tl outoftime timelimit timelimitexceeded deadline deadlineexceeded expired cut censored
    kill killed terminate terminated terminating cancel canceled cancelled cancelling aborted abort interrupted stopped
    preempted nodefail revoked suspended running inprogress started hang hung stuck sigterm sigkill sigint sigalrm
    sigxcpu clientclosedrequest requesttimeout gatewaytimeout abgebrochen zeituberschreitung abbruch cancelado
    tiempoagotado annule interrompu annullato scaduto tempoesgotado`,
  "not run": `skip skipped pending queued waiting requested disabled ignored ignore notrun notexecuted deselected todo
    actionrequired stale ubersprungen omitido ignoree saltato`,
};

const ENDINGS = new Map(
  Object.entries(WORDS).flatMap(([ending, words]) =>
    words.split(/\s+/).map((word) => [word, ending as Ending] as const),
  ),
);

/** Returns the ending that a word means, without regard to case, accents, blanks and hyphens; undefined if it is unknown. */
export function endingOfWord(text: string): Ending | undefined {
  const word = plainWord(text);
  // Slurm adds the user: CANCELLED by 1000.
  return ENDINGS.get(word) ?? (/^cancell?ed\s+by\b/i.test(text.trim()) ? "cut" : undefined);
}

/** Returns a word without case, accents, blanks and hyphens. */
export function plainWord(text: string): string {
  const base = text
    .slice(0, 100)
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "");
  return base.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Hang-up, interrupt, kill, alarm, terminate and the limit of processor time: they come from outside. */
const CUTTING_SIGNALS: readonly number[] = [1, 2, 9, 14, 15, 24];

/**
 * Returns the ending of a process by its exit code and signal. 124 is what `timeout` gives, 128 + s a shell, −s Python, and −1 a
 * GNU parallel with --timeout. Signals such as SIGSEGV are the program's own failure.
 */
export function endingOfExit(code: number, signal = 0): Ending {
  const byCode = code > 128 ? code - 128 : -code;
  const by = signal > 0 ? signal : byCode;
  if (code === 124 || CUTTING_SIGNALS.includes(by)) return "cut";
  return code === 0 && signal === 0 ? "done" : "failed";
}

/** Returns the ending of a request by its status: 408, 499 (nginx: the client left), 504, 522 and 524 end the wait for an answer. */
export function endingOfStatus(status: number): Ending {
  if ([408, 499, 504, 522, 524, 598, 599].includes(status)) return "cut";
  return status < 400 ? "done" : "failed";
}

/** Returns whether a message says that a time limit was exceeded. */
export function saysTimeout(message: string): boolean {
  return /\btimed[\s_-]?out\b|timeout ?(error|exception|expired)|\btimeout\b.{0,40}(>|\bexceeded|\bexpired|\breached|\bafter|\bof \d)|(exceeded|deadline|reached).{0,40}\b(timeout|time limit|exceeded)\b|did not (finish|complete|settle) (with)?in\b/i.test(
    message.slice(0, 1_000),
  );
}

/** Returns the run of an entry of the log; undefined if it never ran. */
export function runThatEnded(
  of: { readonly arm?: string; readonly instance?: string | undefined; readonly start?: number },
  time: number,
  ending: Ending,
  reward = 1,
): LoggedRun | undefined {
  if (ending === "not run") return undefined;
  return {
    arm: of.arm || "all",
    ...(of.instance ? { instance: of.instance } : {}),
    ...(Number.isFinite(of.start) ? { start: of.start! } : {}),
    time,
    completed: ending !== "cut",
    reward: ending === "done" ? reward : 0,
  };
}
