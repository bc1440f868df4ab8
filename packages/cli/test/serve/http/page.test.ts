import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { answerPage, PAGE_PATHS, readPage } from "../../../src/serve/http/page.ts";
import { newFolder } from "../../new-folder.ts";
import { rawRequest } from "../raw-request.ts";
import { served } from "../served.ts";

const POLICY = "default-src 'none'; script-src 'self'";
const HTML = `<!doctype html><html><head>
  <meta http-equiv="Content-Security-Policy" content="${POLICY}" /><title>x</title></head></html>`;

/** A page of which each file holds its own name, some hundred times. */
function builtPage(): URL {
  const folder = newFolder();
  for (const path of PAGE_PATHS) {
    if (path === "/") continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path === "/index.html" ? HTML : `${path}\n`.repeat(200));
  }
  return pathToFileURL(`${folder}/`);
}

/** What a page is answered with, without a server around it. */
function asking(options: Parameters<typeof readPage>[0]) {
  const page = readPage(options);
  const app = new Hono();
  for (const path of PAGE_PATHS) app.get(path, (context) => answerPage(context, page));
  return (path: string, headers: Record<string, string> = {}, method = "GET") =>
    app.request(path, { headers, method });
}

describe("the files of the page", () => {
  const ask = asking({ folder: builtPage() });

  test("have their types, their own security policy, and are asked for anew each time", async () => {
    const types = await Promise.all(
      [...PAGE_PATHS].map(async (path) => [path, (await ask(path)).headers.get("content-type")]),
    );
    expect(Object.fromEntries(types)).toMatchObject({
      "/": "text/html; charset=utf-8",
      "/index.html": "text/html; charset=utf-8",
      "/page.js": "text/javascript; charset=utf-8",
      "/style.css": "text/css; charset=utf-8",
      "/icon.svg": "image/svg+xml",
      "/workers/race.js": "text/javascript; charset=utf-8",
    });
    const { headers, status } = await ask("/page.js");
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toBe(`${POLICY}; frame-ancestors 'none'`);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("vary")).toBe("accept-encoding");
  });

  test.each([
    ["gzip", true],
    ["br, GZIP;q=0.8", true],
    ["gzip; q=0.0", false],
    ["br", false],
  ])("to who accepts %j are compressed: %s", async (accepted, compressed) => {
    const response = await ask("/page.js", { "accept-encoding": accepted });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-encoding")).toBe(compressed ? "gzip" : null);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect((compressed ? gunzipSync(bytes) : bytes).toString()).toBe("/page.js\n".repeat(200));
  });

  test("are not sent again to who has them; compressed ones are others", async () => {
    const plain = (await ask("/page.js")).headers.get("etag")!;
    const packed = (await ask("/page.js", { "accept-encoding": "gzip" })).headers.get("etag")!;
    expect(packed).not.toBe(plain);
    const again = await ask("/page.js", { "if-none-match": `"other", W/${plain}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await ask("/page.js", { "if-none-match": packed })).status).toBe(200);
  });

  test("index.html says that a service is there, and whether it asks for a token", async () => {
    expect(await (await ask("/")).text()).toContain('<meta name="mulligan-service" content="v1">');
    const other = asking({ folder: builtPage(), asksToken: true });
    expect(await (await other("/index.html")).text()).toContain(
      '<meta name="mulligan-service" content="v1" data-token="asked">',
    );
  });
});

test("where the page is not built, or not all of it, a sentence says so", async () => {
  const folder = newFolder();
  const built = builtPage();
  copyFileSync(new URL("index.html", built), join(folder, "index.html"));
  const response = await asking({ folder: pathToFileURL(`${folder}/`) })("/");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("The page is not built here: npm run build");
});

const built = fileURLToPath(new URL("../../../dist/page", import.meta.url));

describe.skipIf(!existsSync(built))("the page that was built, served (skipped: it is not built)", () => {
  test("each of its files has a path", () => {
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(built.length));
    expect(paths.filter((path) => !PAGE_PATHS.has(path))).toEqual([]);
    expect(paths).toContain("/index.html");
  });

  test("no path leads out of it; what it does not have is 404, other methods 405", async () => {
    const { port, defects } = await served();
    const secret = readFileSync(new URL("../../../package.json", import.meta.url), "utf8").slice(0, 40);
    // fetch would not send these paths as they are.
    const ask = (path: string, method = "GET") =>
      rawRequest(port, `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    for (const path of [
      ...["/../../package.json", "/workers/..%2f..%2f..%2fpackage.json", "//package.json"],
      ...["/workers/", "/page.js%00", "/__proto__"],
    ]) {
      const answer = await ask(path);
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).not.toContain(secret);
    }
    expect(await ask("/page.js", "POST")).toMatch(/^HTTP\/1\.1 405 /);
    expect(await ask("/page.js", "HEAD")).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
    expect(await ask("/page.js?v=2")).toMatch(/^HTTP\/1\.1 200 /);
    expect(defects).toEqual([]);
  });

  test("has the security policy that it says itself, and every other answer the strict one", async () => {
    const { ask } = await served();
    const html = readFileSync(join(built, "index.html"), "utf8");
    const [, said] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)!;
    expect(said).not.toMatch(/unsafe-inline|'unsafe-eval'/);
    const policyOf = async (path: string) => (await ask("GET", path)).headers.get("content-security-policy");
    expect(await policyOf("/")).toBe(`${said}; frame-ancestors 'none'`);
    for (const path of ["/v1/problems", "/openapi.json", "/healthz", "/nowhere"]) {
      expect(await policyOf(path), path).toMatch(/^default-src 'none'; frame-ancestors 'none'/);
    }
  });
});
