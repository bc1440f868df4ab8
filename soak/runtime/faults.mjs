// What may not be said of an attempt or of an execution, given what the arms and the caller saw.
import { Thrown } from "./mischief.mjs";

/** Endings that are not the attempt's own: its arm may run on, and its signal is aborted. */
export const STOPPED = ["cut", "deadline", "aborted", "lost"];

/** When the outcome of an attempt is told. */
export function* outcomeFaults(record, entry, { attempt, arm, ending, outcome }) {
  if (entry === undefined) return yield `outcome of attempt ${attempt}, which nobody decided`;
  if (entry.ending !== undefined) yield `attempt ${attempt} ended twice: ${entry.ending}, ${ending}`;
  if (entry.arm !== arm) yield `attempt ${attempt} began at ${entry.arm} and ended at ${arm}`;
  const { call } = entry;
  const stopped = STOPPED.includes(ending);
  if ((outcome.kind === "censored") !== stopped) yield `${ending}, but ${outcome.kind}`;
  if (!(outcome.time >= 0)) yield `attempt ${attempt} took ${outcome.time}`;
  // One that is aborted by who listens to its decision ends before its arm is called.
  if (call === undefined) return yield* ending === "aborted" ? [] : [`${ending} before the call`];
  const { signal } = call;
  if (signal !== undefined && signal.aborted !== stopped)
    yield `${ending}, signal aborted: ${signal.aborted}`;
  if (ending === "cut" && !record.service.measured && call.state !== "running" && !call.stopped)
    yield `cut, but ${call.state}`;
  if (!stopped && SEEN[ending](call) !== true)
    yield `${ending}, but ${call.state}, worth ${call.worth}${call.final ? ", final" : ""}`;
  if (ending === "succeeded" && outcome.reward !== call.worth)
    yield `reward ${outcome.reward} of ${call.worth}`;
}

const SEEN = {
  succeeded: ({ state, worth }) => state === "fulfilled" && worth > 0,
  "no reward": ({ state, worth }) => state === "fulfilled" && worth === 0,
  rejected: ({ state, final }) => state === "rejected" && !final,
  final: ({ state, final }) => state === "rejected" && final,
};

/** When all of an execution has settled. */
export function* closingFaults(record) {
  const { attempts, end, service } = record;
  for (const [place, entry] of attempts.entries()) {
    const { call, ending } = entry;
    if (call === undefined) {
      yield `attempt ${place + 1} was decided and never called`;
      continue;
    }
    const untold = ending === undefined && service.disposed && service.measured;
    if (ending === undefined && !untold) yield `attempt ${place + 1} has no outcome`;
    const { signal, state, discarded } = call;
    const aborted = ending === undefined || STOPPED.includes(ending);
    if (signal !== undefined && signal.aborted !== aborted)
      yield `${ending}, signal aborted: ${signal.aborted}`;
    // Who gets a value: the caller, of a success; the error, of a value without reward.
    const lost = aborted || (ending === "succeeded" && end.how !== "success");
    const expected = state === "fulfilled" && lost ? 1 : 0;
    if (discarded !== expected) yield `${state}, ${ending}, ${end.how}: discarded ${discarded} times`;
  }
  yield* endFaults(record);
}

function* endFaults({ attempts, end, maxAttempts, deadlineMs, signal, service }) {
  const count = (ending) => attempts.filter((entry) => entry.ending === ending).length;
  if (deadlineMs <= 0 && (attempts.length > 0 || end.how === "success")) yield "attempts after the deadline";
  if (count("succeeded") > 1) yield "succeeded twice";
  if (end.how === "success" && attempts[end.attempt - 1]?.ending !== "succeeded")
    yield "the success is of another attempt";
  if (end.how === "success" && end.given.call.record.attempts !== attempts)
    yield "the value of another execution";
  if (end.how === "abort" && !isKnownReason(end.given, signal)) yield `aborted by ${String(end.given)}`;
  if (end.how !== "abort" && count("aborted") > 0) yield `an attempt was aborted, but ${end.how}`;
  if (end.how !== "failure") {
    if (count("deadline") > 0) yield `an attempt was stopped by the deadline, but ${end.how}`;
    return;
  }
  const { reason, attempts: failed } = end.given;
  const why = (which) => failed.filter((each) => each.why === which).length;
  if (reason === "attempts" && attempts.length !== maxAttempts)
    yield `${attempts.length} of ${maxAttempts} attempts are used up`;
  if ((reason === "final") !== count("final") > 0) yield `${reason} with ${count("final")} final failures`;
  if (reason === "load" && !service.bounded) yield "no load, where all is allowed";
  if (reason !== "deadline" && count("deadline") > 0)
    yield `stopped by the deadline, but failed for ${reason}`;
  const untold = attempts.filter(({ ending }) => ending === undefined).length;
  const told = [
    ["cut", count("cut") + untold],
    ["rejected", count("rejected") + count("final")],
    ["no reward", count("no reward")],
    ["deadline", count("deadline")],
  ];
  for (const [which, expected] of told) {
    if (why(which) !== expected) yield `${which}: the error has ${why(which)}, the events ${expected}`;
  }
}

function isKnownReason(reason, signal) {
  if (reason instanceof Thrown) return true;
  if (signal?.aborted && reason === signal.reason) return true;
  return /disposed|the policy must name an arm/.test(reason?.message);
}
