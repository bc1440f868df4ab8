import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import * as undici from "undici";
import { expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { learnedFetch } from "../../src/index.ts";
import { dispatcher } from "../../src/undici.ts";
import { received, serve } from "../serve.ts";

const SERVERS = isThorough ? 2_000 : 50;

const ms = fc.integer({ min: 0, max: 30 });
const anyAnswer = fc.record({
  does: fc.constantFrom(
    "answers",
    "answers",
    "answers",
    "redirects",
    "hangs",
    "destroys",
    "stalls",
    "breaks",
  ),
  headersMs: ms,
  status: fc.constantFrom(200, 200, 201, 204, 404, 418, 429, 500, 502, 503, 599),
  chunks: fc.array(fc.record({ gapMs: ms, bytes: fc.integer({ min: 1, max: 40_000 }) }), { maxLength: 3 }),
});
type Answer = typeof anyAnswer extends fc.Arbitrary<infer Value> ? Value : never;
const anyCase = fc.record({
  method: fc.constantFrom("GET", "PUT", "DELETE", "POST"),
  answers: fc.array(anyAnswer, { minLength: 1, maxLength: 4 }),
});

const fill = (attempt: number, bytes: number) => Buffer.alloc(bytes, `${attempt}`);

async function reply(response: ServerResponse, attempt: number, answer: Answer): Promise<void> {
  const { does, headersMs, status, chunks } = answer;
  await sleep(headersMs);
  if (does === "hangs") return;
  if (does === "destroys") return void response.destroy();
  response.writeHead(status, { "x-attempt": attempt });
  response.flushHeaders();
  for (const { gapMs, bytes } of chunks) {
    await sleep(gapMs);
    response.write(fill(attempt, bytes));
  }
  if (does === "breaks") response.destroy();
  else if (does !== "stalls") response.end();
}

/** Whether plain fetch would have a response with a first byte, if need be an empty body. */
function succeeds({ does, chunks, status }: Answer): boolean {
  if (does === "hangs" || does === "destroys") return false;
  // An answer that is tried again counts by its headers.
  if (status === 204 || [429, 502, 503].includes(status)) return true;
  return chunks.length > 0 || does !== "stalls";
}

/** The bounds are generous: every answer takes less than a fifth of a second, or for ever. */
const options = { deadline: 5_000, firstCutoffMs: 300 };
const clients = {
  learnedFetch: () => learnedFetch(options),
  "a dispatcher": () => {
    const learning = dispatcher({ ...options, dispatcher: new undici.Agent() });
    return (url: string, init: object) =>
      undici.fetch(url, { ...init, dispatcher: learning }) as unknown as Promise<Response>;
  },
};

test.concurrent.each(Object.entries(clients))(
  `over ${SERVERS} random servers of node:http, a call of %s gets what one attempt received, whole, and never fails where fetch does not`,
  async (_, client) => {
    const cases: (typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never)[] = fc.sample(anyCase, {
      numRuns: SERVERS,
      seed: 32,
    });
    const requests: string[][] = cases.map(() => []);
    const origin = await serve(async (request, response) => {
      // A broken connection must not be that of another request as well.
      response.shouldKeepAlive = false;
      const [, number, target] = request.url!.split("/");
      const redirected = target !== undefined;
      const { answers } = cases[Number(number)];
      const seen = requests[Number(number)];
      const body = await received(request);
      if (!redirected) seen.push(`${request.method} ${body}`);
      const attempt = redirected ? Number(target) : seen.length;
      const answer = answers[Math.min(attempt, answers.length) - 1];
      if (answer.does === "redirects" && !redirected) {
        return response.writeHead(307, { location: `/${number}/${attempt}` }).end();
      }
      return reply(response, attempt, answer);
    });
    const get = client();
    const play = async (number: number) => {
      const { method, answers } = cases[number];
      const init = method === "GET" ? {} : { method, body: `body ${number}` };
      const call = get(`${origin}/${number}`, { ...init, signal: AbortSignal.timeout(60_000) });
      const result = await call.then(
        (response) => ({ response }),
        (error: Error) => ({ error }),
      );
      const sent = method === "GET" ? "GET " : `${method} body ${number}`;
      expect(new Set(requests[number])).toEqual(new Set([sent]));
      expect(requests[number].length).toBeLessThanOrEqual(method === "POST" ? 1 : 4);
      if ("error" in result) {
        expect(
          succeeds(answers[0]),
          `${method} ${JSON.stringify(answers)} ${result.error} ${result.error.cause}`,
        ).toBe(false);
        expect(result.error.name).toMatch(/TypeError|TimeoutError/);
        return;
      }
      const { response } = result;
      const attempt = Number(response.headers.get("x-attempt"));
      const from = answers[Math.min(attempt, answers.length) - 1];
      expect(response.status).toBe(from.status);
      expect(response.redirected).toBe(from.does === "redirects");
      expect(response.url).toBe(`${origin}/${number}${from.does === "redirects" ? `/${attempt}` : ""}`);
      if (from.does === "stalls") return response.body?.cancel();
      const whole =
        from.status === 204
          ? Buffer.alloc(0)
          : Buffer.concat(from.chunks.map(({ bytes }) => fill(attempt, bytes)));
      const body = await response.arrayBuffer().catch((error: Error) => error);
      if (body instanceof Error) {
        expect([body.name, from.does]).toEqual(["TypeError", "breaks"]);
      } else {
        // Node takes the end of a connection that was to be closed for the end of the body.
        const length = from.does === "breaks" ? body.byteLength : whole.length;
        expect(whole.subarray(0, length).equals(Buffer.from(body))).toBe(true);
      }
    };
    const numbers = cases.keys();
    const worker = async () => {
      for (const number of numbers) await play(number);
    };
    await Promise.all(Array.from({ length: 40 }, worker));
  },
  1_800_000,
);
