// Arms that do all that an arm can do: answer soon, late or never, refuse, throw, heed their signal or not.

/** What a call may do, with how often in a hundred. */
const FATES = [
  ["soon", 52],
  ["at once", 4],
  ["slow", 9],
  ["worthless", 5],
  ["refuse", 8],
  ["throw", 4],
  ["final", 2],
  ["hang", 6],
  ["hang, then reject later", 2],
  ["hang, then answer all the same", 2],
  ["deaf, answers late", 3],
  ["deaf, rejects late", 2],
  ["deaf, never settles", 1],
];

/** One call of an arm, and all that is known of it. */
class Call {
  constructor(record, { attempt, arm, cutoffMs }) {
    this.record = record;
    this.attempt = attempt;
    this.arm = arm;
    this.cutoffMs = cutoffMs;
    this.signal = undefined;
    this.state = "running";
    this.never = false;
    this.worth = 1;
    this.final = false;
    /** Whether it was told to stop before it settled. */
    this.stopped = false;
    /** Whether the caller was asked what its value is worth. */
    this.judged = false;
    this.discarded = 0;
  }
}

export function makeArm(world) {
  const { random, clock, unit, mischief, ledger } = world;
  const exponential = (mean) => -mean * unit * Math.log(1 - random.uniform());

  const settle = (call, state) => {
    call.state = state;
    ledger.looked(call.record);
  };
  const fulfil = (call) => {
    settle(call, "fulfilled");
    return { call };
  };
  const refuse = (call) => {
    settle(call, "rejected");
    return Object.assign(new Error("refused"), { call });
  };
  const later = (call, ms, make) =>
    new Promise((resolve, reject) => {
      clock.setTimer(() => (make === fulfil ? resolve(fulfil(call)) : reject(refuse(call))), ms);
    });
  /** Like `later`, unless the signal comes first; then `aborted` is called with how to settle. */
  const heeding = (call, ms, make, aborted) =>
    new Promise((resolve, reject) => {
      const end = (how) => (how === fulfil ? resolve(fulfil(call)) : reject(refuse(call)));
      const stop = () => {
        clock.clearTimer(timer);
        call.stopped = true;
        mischief.mayAbort(call.record, "an arm's signal", 0.02);
        aborted(end);
      };
      const timer = Number.isFinite(ms)
        ? clock.setTimer(() => {
            call.signal.removeEventListener("abort", stop);
            end(make);
          }, ms)
        : undefined;
      if (call.signal.aborted) stop();
      else call.signal.addEventListener("abort", stop, { once: true });
    });

  const plays = {
    soon: (call) => heeding(call, exponential(5), fulfil, (end) => end(refuse)),
    "at once": fulfil,
    slow: (call) => {
      call.worth = 0.25;
      return heeding(call, unit * (20 + 200 * random.uniform()), fulfil, (end) => end(refuse));
    },
    worthless: (call) => {
      call.worth = 0;
      return later(call, exponential(5), fulfil);
    },
    refuse: (call) => heeding(call, exponential(3), refuse, (end) => end(refuse)),
    throw: (call) => {
      throw refuse(call);
    },
    final: (call) => {
      call.final = true;
      if (mischief.chance(0.3)) throw refuse(call);
      return later(call, exponential(5), refuse);
    },
    hang: (call) => heeding(call, Infinity, fulfil, (end) => end(refuse)),
    "hang, then reject later": (call) =>
      heeding(call, Infinity, fulfil, (end) => clock.setTimer(() => end(refuse), exponential(10))),
    "hang, then answer all the same": (call) =>
      heeding(call, Infinity, fulfil, (end) =>
        mischief.chance(0.5) ? end(fulfil) : clock.setTimer(() => end(fulfil), exponential(10)),
      ),
    "deaf, answers late": (call) => later(call, unit * (50 + 500 * random.uniform()), fulfil),
    "deaf, rejects late": (call) => later(call, unit * (50 + 500 * random.uniform()), refuse),
    "deaf, never settles": (call) => {
      call.never = true;
      ledger.looked(call.record);
      return new Promise(() => {});
    },
  };

  return (context) => {
    const call = new Call(context.input, context);
    const fate = drawn(100 * random.uniform());
    // Who is deaf does not ask for the signal at all, or asks much later.
    if (!fate.startsWith("deaf") || mischief.chance(0.5)) call.signal = context.signal;
    ledger.called(call);
    mischief.mayAbort(call.record, "an arm", 0.002);
    return plays[fate](call);
  };
}

function drawn(at) {
  let sum = 0;
  return FATES.find(([, share]) => (sum += share) > at)[0];
}
