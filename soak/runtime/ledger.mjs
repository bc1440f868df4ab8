// The books of a soak: what the events say is held against what the arms saw and what the callers got, attempt for
// attempt. An execution is closed and forgotten when all of it has settled; what comes after that is of an unknown one.
import { getEventListeners } from "node:events";
import { closingFaults, outcomeFaults, STOPPED } from "./faults.mjs";

const MOST_PROBLEMS = 50;
/** The machine's own time passes between a settled promise and who hears of it. */
const SLACK_MS = 20;

export function makeLedger({ clock, exact }) {
  const problems = [];
  /** Executions of which all has settled, since when. What follows from that is still on its way. */
  const ripe = [];
  let dropped = 0;

  const say = (record, kind, text) => {
    const who = record === undefined ? "" : `${record.service.name} ${record.number}: `;
    if (problems.length < MOST_PROBLEMS) problems.push(`${kind}: ${who}${text}`);
    else dropped += 1;
  };

  const ledger = {
    problems,
    say,
    get dropped() {
      return dropped;
    },

    /** Something has happened to it; perhaps it was the last thing. */
    looked(record) {
      if (record.ripe || record.end === undefined || !record.settled) return;
      const open = ({ call, ending }) =>
        (ending === undefined && !record.service.disposed) ||
        (call !== undefined && call.state === "running" && !call.never);
      if (record.attempts.some(open)) return;
      record.ripe = true;
      ripe.push({ record, at: clock.now() });
    },

    /** Closes what is ripe since an earlier moment. */
    sweep(all = false) {
      while (ripe.length > 0 && (all || ripe[0].at < clock.now() - (exact ? 0 : SLACK_MS))) {
        const { record } = ripe.shift();
        for (const fault of closingFaults(record)) say(record, "count", fault);
        countLeft(record);
        record.service.records.delete(record.number);
      }
    },

    /** An arm is called. */
    called(call) {
      const { record, attempt } = call;
      const entry = record.attempts[attempt - 1];
      if (entry === undefined)
        return say(record, "count", `attempt ${attempt} was called without a decision`);
      if (entry.call !== undefined) say(record, "count", `attempt ${attempt} was called twice`);
      if (entry.arm !== call.arm) say(record, "count", `${entry.arm} was decided, ${call.arm} called`);
      if (entry.cutoffMs !== call.cutoffMs) say(record, "count", "another cutoff than was decided");
      entry.call = call;
    },

    discarded({ call }) {
      call.discarded += 1;
      call.record.service.discards += 1;
    },

    /** A caller's promise settled. */
    settled(record, fulfilled, given) {
      if (record.settled) say(record, "count", "settled twice");
      record.settled = true;
      const { end, signal, ownSignal, startedAt, deadlineMs } = record;
      if (end === undefined) say(record, "count", "settled without an end");
      else if ((end.how === "success") !== fulfilled || end.given !== given)
        say(record, "count", `told of ${end.how}, settled with ${String(given)}`);
      if (exact && clock.now() - startedAt > Math.max(0, deadlineMs) + 1e-6)
        say(record, "count", `${clock.now() - startedAt} ms with a deadline of ${deadlineMs}`);
      if (ownSignal && getEventListeners(signal, "abort").length > 0)
        say(record, "left", "a listener on the caller's signal");
      ledger.looked(record);
    },

    listen: (service) => listen(service, ledger),
  };
  return ledger;
}

/** The arms that ran on: some gave a value that came too late, some still hang. */
function countLeft({ attempts, service }) {
  for (const { call, ending, arm } of attempts) {
    if (ending !== undefined && !STOPPED.includes(ending)) continue;
    if (call?.state === "running") service.arms[arm].hanging += 1;
    else if (call?.state === "fulfilled" && !call.judged) service.arms[arm].late += 1;
  }
}

/** Writes down the events of a service, which are all checked. */
function listen(service, ledger) {
  const { calls, records, totals } = service;
  const known = (event, what) => {
    totals[what] += 1;
    const record = records.get(event.execution);
    if (record === undefined) ledger.say({ service, number: event.execution }, "count", `${what} of nobody`);
    else if (record.key !== event.key) ledger.say(record, "count", `${what} with the key ${event.key}`);
    return record;
  };
  calls.on("start", (event) => {
    totals.start += 1;
    const record = service.starting;
    if (event.execution !== service.next) ledger.say(record, "count", `has the number ${event.execution}`);
    record.number = event.execution;
    service.next = event.execution + 1;
    records.set(record.number, record);
  });
  calls.on("decision", (event) => {
    const record = known(event, "decision");
    if (record === undefined) return;
    const { arm, cutoffMs, hedge, attempt } = event;
    record.attempts.push({ arm, cutoffMs, hedge, call: undefined, ending: undefined });
    service.arms[arm].attempts += 1;
    if (record.end !== undefined) ledger.say(record, "count", `decision after the ${record.end.how}`);
    if (attempt !== record.attempts.length) ledger.say(record, "count", `attempt ${attempt} out of turn`);
    if (attempt > record.maxAttempts)
      ledger.say(record, "count", `attempt ${attempt} of ${record.maxAttempts}`);
    if (!(cutoffMs > 0)) ledger.say(record, "count", `attempt ${attempt} has a cutoff of ${cutoffMs}`);
    if (hedge && !service.hedges) ledger.say(record, "count", "a hedge where none is wanted");
  });
  calls.on("outcome", (event) => {
    const record = known(event, "outcome");
    if (record === undefined) return;
    const entry = record.attempts[event.attempt - 1];
    for (const fault of outcomeFaults(record, entry, event)) ledger.say(record, "count", fault);
    if (entry === undefined) return;
    entry.ending = event.ending;
    service.arms[event.arm][event.ending] += 1;
    ledger.looked(record);
  });
  const ends = (how, givenIn) =>
    calls.on(how, (event) => {
      const record = known(event, how);
      if (record === undefined) return;
      if (record.end !== undefined) ledger.say(record, "count", `${how} after ${record.end.how}`);
      if (event.attempts !== record.attempts.length)
        ledger.say(record, "count", `${how} says ${event.attempts} attempts of ${record.attempts.length}`);
      record.end = { how, given: event[givenIn], attempt: event.attempt };
      ledger.looked(record);
    });
  ends("success", "value");
  ends("failure", "error");
  ends("abort", "reason");
}
