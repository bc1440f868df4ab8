import { type AttemptContext, mulligan } from "@mulligan/core";
import { context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, describe, expect, test } from "vitest";
import { virtualClock } from "../../core/test/situations/virtual-clock.mjs";
import { learnedFetch } from "../src/learned-fetch.ts";
import { model } from "../src/model.ts";
import { type ObserveOptions, observe } from "../src/opentelemetry.ts";
import { answer, prompt, readAll, scripted } from "./scripted-model.ts";

/** The SDK, which keeps everything in memory. */
function telemetry() {
  const spans = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 1e6 });
  const meters = new MeterProvider({ readers: [reader] });
  closing.push(() => meters.shutdown());
  /** The latest points of a metric, as far as they have these attributes. */
  async function pointsOf(name: string, wanted: Record<string, unknown> = {}) {
    await reader.forceFlush();
    const scopes = points.getMetrics().at(-1)?.scopeMetrics ?? [];
    const found = scopes.flatMap(({ metrics }) => metrics).find(({ descriptor }) => descriptor.name === name);
    return ((found?.dataPoints ?? []) as DataPoint<number | Histogram>[]).filter(({ attributes }) =>
      Object.entries(wanted).every(([key, value]) => attributes[key] === value),
    );
  }
  return {
    tracer: tracers.getTracer("test"),
    meter: meters.getMeter("test"),
    spans,
    pointsOf,
    count: async (name: string, wanted = {}) =>
      (await pointsOf(name, wanted)).reduce(
        (sum, { value }) => sum + (typeof value === "number" ? value : value.count),
        0,
      ),
  };
}
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Observed calls whose input says what each attempt does, in virtual time. */
function observed(options: Pick<ObserveOptions, "keyed"> = {}) {
  const clock = virtualClock();
  const calls = mulligan({
    arms: {
      api: async ({ input, attempt, signal }: AttemptContext<readonly string[]>) => {
        const does = input[attempt - 1];
        if (does === "hang") await clock.sleep(1e6, signal);
        await clock.sleep(5, signal);
        if (does !== "answer") throw new Error(does);
        return does;
      },
    },
    clock,
    maxCutoffMs: 20,
    maxAttempts: 2,
    breaker: false,
    shouldRetry: (error) => (error as Error).message !== "forbid",
  });
  const ends = (input: readonly string[], options = {}) =>
    clock.until(
      calls.execute({ input, ...options }).then(
        () => "success",
        ({ reason, name }) => reason ?? name,
      ),
    );
  const { tracer, meter, ...read } = telemetry();
  const stop = observe(calls, { tracer, meter, ...options });
  return { clock, calls, ends, stop, tracer, ...read };
}

describe("observe", () => {
  test("every call and every attempt is a span with its arm, cutoff, outcome and explanation", async () => {
    const { spans, ends } = observed();
    const controller = new AbortController();
    expect(await ends(["answer"], { key: "small" })).toBe("success");
    expect(await ends(["refuse", "answer"])).toBe("success");
    expect(await ends(["refuse", "refuse"])).toBe("attempts");
    expect(await ends(["forbid"])).toBe("final");
    expect(await ends(["answer"], { deadline: 0 })).toBe("deadline");
    const aborted = ends(["hang"], { signal: controller.signal });
    controller.abort();
    expect(await aborted).toBe("AbortError");
    expect(await ends(["hang", "answer"])).toBe("success");
    const finished = spans.getFinishedSpans();
    const executions = finished.filter(({ name }) => name === "mulligan.call");
    const attempts = finished.filter(({ name }) => name === "mulligan.attempt");
    expect(executions.map(({ attributes }) => attributes["mulligan.outcome"])).toEqual(
      "success success attempts final deadline aborted success".split(" "),
    );
    expect(attempts.map(({ attributes }) => attributes["mulligan.outcome"])).toEqual(
      "succeeded rejected succeeded rejected rejected final aborted cut succeeded".split(" "),
    );
    const parents = new Set(executions.map((span) => span.spanContext().spanId));
    for (const span of attempts) {
      expect(parents.has(span.parentSpanContext!.spanId)).toBe(true);
      expect(span.attributes).toMatchObject({ "mulligan.arm": "api", "mulligan.hedge": false });
      expect(span.attributes["mulligan.cutoff"]).toBeLessThanOrEqual(0.02);
      expect(span.attributes["mulligan.explanation"]).toMatch(/^Asks api /);
    }
    expect(executions[0].attributes).toMatchObject({ "mulligan.key": "small", "mulligan.attempts": 1 });
    const failed = finished.filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed).toHaveLength(5 + 4); // attempts and executions
    expect(executions[2].status.message).toContain("none of 2 attempts succeeded");
  });

  test("a call's span is a child of the span that is active", async () => {
    const { tracer, spans, calls, clock } = observed();
    const outer = tracer.startSpan("request");
    const active = trace.setSpan(ROOT_CONTEXT, outer);
    // The API has no context manager of its own, so the test says what is active.
    context.setGlobalContextManager({
      active: () => active,
      with: (_, run, self, ...given) => run.apply(self, given),
      bind: (_, target) => target,
      enable: () => context as never,
      disable: () => context as never,
    });
    try {
      await clock.until(calls.execute({ input: ["answer"] }));
    } finally {
      context.disable();
    }
    const call = spans.getFinishedSpans().find(({ name }) => name === "mulligan.call");
    expect(call?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  });

  test("the metrics are those of stats(): attempts, calls, extra requests and cutoffs", async () => {
    const { count, pointsOf, calls, ends } = observed();
    for (let call = 0; call < 5; call++) await ends(["answer"], { key: "small" });
    await ends(["hang", "answer"]);
    await ends(["refuse", "refuse"]);
    const { attempts, cuts, cutoffMs } = calls.stats().arms.api;
    expect(await count("mulligan.attempt.duration")).toBe(attempts);
    expect(await count("mulligan.attempt.duration", { "mulligan.outcome": "cut" })).toBe(cuts);
    expect(await count("mulligan.call.duration", { "mulligan.outcome": "success" })).toBe(6);
    expect(await count("mulligan.call.duration", { "mulligan.outcome": "attempts" })).toBe(1);
    expect(await count("mulligan.call.duration", { "mulligan.key": "small" })).toBe(5);
    expect(await count("mulligan.extra_requests", { "mulligan.arm": "api" })).toBe(2);
    const [cutoff] = await pointsOf("mulligan.cutoff");
    expect(cutoff).toMatchObject({ value: cutoffMs! / 1_000, attributes: { "mulligan.arm": "api" } });
    const [durations] = await pointsOf("mulligan.call.duration", { "mulligan.key": "small" });
    expect((durations.value as Histogram).sum).toBeCloseTo(5 * 0.005, 9);
  });

  test("without keys there is one time series for all", async () => {
    const { pointsOf, ends } = observed({ keyed: false });
    for (const key of ["a", "b", "c"]) await ends(["answer"], { key });
    expect(await pointsOf("mulligan.call.duration")).toHaveLength(1);
  });

  test("after stop nothing is written, and the spans under way have ended", async () => {
    const { spans, count, calls, clock, stop } = observed();
    const call = calls.execute({ input: ["answer"] });
    stop();
    await clock.until(call);
    await clock.until(calls.execute({ input: ["answer"] }));
    expect(spans.getFinishedSpans().map(({ attributes }) => attributes["mulligan.outcome"])).toEqual([
      "not observed",
      "not observed",
    ]);
    expect(await count("mulligan.call.duration")).toBe(0);
    expect(await count("mulligan.cutoff")).toBe(0);
  });

  test("the calls of a model are observed, with what they cost", async () => {
    const { tracer, meter, spans, count } = telemetry();
    const clock = virtualClock();
    const { model: only } = scripted(clock, () => answer(5));
    const learned = model({ arms: { only }, prices: { only: { input: 1e6, output: 0 } }, clock });
    observe(learned, { tracer, meter });
    const { stream } = await clock.until(Promise.resolve(learned.doStream(prompt)));
    await clock.until(readAll(stream));
    expect(spans.getFinishedSpans()[1].attributes["mulligan.key"]).toBe("stream");
    // At the first content the prompt is an estimate: 400 characters.
    expect(await count("mulligan.cost", { "mulligan.arm": "only" })).toBe(100);
  });

  test("the requests of a learnedFetch are observed, with the origin as the arm", async () => {
    const { tracer, meter, spans, count } = telemetry();
    let requests = 0;
    const get = learnedFetch({
      fetch: async () => new Response("hello", { status: ++requests === 1 ? 503 : 200 }),
    });
    observe(get, { tracer, meter });
    for (const host of ["a", "b"]) await get(`https://${host}.example/items/7`);
    const attempts = spans.getFinishedSpans().filter(({ name }) => name === "mulligan.attempt");
    expect(attempts.map(({ attributes }) => attributes["mulligan.arm"])).toEqual([
      "https://a.example",
      "https://a.example",
      "https://b.example",
    ]);
    for (const { attributes } of attempts) {
      expect(attributes["mulligan.key"]).toBe("GET /items/*");
      expect(attributes["mulligan.explanation"]).toContain(attributes["mulligan.arm"]);
    }
    expect(await count("mulligan.call.duration", { "mulligan.outcome": "success" })).toBe(2);
    expect(await count("mulligan.cutoff", { "mulligan.arm": "https://b.example" })).toBeGreaterThan(0);
  });
});
