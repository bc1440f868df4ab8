// Metrics and traces through OpenTelemetry's API, which is handed in, so that nothing here depends on it:
//
//   import { context, metrics, trace } from "@opentelemetry/api";
//   const [meter, tracer] = [metrics.getMeter("mulligan"), trace.getTracer("mulligan")];
//   const stop = observe(calls, { meter, tracer, trace, context });
//
// A span for each execution, child of the caller's, and in it one for each attempt. An event's `key` becomes an attribute:
// thousands of keys are thousands of time series, so give `keyed: false` if you have many.

const ERROR = 2; // SpanStatusCode.ERROR
/** Endings that are no fault of the attempt. */
const FINE = new Set(["succeeded", "lost", "aborted"]);

/** Gives a function that ends the spans still open and stops listening. */
export function observe(calls, { meter, tracer, trace, context, keyed = true }) {
  const milliseconds = (name) => meter.createHistogram(name, { unit: "ms" });
  const attemptTime = milliseconds("mulligan.attempt.duration");
  const executionTime = milliseconds("mulligan.execution.duration");
  const executions = meter.createCounter("mulligan.executions");
  const attempts = meter.createCounter("mulligan.attempts");
  const extra = meter.createCounter("mulligan.extra_requests");
  const cuts = meter.createCounter("mulligan.cuts");
  const stragglers = meter.createObservableGauge("mulligan.stragglers");
  /** The spans under way, by execution or by execution and attempt. */
  const spans = new Map();
  const named = ({ arm, key }) => ({ ...(arm && { arm }), ...(keyed && key !== undefined && { key }) });

  function end(id, attributes, error) {
    const span = spans.get(id);
    if (span === undefined) return; // began before anybody listened
    spans.delete(id);
    span.setAttributes(attributes);
    if (error !== undefined) span.setStatus({ code: ERROR, message: error });
    span.end();
  }

  function executionEnded(event, result, error) {
    const labels = { ...named({ key: event.key }), result };
    executions.add(1, labels);
    executionTime.record(event.timeMs, labels);
    end(event.execution, { result, attempts: event.attempts }, error);
  }

  const count = (result) => {
    for (const [arm, each] of Object.entries(calls.stats().arms)) result.observe(each.stragglers, { arm });
  };
  stragglers.addCallback(count);
  const listening = [
    calls.on("start", (event) =>
      spans.set(
        event.execution,
        tracer.startSpan("mulligan.execute", { attributes: named(event) }, context.active()),
      ),
    ),
    calls.on("decision", (event) => {
      const { execution, attempt, hedge, cutoffMs } = event;
      attempts.add(1, named(event));
      if (attempt > 1) extra.add(1, { ...named(event), hedge });
      const parent = spans.get(execution);
      const within = parent ? trace.setSpan(context.active(), parent) : context.active();
      const attributes = { ...named(event), attempt, hedge, cutoffMs };
      spans.set(`${execution}/${attempt}`, tracer.startSpan("mulligan.attempt", { attributes }, within));
    }),
    calls.on("outcome", (event) => {
      const { execution, attempt, ending, outcome } = event;
      attemptTime.record(outcome.time, { ...named(event), ending });
      if (ending === "cut") cuts.add(1, named(event));
      end(`${execution}/${attempt}`, { ending }, FINE.has(ending) ? undefined : ending);
    }),
    calls.on("success", (event) => executionEnded(event, "success")),
    calls.on("failure", (event) => executionEnded(event, event.error.reason, event.error.message)),
    calls.on("abort", (event) => executionEnded(event, "aborted", String(event.reason))),
  ];
  return function stop() {
    for (const remove of listening) remove();
    stragglers.removeCallback(count);
    for (const id of [...spans.keys()]) end(id, { ending: "not seen" });
  };
}
