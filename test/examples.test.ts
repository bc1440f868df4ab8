import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AttemptContext, makePolicy, mulligan, restorePolicy } from "@mulligan/core";
import { type Law, mixture, uniform } from "@mulligan/core/distributions";
import type { Row } from "@mulligan/core/simulate";
import { afterEach, describe, expect, test } from "vitest";

/** The examples are plain JavaScript, as a reader would paste them. */
// biome-ignore lint/suspicious/noExplicitAny: no types are declared for them
const load = (name: string): Promise<any> => import(new URL(`../examples/${name}.mjs`, import.meta.url).href);

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

async function serve(handler: Handler): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => handler(request, response, ++count));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers at once, but every fifth request not at all. */
const flaky: Handler = (_, response, count) => {
  if (count % 5 !== 0) response.end("hello");
};

describe("examples", () => {
  test("fetch: the body comes from a mirror that answers, and Retry-After is kept", async () => {
    const { mirrored, read } = await load("fetch");
    let refused = 0;
    const east = await serve((_, response, count) => {
      if (count > 1) return response.end("east");
      refused = performance.now();
      return response.writeHead(503, { "retry-after": "0.05" }).end();
    });
    const mirrors = mirrored(east, east);
    expect(await read(mirrors, "/")).toBe("east");
    expect(performance.now() - refused).toBeGreaterThan(45);
    const slow = mirrored(
      await serve(flaky),
      await serve((_, response) => void setTimeout(() => response.end("slow"), 60)),
    );
    for (let i = 0; i < 30; i++) expect(await read(slow, "/", { deadline: 3_000 })).toMatch(/hello|slow/);
    const { east: fast, west } = slow.stats().arms;
    expect(fast.attempts).toBeGreaterThan(west.attempts);
  });

  test("fetch: Retry-After is seconds or a date, and what is neither is no pause", async () => {
    const { retryAfterMs } = await load("fetch");
    expect(["2", "", null, "soon", "-5", "999999"].map(retryAfterMs)).toEqual([2_000, 0, 0, 0, 0, 60_000]);
    const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString();
    expect(retryAfterMs(inHalfAMinute)).toBeGreaterThan(25_000);
    expect(retryAfterMs(inHalfAMinute)).toBeLessThanOrEqual(30_000);
  });

  test("fetch: a body that nobody will read is cancelled, also one whose request was aborted meanwhile", async () => {
    const { cancelBody, mirrored } = await load("fetch");
    let cancelled = 0;
    const body = () => new ReadableStream({ cancel: () => void cancelled++ });
    cancelBody(new Response(body()));
    cancelBody(new Response(null));
    expect(cancelled).toBe(1);
    const aborted = new ReadableStream({ start: (controller) => controller.error(new Error("aborted")) });
    cancelBody(new Response(aborted)); // a rejection that nobody hears would fail this test
    const refusing = mirrored("http://none", "http://none", {
      arms: { only: async () => new Response(body(), { status: 500 }) },
      maxAttempts: 2,
    });
    await expect(refusing.execute({ input: "/" })).rejects.toMatchObject({ reason: "attempts" });
    let late = (_: Response) => {};
    const left = mirrored("http://none", "http://none", {
      arms: { only: () => new Promise((resolve) => (late = resolve)) },
    });
    await expect(left.execute({ input: "/", deadline: 5 })).rejects.toMatchObject({ reason: "deadline" });
    late(new Response(body()));
    await expect.poll(() => cancelled).toBe(1 + 2 + 1);
  });

  test("undici: a client's mistake is final, a server's is tried again", async () => {
    const { reader } = await load("undici");
    const origin = await serve((request, response, count) => {
      response.writeHead(request.url === "/missing" ? 404 : count < 3 ? 500 : 200).end("text");
    });
    const calls = reader(origin);
    expect(await calls.execute({ input: "/" })).toBe("text");
    expect(calls.stats().arms.get).toMatchObject({ attempts: 3, failures: 2 });
    await expect(calls.execute({ input: "/missing" })).rejects.toMatchObject({
      reason: "final",
      cause: { statusCode: 404 },
    });
  });

  test("openai: a model that errs is left for one that answers", async () => {
    const { chat } = await load("openai");
    const baseURL = await serve((request, response) => {
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        const { model, messages } = JSON.parse(body);
        if (model === "broken") return response.writeHead(500).end();
        const message = { role: "assistant", content: `${model}: ${messages[0].content}` };
        response.setHeader("content-type", "application/json");
        return response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
      });
    });
    const ask = chat({ baseURL, apiKey: "none", models: ["broken", "working"] });
    for (let i = 0; i < 5; i++) expect(await ask("ping", { deadline: 5_000 })).toBe("working: ping");
  });

  test("cockatiel: inside wrap, a hanging call is tried again, and the breaker sees what fails for good", async () => {
    const { guarded } = await load("cockatiel");
    // only a first attempt hangs, so that a stalled machine, which may cost one more, does not exhaust all three
    const url = await serve((request, response) => {
      if (request.url !== "/hang") response.end("hello");
    });
    const policy = guarded({ maxCutoffMs: 2_000, maxAttempts: 3 });
    let asked = 0;
    const get = async ({ signal, attempt }: { signal: AbortSignal; attempt: number }) => {
      const hangs = attempt === 1 && ++asked % 5 === 0;
      return (await fetch(new URL(hangs ? "/hang" : "/", url), { signal })).text();
    };
    for (let i = 0; i < 12; i++) expect(await policy.execute(get)).toBe("hello");
    const broken = () => Promise.reject(new Error("down"));
    for (let i = 0; i < 3; i++) await expect(policy.execute(broken)).rejects.toThrow("none of 3 attempts");
    await expect(policy.execute(get)).rejects.toThrow("circuit");
  });

  test("p-retry: what three attempts do not mend, its pauses do; an abort ends both", async () => {
    const { patient } = await load("p-retry");
    const url = await serve((_, response, count) =>
      response.writeHead(count <= 4 ? 503 : 200).end("up again"),
    );
    const call = async (path: string, signal: AbortSignal) => {
      const response = await fetch(new URL(path, url), { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.text();
    };
    expect(await patient(call, { pauseMs: 10 })("/")).toBe("up again");
    const hanging = patient(() => new Promise(() => {}));
    await expect(hanging("/", { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});

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

describe("a researcher's own", () => {
  const efficiencies = (rows: readonly Row[]) =>
    Object.fromEntries(
      rows.map(({ policy, horizon, efficiency }) => [`${policy} ${horizon}`, efficiency.mean]),
    );

  test("law: a histogram is a mixture of uniform laws, and its best cutoff is that of a sum by hand", async () => {
    const { requests, compare } = await load("own-law");
    const law: Law = requests;
    const same = mixture([
      { weight: 0.6, law: uniform(10, 20) },
      { weight: 0.25, law: uniform(20, 40) },
      { weight: 0.05, law: uniform(40, 500) },
      { weight: 0.1, law: uniform(500, 3_000) },
    ]);
    for (const time of [5, 10, 15, 20, 33, 40, 100, 1_000, 3_000, 5_000]) {
      expect(law.cdf(time)).toBeCloseTo(same.cdf(time), 12);
      expect(law.meanMin(time)).toBeCloseTo(same.meanMin(time), 9);
      for (const power of [-1, 0, 0.5, 2]) {
        expect(law.partialMoment(power, time) / (same.partialMoment(power, time) || 1)).toBeCloseTo(
          time > 10 ? 1 : 0,
          9,
        );
      }
    }
    for (const p of [0, 0.3, 0.6, 0.84, 0.9, 0.99, 1])
      expect(law.quantile(p)).toBeCloseTo(same.quantile(p), 9);
    const { best, rows } = compare({ runs: 3 });
    // P(X ≤ 40) = 0.85, E[min(X, 40)] = 0.6·15 + 0.25·30 + 0.15·40
    expect(best.cutoff).toBeCloseTo(40, 6);
    expect(best.rate).toBeCloseTo(0.85 / 22.5, 12);
    const found = efficiencies(rows);
    expect(found["km-ts 100000"]).toBeGreaterThan(found["quantile 100000"]);
    expect(found["quantile 100000"]).toBeGreaterThan(found["never 100000"]);
  });

  test("policy: it plays beside ours, and goes on from its snapshot", async () => {
    const { greedy, compare } = await load("own-policy");
    const found = efficiencies(compare({ runs: 3 }));
    expect(Object.keys(found)).toEqual(
      ["greedy", "greedy, 2%", "ucb-rb", "km-ts"].flatMap((name) => [`${name} 1000`, `${name} 10000`]),
    );
    expect(found["km-ts 10000"]).toBeGreaterThan(found["greedy 10000"]);
    expect(found["greedy 10000"]).toBeGreaterThan(0.5);
    const policy = makePolicy(greedy, { arms: ["a", "b"], cutoffs: [1, 2, 4], seed: 1 });
    const play = (learner: typeof policy) => {
      const decision = learner.decide();
      learner.observe(decision, { kind: "censored", time: decision.cutoff });
      return decision;
    };
    for (let i = 0; i < 20; i++) play(policy);
    const again = restorePolicy(JSON.parse(JSON.stringify(policy.snapshot())), { definition: greedy });
    for (let i = 0; i < 50; i++) expect(play(again)).toEqual(play(policy));
    expect(() => makePolicy(greedy, { arms: ["a"], options: { explore: 2 } })).toThrow(
      "greedy: explore must be at most 1, got 2",
    );
  });
});
