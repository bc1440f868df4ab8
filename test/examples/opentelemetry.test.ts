import { type AttemptContext, mulligan } from "@mulligan/core";
import { describe, expect, test } from "vitest";

import { load } from "./load.ts";

/** What OpenTelemetry's API has, as far as it is used, with everything written down. */
function recordingTelemetry() {
  interface Recorded {
    readonly name: string;
    readonly parent: Recorded | undefined;
    readonly attributes: Record<string, unknown>;
    error: string | undefined;
    ended: number;
  }
  const spans: Recorded[] = [];
  const points: { name: string; value: number; attributes: Record<string, unknown> }[] = [];
  const callbacks = new Set<(result: unknown) => void>();
  const instrument = (name: string) => {
    const write = (value: number, attributes: Record<string, unknown>) =>
      points.push({ name, value, attributes });
    return { add: write, record: write };
  };
  type Context = { readonly span: Recorded | undefined };
  const context = { active: (): Context => ({ span: undefined }) };
  return {
    spans,
    callbacks,
    sum: (name: string, wanted: Record<string, unknown> = {}) =>
      points
        .filter((point) => point.name === name)
        .filter(({ attributes }) => Object.entries(wanted).every(([key, value]) => attributes[key] === value))
        .reduce((sum, { value }) => sum + value, 0),
    count: (name: string) => points.filter((point) => point.name === name).length,
    api: {
      context,
      trace: { setSpan: (_: Context, span: { recorded: Recorded }): Context => ({ span: span.recorded }) },
      meter: {
        createHistogram: instrument,
        createCounter: instrument,
        createObservableGauge: () => ({
          addCallback: (callback: (result: unknown) => void) => void callbacks.add(callback),
          removeCallback: (callback: (result: unknown) => void) => void callbacks.delete(callback),
        }),
      },
      tracer: {
        startSpan(name: string, { attributes }: { attributes: object }, { span: parent }: Context) {
          const recorded: Recorded = {
            name,
            parent,
            attributes: { ...attributes },
            error: undefined,
            ended: 0,
          };
          spans.push(recorded);
          return {
            recorded,
            setAttributes: (more: object) => void Object.assign(recorded.attributes, more),
            setStatus: ({ message }: { message: string }) => void (recorded.error = message),
            end: () => void (recorded.ended += 1),
          };
        },
      },
    },
  };
}

describe("opentelemetry", () => {
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  test("every span ends once, attempts are children of their execution, and the counts are those of stats()", async () => {
    const { observe } = await load("opentelemetry");
    const telemetry = recordingTelemetry();
    /** An input says what each attempt does. */
    const calls = mulligan({
      arms: {
        api: async ({ input, attempt }: AttemptContext<readonly string[]>) => {
          const does = input[attempt - 1];
          if (does === "sleep") await sleep(60); // and does not listen to its signal
          if (does === "refuse" || does === "forbid") throw new Error(does);
          return does;
        },
      },
      resetting: "measured", // so that what is known of a cut comes last
      maxCutoffMs: 20,
      maxAttempts: 2,
      shouldRetry: (error) => (error as Error).message !== "forbid",
    });
    const stop = observe(calls, telemetry.api);
    const ends = async (input: readonly string[], options = {}) =>
      calls.execute({ input, ...options }).then(
        () => "success",
        ({ reason, name }) => reason ?? name,
      );
    expect(await ends(["answer"], { key: "small" })).toBe("success");
    expect(await ends(["refuse", "answer"])).toBe("success");
    expect(await ends(["refuse", "refuse"])).toBe("attempts");
    expect(await ends(["forbid"])).toBe("final");
    expect(await ends(["answer"], { deadline: 0 })).toBe("deadline");
    expect(await ends(["sleep"], { signal: AbortSignal.timeout(5) })).toBe("TimeoutError");
    expect(await ends(["sleep", "answer"])).toBe("success");
    const { attempts, cuts } = calls.stats().arms.api;
    await expect.poll(() => telemetry.sum("mulligan.cuts")).toBe(cuts);
    const { spans, sum, count } = telemetry;
    expect(spans.map(({ ended }) => ended)).toEqual(spans.map(() => 1));
    const children = spans.filter(({ name }) => name === "mulligan.attempt");
    expect(children.every(({ parent }) => parent?.name === "mulligan.execute")).toBe(true);
    expect(children.map(({ attributes }) => attributes.ending)).toEqual(
      "succeeded rejected succeeded rejected rejected final aborted cut succeeded".split(" "),
    );
    expect(spans.filter(({ error }) => error !== undefined)).toHaveLength(5 + 4); // attempts and executions
    expect([sum("mulligan.attempts"), count("mulligan.attempt.duration"), children.length]).toEqual([
      attempts,
      attempts,
      attempts,
    ]);
    expect(sum("mulligan.extra_requests")).toBe(3);
    expect(sum("mulligan.executions")).toBe(7);
    expect(sum("mulligan.executions", { result: "success", key: "small" })).toBe(1);
    expect(sum("mulligan.executions", { result: "success" })).toBe(3);
    for (const result of ["attempts", "final", "deadline", "aborted"]) {
      expect(sum("mulligan.executions", { result })).toBe(1);
    }
    stop();
  });

  test("stop ends what is under way, and nothing is listened to any more", async () => {
    const { observe } = await load("opentelemetry");
    const { api, spans, callbacks, sum } = recordingTelemetry();
    const calls = mulligan({ arms: { api: () => sleep(10) } });
    const stop = observe(calls, api);
    const observed: unknown[] = [];
    for (const callback of callbacks) callback({ observe: (...given: unknown[]) => observed.push(given) });
    expect(observed).toEqual([[0, { arm: "api" }]]);
    const call = calls.execute();
    stop();
    await call;
    await calls.execute();
    expect(spans.map(({ name, ended }) => `${name} ${ended}`)).toEqual([
      "mulligan.execute 1",
      "mulligan.attempt 1",
    ]);
    expect([sum("mulligan.attempts"), sum("mulligan.executions"), callbacks.size]).toEqual([1, 0, 0]);
  });
});
