import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "./browser.ts";

const folder = fileURLToPath(new URL("../../cli/dist/page/", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
  statSync(join(folder, file)).isFile(),
);
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Any static host: it knows files, and nothing else. */
function staticHost(): Promise<{ server: Server; address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const file = request.url === "/below/" ? "index.html" : (request.url ?? "").slice("/below/".length);
    asked.push(file);
    if (!files.includes(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(join(folder, file)));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, address: `http://127.0.0.1:${port}/below/`, asked });
    });
  });
}

const zipped = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);

test("index.html forbids inline scripts and eval, and has none", () => {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const policy = /Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
  expect(policy).not.toContain("unsafe-inline");
  expect(policy).not.toContain("'unsafe-eval'");
  expect(html.match(/<script(?! defer src=)|<style|style=|\son\w+=/g)).toBeNull();
});

describeInChromium("a first visit in Chromium", ({ open }) => {
  let host: Awaited<ReturnType<typeof staticHost>>;
  beforeAll(async () => {
    host = await staticHost();
  });
  afterAll(() => void host.server.close());

  test.each(["race", "analyze", "sat"])(
    "%s loads at most 250 kB gzipped, from its own folder",
    async (view) => {
      host.asked.length = 0;
      const { page, complaints } = await open(`${host.address}#${view}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(zipped(host.asked)).toBeLessThan(250_000);
      expect(host.asked).not.toContain("figures.js");
      expect(complaints).toEqual([]);
    },
  );

  test("Analyze with its figures, Vega included, loads at most 500 kB gzipped", async () => {
    host.asked.length = 0;
    const { page, complaints } = await open(`${host.address}#analyze`);
    await page.getByRole("button", { name: "Try a sample" }).click();
    await page.locator(".still svg").first().waitFor();
    expect(host.asked).toContain("figures.js");
    expect(zipped(host.asked)).toBeLessThan(500_000);
    expect(complaints).toEqual([]);
  });
});
