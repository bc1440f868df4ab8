// Plays calls of a model in virtual time: what each request meets, what it costs, and what becomes of it.
import { comeAll, poisson } from "../../packages/core/test/situations/arrivals.mjs";
import { virtualClock } from "../../packages/core/test/situations/virtual-clock.mjs";
import { drawOf } from "./first-content-laws.mjs";

/** Dollars for a million tokens of the prompt, and of the answer with its thinking. */
const PRICE = { input: 3, output: 15 };
/** Tokens of the prompt, of the answer, and thought in a second. */
const PROMPT = 1_000;
const ANSWER = 300;
const THOUGHT_PER_SECOND = 50;
/** Four characters are a token. */
const PROMPT_TEXT = "x".repeat(4 * PROMPT);
const PER_SECOND = 1;

/** What a request costs in cents until its first content, or until it was cancelled. */
const centsOf = (thinks, ms) =>
  (PRICE.input * PROMPT + (thinks ? (PRICE.output * THOUGHT_PER_SECOND * ms) / 1_000 : 0)) / 10_000;
/** The rest of an answer. */
const ANSWER_CENTS = (PRICE.output * ANSWER) / 10_000;

/** Plays `calls` calls of a law by a strategy; gives the calls and all their requests. */
export async function playCalls(law, strategy, { seed, calls }) {
  const clock = virtualClock();
  const records = [];
  const requests = [];
  /** One request; it fulfils at its first content. */
  const ask = async ({ input, signal }) => {
    const record = records[input];
    record.requests += 1;
    const start = clock.now();
    const { ms, stalls } = drawOf(law, seed, input, record.requests);
    const request = { input, stalls, end: "", cents: 0 };
    requests.push(request);
    try {
      await clock.sleep(ms, signal);
      request.end = "content";
      record.answered = true;
    } catch (error) {
      // A slower one of two is cancelled after the content of the other, and not cut.
      request.end = record.answered ? "slower" : "cut";
      throw error;
    } finally {
      request.cents = centsOf(law.thinks, clock.now() - start);
    }
  };
  const call = strategy.start({ ask, clock, seed });
  const one = async (input) => {
    const record = { start: clock.now(), ms: 0, ok: false, answered: false, requests: 0 };
    records[input] = record;
    record.ok = await call(input).then(
      () => true,
      () => false,
    );
    record.ms = clock.now() - record.start;
  };
  await clock.until(comeAll({ at: poisson(seed, PER_SECOND, calls) }, clock, one));
  return { records, requests };
}

/** The figures of several plays together. Calls that failed count with the time that they took. */
export function figures(plays) {
  const records = plays.flatMap((play) => play.records);
  const requests = plays.flatMap((play) => play.requests);
  const calls = records.length;
  const times = Float64Array.from(records, ({ ms }) => ms / 1_000).sort();
  const quantile = (share) => times[Math.min(calls - 1, Math.ceil(share * calls) - 1)];
  const count = (wanted) => requests.filter(wanted).length;
  const answered = records.filter(({ ok }) => ok).length;
  const cents = requests.reduce((sum, request) => sum + request.cents, 0) + answered * ANSWER_CENTS;
  return {
    // Stalls that were waited for to their end, as a share of the calls.
    waitedOut: count(({ stalls, end }) => stalls && end === "content") / calls,
    // Healthy requests that were cut, as a share of the healthy ones.
    healthyCut:
      count(({ stalls, end }) => !stalls && end === "cut") /
      Math.max(
        1,
        count(({ stalls }) => !stalls),
      ),
    requests: requests.length / calls,
    cents: cents / calls,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    failed: (calls - answered) / calls,
  };
}

/** The rules without a learner call `ask` as the arm of a situation of bench/runtime. */
export const asRule = (rule) => ({
  name: rule.name,
  start({ ask, clock, seed }) {
    return rule.start({ arms: { only: ask }, options: {}, clock, seed }).call;
  },
});

/** `model()` around a language model that asks so. */
export const learnedModel = (model, name, options) => ({
  name,
  start({ ask, clock, seed }) {
    const only = {
      specificationVersion: "v3",
      provider: "bench",
      modelId: "only",
      supportedUrls: {},
      async doStream({ abortSignal, providerOptions }) {
        const content = ask({ input: providerOptions.bench.input, signal: abortSignal });
        content.catch(() => {});
        return { stream: streamAfter(content) };
      },
    };
    const prices = { only: PRICE };
    const learned = model({
      arms: { only: { ...only, doGenerate: only.doStream } },
      prices,
      clock,
      seed,
      ...options,
    });
    return async (input) => {
      const prompt = [{ role: "user", content: [{ type: "text", text: PROMPT_TEXT }] }];
      const { stream } = await learned.doStream({ prompt, providerOptions: { bench: { input } } });
      // Read in the background, as a caller would; the figures are those of the first content.
      (async () => {
        for await (const _ of stream);
      })();
    };
  },
});

const usage = {
  inputTokens: { total: PROMPT },
  outputTokens: { total: ANSWER },
};

function streamAfter(content) {
  const parts = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "1" },
  ];
  const later = [
    { type: "text-delta", id: "1", delta: "hello" },
    { type: "finish", finishReason: { unified: "stop" }, usage },
  ];
  return new ReadableStream(
    {
      async pull(controller) {
        const part = parts.shift();
        if (part !== undefined) return controller.enqueue(part);
        await content;
        controller.enqueue(later.shift());
        if (later.length === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
