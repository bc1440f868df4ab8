// The callers: 200 at once, each with the next execution when its last is done.
import { getEventListeners, setMaxListeners } from "node:events";

const AT_ONCE = 200;
/** Of the signals that many executions share. */
const USES = 300;

/** Resolves when all executions have settled; when the last has begun, half of the services are disposed of. */
export function takeTurns(world, services, count, done) {
  const { clock, random, unit, mischief, ledger } = world;
  const chance = (share) => random.uniform() < share;
  const oneOf = (list) => list[Math.floor(list.length * random.uniform())];
  let [begun, ended] = [0, 0];
  const newGroup = () => {
    const caller = new AbortController();
    // One listener a service, and no more.
    setMaxListeners(services.length, caller.signal);
    return { caller, uses: 0 };
  };
  let group = newGroup();

  const sharedSignal = () => {
    group.uses += 1;
    const { signal } = group.caller;
    if (group.uses < USES) return signal;
    const { caller } = group;
    group = newGroup();
    clock.setTimer(() => {
      caller.abort(new Error("all of you"));
      if (getEventListeners(signal, "abort").length > 0)
        ledger.say(undefined, "left", "a listener on a shared signal that was aborted");
    }, 20 * unit);
    return signal;
  };

  /** Its own deadline, limits, key and signal; what it is not given the service has. */
  const draw = (service) => {
    const options = {};
    if (chance(0.5)) options.deadline = unit * (1 + 300 * random.uniform());
    else if (chance(0.06)) options.deadline = oneOf([0, -1, -1e9, -Infinity]);
    if (chance(0.3)) options.maxAttempts = oneOf([1, 2, 3, Infinity]);
    if (chance(0.4)) options.key = `key ${Math.floor(20 * random.uniform() ** 2)}`;
    const caller = chance(0.4) ? new AbortController() : undefined;
    if (caller !== undefined) options.signal = caller.signal;
    else if (chance(0.2)) options.signal = sharedSignal();
    const record = {
      service,
      number: undefined,
      key: options.key,
      deadlineMs: options.deadline ?? service.deadlineMs,
      maxAttempts: options.maxAttempts ?? service.maxAttempts,
      caller,
      signal: options.signal,
      ownSignal: caller !== undefined,
      startedAt: clock.now(),
      attempts: [],
      end: undefined,
      settled: false,
      ripe: false,
    };
    return { record, options: { ...options, input: record } };
  };

  /** A caller that aborts is obeyed at once. */
  const abortLater = (record) => {
    const { caller } = record;
    if (caller === undefined || !chance(0.4)) return undefined;
    const abort = () => {
      caller.abort(new Error("enough"));
      if (record.number !== undefined && record.end === undefined)
        ledger.say(record, "count", "not aborted at once");
    };
    if (chance(0.05)) return void abort();
    return clock.setTimer(abort, -25 * unit * Math.log(1 - random.uniform()));
  };

  const execute = async (service) => {
    const { record, options } = draw(service);
    const timer = abortLater(record);
    service.starting = record;
    const running = service.calls.execute(options);
    try {
      const value = await running;
      ledger.settled(record, true, value);
    } catch (error) {
      ledger.settled(record, false, error);
    }
    clock.clearTimer(timer);
  };

  const turns = async () => {
    // Not all in the same moment, and some in the midst of others' callbacks.
    while (begun < count) {
      begun += 1;
      const last = begun === count;
      const running = execute(oneOf(services));
      if (last) disposeHalf(services, ledger);
      await running;
      ended += 1;
      ledger.sweep();
      done(ended);
      if (mischief.chance(0.3))
        await new Promise((resolve) => clock.setTimer(resolve, 2 * unit * random.uniform()));
    }
  };
  return Promise.all(Array.from({ length: AT_ONCE }, turns)).then(() => disposeRest(services, ledger));
}

/** In the middle of all that is under way. */
function disposeHalf(services, ledger) {
  for (const service of services.filter((_, place) => place % 2 === 0)) {
    const open = [...service.records.values()].filter(({ end }) => end === undefined);
    service.disposedEarly = true;
    dispose(service);
    for (const record of open)
      if (record.end === undefined) ledger.say(record, "count", "outlived the disposal");
    for (const record of service.records.values()) ledger.looked(record);
  }
}

async function disposeRest(services, ledger) {
  for (const service of services) {
    if (!service.disposed && !service.measured) dispose(service);
    if (!service.disposed) continue;
    const refused = await service.calls.execute().then(
      () => "fulfilled",
      ({ message }) => message,
    );
    if (!refused.includes("after the disposal"))
      ledger.say(undefined, "count", `${service.name}: ${refused}`);
  }
}

function dispose(service) {
  service.disposed = true;
  service.calls[Symbol.asyncDispose]();
}
