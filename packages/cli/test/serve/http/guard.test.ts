import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GuardRules, guard, readToken } from "../../../src/serve/http/guard.ts";
import { newFolder } from "../../new-folder.ts";
import { rawRequest } from "../raw-request.ts";
import { newProblem, served } from "../served.ts";

const TOKEN = "a-token-of-sixteen";

/** The status of a request with these headers, by the guard alone. */
function statusOf(headers: Record<string, string>, rules: Partial<GuardRules> = {}): number {
  const pass = guard({ host: "127.0.0.1", names: [], ...rules });
  try {
    pass({ headers, headersDistinct: { host: [headers.host] }, url: "/v1/problems" } as never);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

test.each([
  ["127.0.0.1:4600", 200],
  ["localhost", 200],
  ["LOCALHOST:1", 200],
  ["[::1]:4600", 200],
  ["proxy.example", 200],
  ["evil.example", 403],
  ["evil.example:4600", 403],
  ["127.0.0.1.evil.example", 403],
  ["localhost.evil.example", 403],
  ["192.168.1.2", 403],
])("a request for the host %j is answered %i", (host, status) => {
  expect(statusOf({ host }, { names: ["proxy.example"] })).toBe(status);
});

test.each([
  ["192.168.1.2:4600", 200],
  ["[fe80::1]:4600", 200],
  ["evil.example", 403],
])(
  "who listens at all addresses is asked by any address, and by no name that could be made to point here: %s",
  (host, status) => {
    const headers = { host, authorization: `Bearer ${TOKEN}` };
    expect(statusOf(headers, { host: "0.0.0.0", token: TOKEN })).toBe(status);
  },
);

test.each([
  [{ origin: "http://localhost:4600" }, 200],
  [{ origin: "https://localhost:4600" }, 200],
  [{ origin: "http://localhost" }, 403],
  [{ origin: "http://localhost:4601" }, 403],
  [{ origin: "https://evil.example" }, 403],
  [{ origin: "null" }, 403],
  // A page of another site can neither embed nor fetch, but may have a link.
  [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, 403],
  [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, 200],
])("a request from a page with %o is answered %i", (headers, status) => {
  expect(statusOf({ host: "localhost:4600", ...headers })).toBe(status);
});

/** The status of a request that fetch would not send as it is. */
async function sent(port: number, path: string, headers = "host: localhost"): Promise<number> {
  const answer = await rawRequest(port, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  return Number(answer.split(" ", 2)[1]);
}

test("with a token nothing but /healthz and the page is answered without it, and nothing happens", async () => {
  const { ask, port } = await served({ token: TOKEN });
  const bearer = { authorization: `Bearer ${TOKEN}` };
  for (const given of [
    "",
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    "Bearer ",
  ]) {
    const refused = await ask("POST", "/v1/problems", newProblem("a"), { authorization: given });
    expect(refused).toMatchObject({ status: 401, type: "application/problem+json" });
    expect(refused.headers.get("www-authenticate")).toContain("Bearer");
  }
  expect((await ask("GET", "/v1/problems", undefined, bearer)).body.problems).toEqual([]);
  for (const path of [
    "/page.jsx",
    "//",
    "/openapi.json",
    "/metrics",
    "/v1/events",
    "/healthz/../v1/problems",
  ]) {
    expect(await sent(port, path), path).toBe(401);
  }
  expect(await sent(port, "/healthz")).toBe(200);
  expect(
    await sent(port, "/v1/problems", `host: evil.example\r\nauthorization: ${bearer.authorization}`),
  ).toBe(403);
  expect([200, 404]).toContain(await sent(port, "/")); // 404 where the page is not built
  expect((await ask("POST", "/")).status).toBe(401);
});

test("who listens at other addresses than this machine's must have a token of sixteen characters, which is in no message", async () => {
  await expect(readToken("0.0.0.0", undefined)).rejects.toThrow("unless a token is given");
  for (const host of ["localhost", "127.0.0.2"]) expect(await readToken(host, undefined)).toBeUndefined();
  const file = join(newFolder(), "token");
  writeFileSync(file, `${TOKEN}\n`);
  expect(await readToken("0.0.0.0", file)).toBe(TOKEN);
  for (const wrong of ["", "short", "two words of it all", "ünderstood-by-none"]) {
    writeFileSync(file, wrong);
    const refused = await readToken("0.0.0.0", file).catch((error: Error) => error);
    expect(refused).toMatchObject({ name: "UsageError" });
    if (wrong !== "") expect((refused as Error).message).not.toContain(wrong);
  }
});
