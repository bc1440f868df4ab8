import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guard, readToken } from "../../../src/serve/http/guard.ts";
import { newFolder } from "../../new-folder.ts";
import { newProblem, served } from "../served.ts";

const TOKEN = "a token of sixteen".replaceAll(" ", "-");

/** The status of a request with these headers; fetch would not let us say who we are. */
function statusOf(port: number, headers: Record<string, string>, path = "/v1/problems"): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on("error", reject)
      .end();
  });
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
])("a request for the host %j is answered %i", async (host, status) => {
  const { port } = await served({ names: ["proxy.example"] });
  expect(await statusOf(port, { host })).toBe(status);
});

test.each([
  ["http://localhost:4600", 200],
  ["https://localhost:4600", 200],
  ["http://localhost", 403],
  ["http://localhost:4601", 403],
  ["https://evil.example", 403],
  ["null", 403],
])("a request from a page of %s is answered %i", async (origin, status) => {
  const { port } = await served();
  expect(await statusOf(port, { host: "localhost:4600", origin })).toBe(status);
});

test("a page of another site can neither embed nor fetch, but may have a link", async () => {
  const { port } = await served();
  expect(await statusOf(port, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).toBe(403);
  expect(await statusOf(port, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(200);
});

test("with a token nothing but /healthz and the page is answered without it, and nothing happens", async () => {
  const { ask, port } = await served({ token: TOKEN });
  const bearer = { authorization: `Bearer ${TOKEN}` };
  for (const authorization of [
    "",
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    "Bearer ",
  ]) {
    const refused = await ask("POST", "/v1/problems", newProblem("a"), { authorization });
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
    expect(await statusOf(port, {}, path), path).toBe(401);
  }
  expect(await statusOf(port, {}, "/healthz")).toBe(200);
  expect([200, 404]).toContain(await statusOf(port, {}, "/")); // 404 where the page is not built
  expect((await ask("POST", "/")).status).toBe(401);
});

describe("who may listen at other addresses than this machine's", () => {
  test("must have a token", async () => {
    await expect(readToken("0.0.0.0", undefined)).rejects.toThrow("unless a token is given");
    await expect(readToken("localhost", undefined)).resolves.toBeUndefined();
    await expect(readToken("127.0.0.2", undefined)).resolves.toBeUndefined();
  });

  test("gives it by a file that holds one of sixteen characters, and its text is in no message", async () => {
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

  test("is asked by any address, and by no name that somebody could let point here", () => {
    const pass = guard({ host: "0.0.0.0", names: [], token: TOKEN });
    const ask = (host: string) => () =>
      pass({
        headers: { host, authorization: `Bearer ${TOKEN}` },
        headersDistinct: { host: [host] },
        url: "/",
      } as never);
    expect(ask("192.168.1.2:4600")).not.toThrow();
    expect(ask("[fe80::1]:4600")).not.toThrow();
    expect(ask("evil.example")).toThrow("The Host must be one of");
  });
});
