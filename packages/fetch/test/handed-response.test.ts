import { expect, test } from "vitest";
import { learnedFetch } from "../src/index.ts";

/** The constructor of fetch. The server of another test in this process may have replaced the global one. */
const Response = (await fetch("data:,")).constructor as typeof globalThis.Response;

/** Reads what the response itself holds, as a runtime does to which a handler returns it: own properties do not count. */
const inside = (response: Response, name: "status" | "statusText" | "ok" | "headers") =>
  Object.getOwnPropertyDescriptor(Response.prototype, name)!.get!.call(response);

/** A response as fetch makes it: no constructor takes these three. */
function fetched(init: ResponseInit, own: object = {}): Response {
  const response = new Response("a body", init);
  const of = { url: "https://a.test/x", type: "basic", redirected: true, ...own };
  for (const [name, value] of Object.entries(of)) Object.defineProperty(response, name, { value });
  return response;
}

const get = async (original: Response, until: "headers" | "first-byte" | "end" = "first-byte") =>
  learnedFetch({ fetch: async () => original, until, idle: 60_000, maxAttempts: 1 })("https://a.test/x");

test.each([
  [200, ""],
  [201, "Made Here"],
  [206, "Partial Content"],
  [302, "Gr\u00f6\u00dfe"],
  [404, "Not Found"],
  [500, "Internal Server Error"],
  [503, "Busy"],
  [599, ""],
])(
  "status %d %s is in the response itself, and in its clone, so that a handler may return it",
  async (status, statusText) => {
    for (const until of ["headers", "first-byte", "end"] as const) {
      const headers = [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-a", "1"],
      ] as [string, string][];
      const original = fetched({ status, statusText, headers });
      const handed = await get(original, until);
      expect(handed).not.toBe(original);
      for (const response of [handed.clone(), handed]) {
        const { url, type, redirected } = response;
        expect({ url, type, redirected }).toEqual({
          url: "https://a.test/x",
          type: "basic",
          redirected: true,
        });
        expect([response.status, response.statusText, response.ok]).toEqual([
          status,
          statusText,
          status < 300,
        ]);
        expect([inside(response, "status"), inside(response, "statusText")]).toEqual([status, statusText]);
        expect([inside(response, "ok"), inside(response, "headers")]).toEqual([
          status < 300,
          response.headers,
        ]);
        expect([...response.headers].sort()).toEqual([...original.headers].sort());
        expect(await response.text()).toBe("a body");
      }
    }
  },
);

test.each([
  ["has no body", new Response(null, { status: 204 })],
  ["has no body", new Response(null, { status: 205 })],
  ["has no body", new Response(null, { status: 304 })],
  ["is an error", Response.error()],
  ["is opaque", fetched({}, { status: 0, type: "opaque" })],
  ["has status 101", fetched({}, { status: 101 })],
  ["has status 204 and yet a body", fetched({}, { status: 204 })],
  ["has status 600", fetched({}, { status: 600 })],
  ["has status 999", fetched({}, { status: 999 })],
  ["has a text that is not of bytes", fetched({}, { statusText: "\u2713" })],
  ["has a control character in its text", fetched({}, { statusText: "a\u0001" })],
])("a response that %s is returned as it came, since none like it can be made", async (_, original) => {
  expect(await get(original)).toBe(original);
  expect(await get(original, "end")).toBe(original);
  expect(original.bodyUsed).toBe(false);
});
