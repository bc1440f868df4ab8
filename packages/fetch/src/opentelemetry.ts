/** @mulligan/fetch/opentelemetry: OpenTelemetry spans and metrics of learned calls. */

import type {
  ArmStats,
  AttemptEnding,
  Explanation,
  Mulligan,
  OfAttempt,
  OfExecution,
  RuntimeStats,
} from "@mulligan/core/runtime";
import {
  type Attributes,
  type Context,
  context,
  type Meter,
  metrics,
  type ObservableResult,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { LearnedControls } from "./learned-options.ts";

/** A result of `mulligan`, `model`, `learnedFetch` or `dispatcher`. */
export type ObservedCalls<Name extends string, Value> =
  | Pick<Mulligan<Name, Value>, "on" | "explain" | "stats">
  | Pick<LearnedControls<Value>, "on" | "explain" | "stats">;

/** The options of `observe`. */
export interface ObserveOptions {
  /** Writes the spans. Default: the tracer `@mulligan/fetch` of the registered provider. */
  readonly tracer?: Tracer;
  /** Writes the metrics. Default: the meter `@mulligan/fetch` of the registered provider. */
  readonly meter?: Meter;
  /**
   * True if metrics have the key of a call as an attribute. Default: true. Set it to false if you have many keys, since each makes
   * several time series. Spans always have the key.
   */
  readonly keyed?: boolean;
}

/**
 * Writes a span for each call, as a child of the active span, and in it a span for each attempt, with arm, cutoff, outcome and the
 * reason for the decision. Writes metrics: durations, extra requests, cutoffs, costs, and attempts that run on after a cut. Returns
 * a function that ends the open spans and stops listening.
 */
export function observe<Name extends string, Value>(
  calls: ObservedCalls<Name, Value>,
  options: ObserveOptions = {},
): () => void {
  const { tracer = trace.getTracer(LIBRARY), meter = metrics.getMeter(LIBRARY), keyed = true } = options;
  const observed = calls as unknown as Observed;
  const stops = [writeSpans(observed, tracer), writeMetrics(observed, meter, keyed)];
  return () => {
    for (const stop of stops) stop();
  };
}

const LIBRARY = "@mulligan/fetch";

type Observed = Pick<Mulligan<string, unknown>, "on"> & {
  explain(of: OfExecution | string | undefined): Explanation;
  stats(): RuntimeStats<string> | Readonly<Record<string, RuntimeStats<string>>>;
};

/** Returns the arms of all origins. */
function armsOf(calls: Observed): [string, ArmStats][] {
  const stats = calls.stats();
  const all = isOne(stats) ? [stats] : Object.values(stats);
  return all.flatMap(({ arms }) => Object.entries(arms));
}

/** True for the counts of one `mulligan()`. Those of `learnedFetch` are an object by origin. */
function isOne(stats: ReturnType<Observed["stats"]>): stats is RuntimeStats<string> {
  return "arms" in stats;
}

function writeSpans(calls: Observed, tracer: Tracer): () => void {
  const one = isOne(calls.stats());
  /** The open spans, by execution, or by execution and attempt. */
  const open = new Map<string, { readonly span: Span; readonly inside: Context }>();
  const start = (id: string, name: string, parent: Context, attributes: Attributes) => {
    const span = tracer.startSpan(name, { attributes }, parent);
    open.set(id, { span, inside: trace.setSpan(parent, span) });
    return span;
  };
  const end = (id: string, attributes: Attributes, error?: string) => {
    // A call that began before `observe` has no span.
    const span = open.get(id)?.span;
    open.delete(id);
    span?.setAttributes(attributes);
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR, message: error });
    span?.end();
  };
  const endCall = ({ execution }: OfExecution, outcome: string, attempts: number, error?: string) =>
    end(`${execution}`, { "mulligan.outcome": outcome, "mulligan.attempts": attempts }, error);
  const attemptOf = ({ execution, attempt }: OfAttempt<string>) => `${execution}/${attempt}`;
  const removes = [
    calls.on("start", (event) => {
      start(`${event.execution}`, "mulligan.call", context.active(), withKey(event));
    }),
    calls.on("decision", (event) => {
      const { attempt, arm, hedge, cutoffMs, key, execution } = event;
      const parent = open.get(`${execution}`)?.inside ?? context.active();
      const span = start(attemptOf(event), "mulligan.attempt", parent, {
        ...withKey(event),
        "mulligan.arm": arm,
        "mulligan.attempt": attempt,
        "mulligan.hedge": hedge,
        "mulligan.cutoff": cutoffMs / MS,
      });
      if (!span.isRecording()) return;
      const explanation = calls.explain(one ? key : event);
      span.setAttribute("mulligan.explanation", explanation.sentence);
    }),
    calls.on("outcome", (event) => {
      const { ending } = event;
      end(attemptOf(event), { "mulligan.outcome": ending }, FINE.has(ending) ? undefined : ending);
    }),
    calls.on("success", (event) => endCall(event, "success", event.attempts)),
    calls.on("failure", (event) => endCall(event, event.error.reason, event.attempts, event.error.message)),
    calls.on("abort", (event) => endCall(event, "aborted", event.attempts, String(event.reason))),
  ];
  return () => {
    for (const remove of removes) remove();
    for (const id of [...open.keys()].reverse()) end(id, { "mulligan.outcome": "not observed" });
  };
}

function writeMetrics(calls: Observed, meter: Meter, keyed: boolean): () => void {
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { unit: "s", description, advice: { explicitBucketBoundaries: BOUNDS } });
  const attempts = seconds("mulligan.attempt.duration", "Time of one attempt");
  const executions = seconds("mulligan.call.duration", "Time of one call with all its attempts");
  const extra = meter.createCounter("mulligan.extra_requests", {
    description: "Attempts after the first of a call",
  });
  const labels = (event: OfExecution) => (keyed ? withKey(event) : {});
  const ended = (event: OfExecution & { readonly timeMs: number }, outcome: string) =>
    executions.record(event.timeMs / MS, { ...labels(event), "mulligan.outcome": outcome });
  const removes = [
    calls.on("decision", (event) => {
      const { attempt, arm, hedge } = event;
      if (attempt > 1) extra.add(1, { ...labels(event), "mulligan.arm": arm, "mulligan.hedge": hedge });
    }),
    calls.on("outcome", (event) => {
      const { arm, ending, outcome } = event;
      const attributes = { ...labels(event), "mulligan.arm": arm, "mulligan.outcome": ending };
      attempts.record(outcome.time / MS, attributes);
    }),
    calls.on("success", (event) => ended(event, "success")),
    calls.on("failure", (event) => ended(event, event.error.reason)),
    calls.on("abort", (event) => ended(event, "aborted")),
    ...watchArms(calls, meter),
  ];
  return () => {
    for (const remove of removes) remove();
  };
}

/** Registers the metrics that are read at collection: the current values of each arm. */
function watchArms(calls: Observed, meter: Meter): (() => void)[] {
  const watch = (
    instrument: ReturnType<Meter["createObservableGauge"]>,
    of: (arm: ArmStats) => number | undefined,
  ) => {
    const read = (result: ObservableResult) => {
      for (const [name, arm] of armsOf(calls)) {
        const value = of(arm);
        if (value !== undefined) result.observe(value, { "mulligan.arm": name });
      }
    };
    instrument.addCallback(read);
    return () => instrument.removeCallback(read);
  };
  return [
    watch(
      meter.createObservableGauge("mulligan.cutoff", {
        unit: "s",
        description: "Cutoff of the last attempt",
      }),
      ({ cutoffMs }) => (cutoffMs === undefined ? undefined : cutoffMs / MS),
    ),
    watch(
      meter.createObservableGauge("mulligan.stragglers", { description: "Attempts that run on after a cut" }),
      ({ stragglers }) => stragglers,
    ),
    watch(
      meter.createObservableCounter("mulligan.cost", {
        description: "Cost of all attempts, with estimates",
      }),
      ({ cost }) => cost,
    ),
  ];
}

function withKey({ key }: OfExecution): Attributes {
  return key === undefined ? {} : { "mulligan.key": key };
}

const MS = 1_000;
/** Endings that are not errors of the attempt. */
const FINE = new Set<AttemptEnding>(["succeeded", "lost", "aborted"]);
/** The bounds of the buckets in seconds, from a cache to a model that thinks for minutes. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 600];
