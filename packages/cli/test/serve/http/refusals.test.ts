import { expect, test } from "vitest";
import { rawRequest } from "../raw-request.ts";
import { newProblem, served } from "../served.ts";

test("every refusal is problem+json with a sentence that says what must be", async () => {
  const { ask, defects } = await served();
  await ask("POST", "/v1/problems", newProblem("a"));
  const json = { "content-type": "application/json" };
  const answers = await Promise.all([
    ask("GET", "/nowhere"),
    ask("GET", "/v1/problems/nobody"),
    ask("PUT", "/v1/problems"),
    ask("PATCH", "/v1/problems/a"),
    ask("OPTIONS", "/v1/problems/a/decisions"),
    ask("POST", "/v1/problems", "{"),
    ask("POST", "/v1/problems", {}),
    ask("POST", "/v1/problems", newProblem("a", { seed: 3 })),
    ask("POST", "/v1/problems", newProblem("b", { policy: "none" })),
    ask("POST", "/v1/problems", newProblem("b", { more: 1 })),
    // No client could ask for it.
    ask("POST", "/v1/problems", newProblem("..")),
    ask("POST", "/v1/problems", newProblem("b"), { "content-type": "text/plain" }),
    ask("POST", "/v1/problems", newProblem("b"), { ...json, "content-encoding": "gzip" }),
    ask("POST", "/v1/problems/a/decisions", { attempt: 0 }),
    ask("POST", "/v1/problems/a/decisions", { count: 1_001 }),
    ask("POST", "/v1/problems/a/observations"),
    ask("POST", "/v1/problems/a/observations", { observations: [{ id: "x", kind: "completed", time: -1 }] }),
    ask("POST", "/v1/problems/a/observations", {
      observations: [{ id: "x", kind: "completed", time: 1, reward: 2 }],
    }),
    ask("POST", "/v1/problems", JSON.stringify(newProblem("x".repeat(2 ** 20)))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    404, 404, 405, 405, 405, 400, 400, 409, 400, 400, 400, 415, 415, 400, 400, 415, 400, 400, 413,
  ]);
  for (const { type, status, body } of answers) {
    expect(type).toBe("application/problem+json");
    expect(body).toMatchObject({ type: "about:blank", status, title: expect.any(String) });
    expect(body.detail).toMatch(/must|may|expected/);
    expect(body.detail.length).toBeLessThan(300);
  }
  expect(answers[2].headers.get("allow")).toBe("POST, GET, HEAD");
  expect(defects).toEqual([]);
});

test.each(["../../x", "%2e%2e%2f", "a/b", "🎲", "__proto__"])(
  "a problem may be called %j, and that does nothing but name it",
  async (name) => {
    const { ask } = await served();
    expect((await ask("POST", "/v1/problems", newProblem(name))).body.name).toBe(name);
    const place = `/v1/problems/${encodeURIComponent(name).replaceAll(".", "%2e")}`;
    expect((await ask("GET", place)).body.name).toBe(name);
    expect((await ask("POST", `${place}/decisions`)).status).toBe(200);
    expect((await ask("DELETE", place)).status).toBe(204);
  },
);

test.each([
  ["a name of a million characters", "x".repeat(1e6)],
  ["no name", ""],
  ["a control character", "a\u0000b"],
])("%s is refused in a body and in a path", async (_, name) => {
  const { ask } = await served();
  expect((await ask("POST", "/v1/problems", newProblem(name))).status).toBe(400);
  expect([404, 431]).toContain((await ask("GET", `/v1/problems/${encodeURIComponent(name)}/events`)).status);
});

test("a body that is too large is refused before it was sent, and after, and the next request is served", async () => {
  const { ask, url } = await served();
  const body = JSON.stringify({ observations: Array(40_000).fill({ id: "x", kind: "completed", time: 1 }) });
  expect((await ask("POST", "/v1/problems", body)).status).toBe(413);
  const parts = new Blob([body]).stream();
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: parts,
    duplex: "half",
  };
  expect((await fetch(`${url}/v1/problems`, request as RequestInit)).status).toBe(413);
  expect((await ask("GET", "/healthz")).status).toBe(200);
});

test("what is no HTTP, and headers that are too large, are answered in our words", async () => {
  const { port } = await served();
  expect(await rawRequest(port, "hello\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*application\/problem\+json/,
  );
  expect(await rawRequest(port, "GET /v1/problems HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
  const large = `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(20_000)}\r\n\r\n`;
  expect(await rawRequest(port, large)).toMatch(/^HTTP\/1\.1 431 [\s\S]*application\/problem\+json/);
});
