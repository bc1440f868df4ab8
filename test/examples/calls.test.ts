import { describe, expect, test } from "vitest";
import { load } from "./load.ts";
import { type Handler, serving } from "./serve.ts";

const start = serving();
const serve = async (handler: Handler) => `http://${await start(handler)}`;

describe("examples", () => {
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
