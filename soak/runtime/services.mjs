// The ways to use `mulligan` that a soak tries side by side.
import { makePolicy } from "@mulligan/core/policies";
import { makeArm } from "./arms.mjs";

/** A policy that knows nothing, and may throw. It counts what it is told. */
function ownPolicy({ random, unit, mischief }, arms, { throws = 0, reconsiders = false }) {
  const told = { observed: 0, records: undefined };
  const mayAbort = (task, where) => mischief.mayAbort(told.records.get(task), where, throws / 5);
  const cutoff = () => unit * (3 + 60 * random.uniform());
  const policy = {
    decide({ attempt, task }) {
      mischief.mayThrow("decide", throws);
      mayAbort(task, "decide");
      const missing = mischief.chance(throws / 2);
      return { arm: missing ? 99 : Math.floor(arms * random.uniform()), cutoff: cutoff(), attempt };
    },
    observe({ task }) {
      told.observed += 1;
      mayAbort(task, "observe");
      mischief.mayThrow("observe", throws);
    },
    snapshot: () => ({ policy: "own" }),
  };
  if (reconsiders) {
    policy.reconsider = ({ task }) => {
      mayAbort(task, "reconsider");
      mischief.mayThrow("reconsider", throws / 50);
      return cutoff();
    };
  }
  return { policy, told };
}

/** Name, arms and options of each; `limits` stands for a ceiling that ends what hangs. */
function kinds(world) {
  const { unit, mischief, exact } = world;
  const limits = { maxCutoffMs: 400 * unit };
  const backoff = (failed, _context) => {
    const record = (failed.error ?? failed.value)?.call?.record;
    mischief.mayThrow("backoff", 0.01);
    mischief.mayAbort(record, "backoff", 0.01);
    return mischief.chance(0.5) ? 0 : 5 * unit;
  };
  return [
    { name: "plain", arms: 2, options: exact ? {} : limits },
    { name: "one arm", arms: 1, options: { ...limits, deadline: 300 * unit, maxAttempts: 4 } },
    {
      name: "backoff",
      arms: 3,
      options: { ...limits, backoff, firstCutoffMs: 30 * unit, schedule: "constant" },
    },
    { name: "measured", arms: 2, options: { ...limits, resetting: "measured", maxExtraLoad: 2, maxKeys: 8 } },
    {
      name: "no bound",
      arms: 2,
      options: { ...limits, maxExtraLoad: Infinity, maxAttempts: Infinity, backoff },
    },
    { name: "hedged", arms: 2, options: { ...limits, hedge: { maxExtraLoad: 1 }, maxExtraLoad: Infinity } },
    {
      name: "hedged, measured",
      arms: 3,
      options: { maxCutoffMs: 60 * unit, hedge: { maxExtraLoad: 0.3 }, resetting: "measured", backoff },
    },
    { name: "own policy", arms: 2, own: { throws: 0.01, reconsiders: false }, options: limits },
    { name: "own, thinks again", arms: 2, own: { throws: 0.01, reconsiders: true }, options: limits },
    {
      name: "own, hedged",
      arms: 2,
      own: { throws: 0.02 },
      options: { maxCutoffMs: 40 * unit, hedge: { maxExtraLoad: 1 } },
    },
    {
      name: "own, hedged, measured",
      arms: 2,
      own: { throws: 0.01 },
      options: { maxCutoffMs: 80 * unit, hedge: { maxExtraLoad: 1 }, resetting: "measured" },
    },
    {
      name: "task policy",
      arms: 2,
      options: {
        ...limits,
        policy: makePolicy("km-ts", {
          arms: ["arm0", "arm1"],
          cutoffs: [5, 20, 80].map((ms) => ms * unit),
          seed: 1,
          mode: "retry",
        }),
      },
    },
  ];
}

export function makeServices(mulligan, world) {
  return kinds(world).map((kind, place) => makeService(mulligan, world, kind, place));
}

function makeService(mulligan, world, { name, arms: count, own, options }, place) {
  const { mischief, ledger, seed } = world;
  const names = Array.from({ length: count }, (_, arm) => `arm${arm}`);
  const policy = own === undefined ? undefined : ownPolicy(world, count, own);
  const calls = mulligan({
    arms: Object.fromEntries(names.map((arm) => [arm, makeArm(world)])),
    reward({ call }) {
      call.judged = true;
      mischief.mayAbort(call.record, "reward", 0.002);
      mischief.mayThrow("reward", 0.002);
      return call.worth;
    },
    shouldRetry({ call }) {
      mischief.mayAbort(call.record, "shouldRetry", 0.01);
      mischief.mayThrow("shouldRetry", 0.01);
      return !call.final;
    },
    discard(value) {
      ledger.discarded(value);
      mischief.mayAbort(value.call.record, "discard", 0.01);
      mischief.mayThrowAside("discard", 0.05);
    },
    seed: seed + place,
    clock: world.own,
    ...options,
    ...(policy && { policy: policy.policy }),
  });
  const zeros = () => ({
    ...{ attempts: 0, late: 0, hanging: 0 },
    ...{ succeeded: 0, rejected: 0, "no reward": 0, final: 0, cut: 0, deadline: 0, aborted: 0, lost: 0 },
  });
  const service = {
    name,
    calls,
    policy: policy?.told,
    hedges: options.hedge !== undefined,
    measured: options.resetting === "measured",
    bounded: (options.maxExtraLoad ?? (own || options.policy ? Infinity : 0.2)) < Infinity,
    deadlineMs: options.deadline ?? Infinity,
    maxAttempts: options.maxAttempts ?? 50,
    arms: Object.fromEntries(names.map((arm) => [arm, zeros()])),
    totals: { start: 0, decision: 0, outcome: 0, success: 0, failure: 0, abort: 0 },
    records: new Map(),
    discards: 0,
    next: 0,
    starting: undefined,
    disposed: false,
    disposedEarly: false,
  };
  if (policy !== undefined) policy.told.records = service.records;
  ledger.listen(service);
  for (const event of ["start", "decision", "outcome", "success", "failure", "abort"]) {
    calls.on(event, ({ execution }) => {
      mischief.mayAbort(service.records.get(execution), event, 0.002);
      mischief.mayThrowAside(event, 0.01);
    });
  }
  return service;
}
