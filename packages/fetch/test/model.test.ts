import { AttemptsFailedError } from "@mulligan/core";
import { APICallError, generateText, streamText, wrapLanguageModel } from "ai";
import { streamText as streamTextOf5, wrapLanguageModel as wrapLanguageModelOf5 } from "ai-5";
import { MockLanguageModelV2 } from "ai-5/test";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { virtualClock } from "../../core/test/situations/virtual-clock.mjs";
import { model } from "../src/model.ts";
import {
  answer,
  finish,
  hang,
  prompt,
  readAll,
  type Step,
  scripted,
  start,
  text,
  textOf,
  thought,
} from "./scripted-model.ts";

function apiError(statusCode: number, responseHeaders: Record<string, string> = {}) {
  const url = "http://127.0.0.1/v1";
  return new APICallError({
    message: `${statusCode}`,
    url,
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });
}

/** One arm, whose calls do what `script` says. */
function one(script: (call: number) => Step[] | Error, options = {}) {
  const clock = virtualClock();
  const { model: scriptedModel, calls } = scripted(clock, script);
  const learned = model({ arms: { only: scriptedModel }, clock, seed: 1, ...options });
  const stream = async (params = prompt) => {
    const { stream } = await learned.doStream(params);
    return readAll(stream);
  };
  return { clock, learned, calls, stream };
}

describe("the first content", () => {
  test.each<[string, Step[]]>([
    ["a start, metadata and an empty delta", [...start, text("")]],
    ["raw chunks", [{ type: "raw", rawValue: { role: "assistant" } }]],
    ["thinking", [{ type: "reasoning-start", id: "r" }, thought("hm")]],
  ])("%s are none: another attempt is made, and answers", async (_, parts) => {
    const { clock, calls, stream } = one((call) => (call === 0 ? [...parts, Infinity] : answer(5)), {
      maxCutoffMs: 1_000,
    });
    const received = await clock.until(stream());
    expect(textOf(received)).toBe("hello");
    expect(clock.now()).toBe(1_005);
    expect(calls[0].options.abortSignal?.aborted).toBe(true);
    // Nothing of the cancelled attempt is handed on.
    expect(received).toHaveLength(6);
  });

  test.each<[string, Step]>([
    ["text", text("a")],
    ["a tool call", { type: "tool-input-start", id: "1", toolName: "weather" }],
    ["a file", { type: "file", mediaType: "image/png", data: "" }],
  ])("%s ends the attempt, and what comes later is waited for", async (_, part) => {
    const { clock, calls, stream } = one(() => [part, 5_000, text("b"), finish()], { maxCutoffMs: 1_000 });
    expect(textOf(await clock.until(stream()))).toMatch(/b$/);
    expect([clock.now(), calls.length]).toEqual([5_000, 1]);
  });

  test("thinking counts if asked, and then it is handed on as it comes", async () => {
    const { clock, learned } = one(() => [thought("hm"), 5_000, text("b"), finish()], {
      maxCutoffMs: 1_000,
      thinkingCounts: true,
    });
    const { stream } = await clock.until(Promise.resolve(learned.doStream(prompt)));
    expect((await stream.getReader().read()).value).toMatchObject({ type: "reasoning-delta" });
    expect(clock.now()).toBe(0);
  });

  test("an empty answer that ends well is an answer; a stream that breaks off before any content is none", async () => {
    const { clock, stream } = one((call) => (call === 0 ? [...start] : [...start, finish()]));
    expect((await clock.until(stream())).map(({ type }) => type)).toContain("finish");
  });
});

describe("a slow first attempt", () => {
  const slowFirst = (call: number): Step[] => (call === 0 ? answer(4_000, "first") : hang);

  test("runs on beside the others, so that its answer is not lost", async () => {
    const { clock, calls, stream } = one(slowFirst, { maxCutoffMs: 1_000 });
    expect(textOf(await clock.until(stream()))).toBe("first");
    expect([clock.now(), calls.length > 1]).toEqual([4_000, true]);
    for (const { options } of calls.slice(1)) expect(options.abortSignal?.aborted).toBe(true);
  });

  test("is cut with keepFirst: false", async () => {
    const { clock, calls, stream } = one(slowFirst, { maxCutoffMs: 1_000, keepFirst: false, maxAttempts: 2 });
    await expect(clock.until(stream())).rejects.toThrow("none of 2 attempts succeeded");
    expect([clock.now(), calls.length]).toEqual([2_000, 2]);
  });
});

describe("after the first content", () => {
  test("nothing is read ahead of the reader, and a cancelled stream ends the provider's call", async () => {
    const parts = Array.from({ length: 100 }, () => text("a"));
    const { clock, learned, calls } = one(() => [...parts, finish()]);
    const { stream } = await clock.until(Promise.resolve(learned.doStream(prompt)));
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(calls[0].sent).toBe(2);
    await reader.cancel("enough");
    expect([calls[0].cancelled, calls[0].options.abortSignal?.aborted]).toEqual(["enough", true]);
    // 400 characters asked and two answered.
    expect(learned.stats().usage.only.estimated).toEqual({ inputTokens: 100, outputTokens: 1 });
  });

  test("an error, as a part or a break, is passed on and not retried", async () => {
    const broken = one(() => [text("a"), new Error("reset")]);
    await expect(broken.clock.until(broken.stream())).rejects.toThrow("reset");
    const told = one(() => [text("a"), { type: "error", error: "overloaded" }]);
    expect((await told.clock.until(told.stream())).at(-1)).toEqual({ type: "error", error: "overloaded" });
    expect([broken.calls.length, told.calls.length]).toEqual([1, 1]);
  });

  test("the caller's abort ends the stream and the provider's call, and leaves no listener behind", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const listeners = () => added.mock.calls.length - removed.mock.calls.length;
    const { clock, learned, calls, stream } = one((call) => (call === 0 ? answer(5) : [text("a"), Infinity]));
    await clock.until(stream({ ...prompt, abortSignal: signal }));
    expect(listeners()).toBe(0);
    const { stream: second } = await clock.until(
      Promise.resolve(learned.doStream({ ...prompt, abortSignal: signal })),
    );
    const all = readAll(second);
    controller.abort(new Error("enough"));
    await expect(clock.until(all)).rejects.toThrow("enough");
    expect(calls[1].options.abortSignal?.aborted).toBe(true);
    expect(listeners()).toBe(0);
  });
});

describe("before the first content", () => {
  test("an error part and a server's error are retried; the answer tells of every attempt", async () => {
    const script = [[...start, { type: "error", error: "overloaded" }] as Step[], apiError(503), answer(5)];
    const { clock, stream } = one((call) => script[call]);
    const last = (await clock.until(stream())).at(-1);
    expect(last).toMatchObject({
      type: "finish",
      providerMetadata: {
        mulligan: {
          arm: "only",
          attempts: [
            { ended: "failed", inputTokens: 0, outputTokens: 0 },
            { ended: "failed", inputTokens: 0, outputTokens: 0 },
            { ended: "succeeded", inputTokens: 10, outputTokens: 20, estimated: false },
          ],
          total: { inputTokens: 10, outputTokens: 20 },
        },
      },
    });
  });

  test.each([
    ["retry-after", "2"],
    ["retry-after-ms", "2000"],
  ])("a 429 with %s leaves the arm alone for as long", async (name, value) => {
    const { clock, stream } = one((call) => (call === 0 ? apiError(429, { [name]: value }) : answer(5)));
    expect(textOf(await clock.until(stream()))).toBe("hello");
    expect(clock.now()).toBe(2_005);
  });

  test("an error that no attempt mends is final, and the caller gets the provider's own", async () => {
    for (const error of [apiError(400), apiError(401), apiError(422)]) {
      const { clock, stream, calls } = one(() => error);
      await expect(clock.until(stream())).rejects.toBe(error);
      expect(calls).toHaveLength(1);
    }
  });

  test("with another arm a bad key or an unknown model is no end", async () => {
    const clock = virtualClock();
    const bad = scripted(clock, () => apiError(401));
    const good = scripted(clock, () => answer(5));
    const learned = model({ arms: { bad: bad.model, good: good.model }, clock, seed: 1 });
    for (let call = 0; call < 6; call++) {
      const { stream } = await clock.until(Promise.resolve(learned.doStream(prompt)));
      expect(textOf(await clock.until(readAll(stream)))).toBe("hello");
    }
    expect(bad.calls.length).toBeGreaterThan(0);
  });

  test("the caller's abort ends the attempt under way with the caller's reason, and a deadline ends the call", async () => {
    const { clock, stream, calls } = one(() => hang);
    const controller = new AbortController();
    clock.setTimer(() => controller.abort(new Error("enough")), 50);
    await expect(clock.until(stream({ ...prompt, abortSignal: controller.signal }))).rejects.toThrow(
      "enough",
    );
    expect(calls[0].options.abortSignal?.aborted).toBe(true);
    const limited = { ...prompt, providerOptions: { mulligan: { deadline: 300 } } };
    const failed = await clock.until(stream(limited)).catch((error) => error);
    expect(failed).toBeInstanceOf(AttemptsFailedError);
    expect([failed.reason, clock.now()]).toEqual(["deadline", 350]);
  });

  test("a hedge overtakes a stalled attempt, whose stream is cancelled and whose prompt is counted as an estimate", async () => {
    const { clock, learned, calls, stream } = one((call) => (call === 20 ? hang : answer(100)), {
      hedge: { maxExtraLoad: 0.2 },
      prices: { only: { input: 1_000, output: 0 } },
    });
    for (let call = 0; call < 20; call++) await clock.until(stream());
    const last = (await clock.until(stream())).at(-1);
    expect(calls[20].options.abortSignal?.aborted).toBe(true);
    // The provider counts 10 tokens for these 400 characters, which the estimate has learned.
    const { attempts } = (last as never as { providerMetadata: { mulligan: { attempts: unknown[] } } })
      .providerMetadata.mulligan;
    expect(attempts).toMatchObject([
      { ended: "cancelled", estimated: true, outputTokens: 0 },
      { ended: "succeeded", estimated: false, inputTokens: 10 },
    ]);
    const { estimated, reported } = learned.stats().usage.only;
    expect(estimated.inputTokens).toBeGreaterThan(9);
    expect(estimated.inputTokens).toBeLessThan(20);
    expect(reported).toEqual({ inputTokens: 210, outputTokens: 420, cost: 0.21 });
  });
});

test("of 150 random providers, what is handed on is what one attempt received, part for part", async () => {
  const parts: Step[] = [text(""), text("word"), thought("hm"), ...start, { type: "error", error: "busy" }];
  const step = fc.oneof(fc.constantFrom<Step>(...parts, new Error("reset")), fc.constantFrom(5, 4_000));
  /** What a provider sends in one call; it ends well, breaks, or closes without an end. */
  const script = fc
    .tuple(fc.array(step, { maxLength: 12 }), fc.boolean())
    .map(([steps, ends]) => [...steps, ...(ends ? [finish()] : [])]);
  const sentBy = (steps: readonly Step[]) => {
    const broken = steps.findIndex((each) => each instanceof Error);
    return (broken < 0 ? steps : steps.slice(0, broken)).filter((each) => typeof each !== "number");
  };
  let given = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 4 }), async (scripts) => {
      const options = { maxCutoffMs: 1_000, maxAttempts: 4 };
      const { clock, learned } = one((call) => scripts[Math.min(call, scripts.length - 1)], options);
      const handed: unknown[] = [];
      const read = async () => {
        const { stream } = await learned.doStream(prompt);
        for await (const part of stream) {
          const { providerMetadata: _, ...bare } = part as { providerMetadata?: unknown };
          handed.push(bare);
        }
      };
      const failed = await clock.until(read().catch((error) => error));
      if (handed.length === 0) expect(failed).toBeInstanceOf(AttemptsFailedError);
      else expect(scripts.map(sentBy)).toContainEqual(handed);
      given += Math.sign(handed.length);
    }),
    { numRuns: 150, seed: 11 },
  );
  expect(given).toBeGreaterThan(40);
});

describe("several models", () => {
  /** A cheap slow model and a dear fast one: 200 calls; returns the share of the cheap one. */
  async function shareOfCheap(msPerCost: number) {
    const clock = virtualClock();
    const cheap = scripted(clock, () => answer(1_200));
    const dear = scripted(clock, () => answer(600));
    const learned = model({
      arms: { cheap: cheap.model, dear: dear.model },
      prices: { cheap: { input: 1, output: 1 }, dear: { input: 1_000, output: 1_000 } },
      msPerCost,
      clock,
      seed: 1,
    });
    for (let call = 0; call < 200; call++) {
      const { stream } = await clock.until(Promise.resolve(learned.doStream(prompt)));
      await clock.until(readAll(stream));
    }
    return cheap.calls.length / (cheap.calls.length + dear.calls.length);
  }

  test("the price decides as far as msPerCost says: 30 tokens at 0.001 each", async () => {
    expect(await shareOfCheap(0)).toBeLessThan(0.1);
    expect(await shareOfCheap(100_000)).toBeGreaterThan(0.9); // 0.03 of the currency are worth 3 s
  });

  test("what a cancelled attempt is billed counts as cost: where prompts are dear, fewer are sent twice", async () => {
    const requests = async (input: number) => {
      const { clock, calls, stream } = one((call) => (call % 10 === 9 ? answer(1_000) : answer(100)), {
        prices: { only: { input, output: 0 } },
        msPerCost: 1,
      });
      for (let call = 0; call < 300; call++) await clock.until(stream());
      return calls.length / 300;
    };
    expect(await requests(0)).toBeGreaterThan(1.05);
    expect(await requests(1e9)).toBeLessThan(1.02); // a prompt costs more than it could save
  });

  test("the cost of a call has what its cancelled attempt is billed for: the prompt, and the thinking so far", async () => {
    const script = (call: number): Step[] => (call === 0 ? [thought("t".repeat(40)), Infinity] : answer(5));
    for (const keepFirst of [true, false]) {
      const { clock, learned, stream } = one(script, {
        maxCutoffMs: 1_000,
        keepFirst,
        prices: { only: { input: 1_000, output: 10_000 } },
      });
      await clock.until(stream());
      // 100 tokens asked twice, and 10 thought; at its first content the second has written 5 characters.
      expect(learned.stats().arms.only.cost).toBeCloseTo(0.1 + 0.1 + 0.1 + 0.0125, 9);
    }
  });

  test("each effort, and each operation, has its own times", async () => {
    const { clock, learned } = one(() => answer(5));
    const asks = [
      prompt,
      { ...prompt, providerOptions: { openai: { reasoningEffort: "high" } } },
      { ...prompt, providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 512 } } } },
      { ...prompt, reasoning: "low" }, // as version 7 says it
    ];
    for (const params of asks) {
      const { stream } = await clock.until(Promise.resolve(learned.doStream(params)));
      await clock.until(readAll(stream));
    }
    await clock.until(Promise.resolve(learned.doGenerate(prompt)));
    expect(Object.keys(learned.snapshot().learned!.keys)).toEqual([
      "stream",
      "stream high",
      "stream 512",
      "stream low",
      "generate",
    ]);
  });

  test("a URL is left to the model if every arm can fetch it", async () => {
    const urls = { "image/*": [/^https:/, /^http:/], "audio/*": [/^https:/] };
    const clock = virtualClock();
    const { model: first } = scripted(clock, () => hang);
    const { model: second } = scripted(clock, () => hang);
    Object.defineProperty(first, "supportedUrls", { value: urls });
    Object.defineProperty(second, "supportedUrls", { value: Promise.resolve({ "image/*": [/^https:/] }) });
    const both = model({ arms: { first, second } });
    expect(await both.supportedUrls).toEqual({ "image/*": [/^https:/] });
    expect(model({ arms: { first } }).supportedUrls).toBe(urls);
  });

  test("what cannot be meant is refused", () => {
    const clock = virtualClock();
    const { model: third } = scripted(clock, () => hang);
    const second = new MockLanguageModelV2();
    expect(() => model({ arms: { a: third, b: second as never } })).toThrow(
      "all arms must have one specificationVersion, got v3 and v2",
    );
    expect(() => model({ arms: { a: "openai/gpt-5" as never } })).toThrow('arm "a" must be a model');
    expect(() => model({ arms: { a: third }, prices: { b: { input: 1, output: 1 } } as never })).toThrow(
      'prices must name arms (a), got "b"',
    );
    expect(() => model({ arms: { a: third }, prices: { a: { input: -1, output: 1 } } })).toThrow(
      "at least 0",
    );
    expect(() => model({ arms: {} })).toThrow("arms must be an object");
    expect(() => model({ arms: { a: third }, thinking: true } as never)).toThrow('unknown option "thinking"');
  });
});

describe("in the AI SDK", () => {
  test("streamText and generateText of version 6 take it as a model", async () => {
    const { clock, learned } = one((call) => (call === 0 ? hang : answer(5)), { maxCutoffMs: 500 });
    const streamed = streamText({ model: learned, prompt: "hi" });
    expect(await clock.until(Promise.resolve(streamed.text))).toBe("hello");
    const { mulligan } = (await streamed.providerMetadata) as never as {
      mulligan: { attempts: { ended: string }[] };
    };
    expect(mulligan.attempts.map(({ ended }) => ended)).toEqual(["cancelled", "succeeded"]);
    const whole = await clock.until(generateText({ model: learned, prompt: "hi" }));
    expect(whole.text).toBe("hello");
    expect(whole.providerMetadata?.mulligan).toMatchObject({ arm: "only", total: { outputTokens: 20 } });
  });

  test("wrapLanguageModel takes it as middleware: without arms for the wrapped model, with arms in its place", async () => {
    const clock = virtualClock();
    const { model: plain, calls } = scripted(clock, (call) => (call === 0 ? hang : answer(5)), "plain");
    const middleware = model({ clock, maxCutoffMs: 500 });
    const wrapped = wrapLanguageModel({ model: plain, middleware });
    expect((await clock.until(generateText({ model: wrapped, prompt: "hi" }))).text).toBe("hello");
    expect([calls.length, clock.now()]).toEqual([2, 505]);
    expect(Object.keys(middleware.snapshot().learned!.keys)).toEqual(["generate plain"]);
    const other = scripted(clock, () => answer(5, "other"));
    const replaced = wrapLanguageModel({
      model: plain,
      middleware: model({ arms: { other: other.model }, clock }),
    });
    const { textStream } = streamText({ model: replaced, prompt: "hi" });
    let said = "";
    const read = async () => {
      for await (const part of textStream) said += part;
    };
    await clock.until(read());
    expect([said, calls.length]).toEqual(["other", 2]);
  });

  test("a model of version 5 is passed on as it is", async () => {
    const usage = { inputTokens: 3, outputTokens: 4, totalTokens: 7 };
    const second = new MockLanguageModelV2({
      doStream: async () => ({
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: "text-start", id: "1" });
            controller.enqueue({ type: "text-delta", id: "1", delta: "hello" });
            controller.enqueue({ type: "text-end", id: "1" });
            controller.enqueue({ type: "finish", finishReason: "stop", usage });
            controller.close();
          },
        }),
      }),
    });
    const learned = model({ arms: { second } });
    wrapLanguageModelOf5({ model: second, middleware: model() }); // has the right type
    const streamed = streamTextOf5({ model: learned, prompt: "hi" });
    expect(await streamed.text).toBe("hello");
    expect(learned.stats().usage.second.reported).toEqual({ inputTokens: 3, outputTokens: 4 });
  });
});
