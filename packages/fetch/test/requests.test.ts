import { expect, test } from "vitest";
import { isRepeatable, readUrl, routeOf } from "../src/requests.ts";

test.each([
  ["/", "/"],
  ["/users/42", "/users/*"],
  ["/users/42/orders/2024-01-31", "/users/*/orders/*"],
  ["/v1/chat/completions", "/v1/chat/completions"],
  ["/oauth2/token", "/oauth2/token"],
  ["/items/0b5e3a52-8a4e-4f2c-9d0f-0f6c2a1b3c4d", "/items/*"],
  ["/blobs/9f86d081884c7d65", "/blobs/*"],
  ["/files/report.pdf", "/files/report.pdf"],
  ["/files/12345.json", "/files/*"],
  ["/mail/ann%40example.org", "/mail/*"],
  ["/s/dGhpcyBpcyBhIHRva2VuIDEyMzQ1Njc4OTA", "/s/*"],
  [`/long/${"x".repeat(60)}`, "/long/*"],
  ["/a/b/?id=7", "/a/b/"],
])("the route of %s is %s", (path, route) => {
  expect(routeOf({ method: "GET", url: new URL(path, "https://a.test") })).toBe(`GET ${route}`);
});

test("a route has no more than 500 characters and 12 segments, whatever the path", () => {
  const url = new URL(`/${"segment-of-a-path/".repeat(1_000)}`, "https://a.test");
  expect(routeOf({ method: "GET", url }).length).toBeLessThanOrEqual(500);
  expect(routeOf({ method: "GET", url }).split("/").length).toBeLessThanOrEqual(12);
});

test("GET, HEAD, OPTIONS, PUT and DELETE may be repeated; others with an Idempotency-Key", () => {
  const may = (method: string, headers = {}) =>
    isRepeatable({ method, url: new URL("https://a.test"), headers: new Headers(headers) });
  expect(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].map((method) => may(method))).not.toContain(false);
  expect(["POST", "PATCH", "QUERY", "PROPFIND"].map((method) => may(method))).not.toContain(true);
  expect(may("POST", { "IDEMPOTENCY-KEY": "1" })).toBe(true);
});

test.each([
  ["/items/7?q=//b.test/#x", "/items/7?q=//b.test/#x"],
  ["//b.test/x", "//b.test/x"],
  ["///b.test/x", "///b.test/x"],
  ["/\\b.test/x", "//b.test/x"],
  ["\\\\b.test/x", "//b.test/x"],
  [" \u0001\t//b.test/x ", "//b.test/x"],
  ["/\t/b.test/x", "//b.test/x"],
  ["/..//b.test/x", "//b.test/x"],
  ["/../../x", "/x"],
  ["/@b.test/x", "/@b.test/x"],
  ["//user:word@b.test:80/x", "//user:word@b.test:80/x"],
  ["@b.test/x", "/@b.test/x"],
  ["/https://b.test/x", "/https://b.test/x"],
  ["//a.test/x", "//a.test/x"],
  ["*", "/*"],
  ["x", "/x"],
  ["?q", "/?q"],
  ["", "/"],
])("the path %j is %s at the origin that is the base, not another host", (path, expected) => {
  expect(readUrl(path, "https://a.test").href).toBe(`https://a.test${expected}`);
});

test("an absolute URL is read as it is, with a base and without", () => {
  for (const base of [undefined, "https://a.test"]) {
    expect(readUrl("https://b.test/x", base).href).toBe("https://b.test/x");
    expect(readUrl(new URL("https://b.test//c.test"), base).href).toBe("https://b.test//c.test");
  }
  expect(() => readUrl("//b.test/x", undefined)).toThrow("Invalid URL");
});
