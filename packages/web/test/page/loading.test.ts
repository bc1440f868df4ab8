import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFolder } from "../../../cli/test/new-folder.ts";
import { describeInChromium } from "../browser.ts";

const build = fileURLToPath(new URL("../../build.mjs", import.meta.url));
/** What `npm run page` makes. */
const folder = join(newFolder(), "site");
const built = spawnSync(process.execPath, [build, folder], { encoding: "utf8" });
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

test("`npm run page` says where the page is, and leaves a folder with anything else in it alone", () => {
  expect(built.stdout).toContain(`The page is in ${folder}`);
  expect(files).toContain("index.html");
  const scripts = JSON.parse(readFileSync(join(build, "../../../package.json"), "utf8")).scripts;
  expect(scripts.page).toMatch(/node packages\/web\/build\.mjs page$/);
  const other = join(folder, "../other");
  mkdirSync(other);
  writeFileSync(join(other, "notes.txt"), "mine");
  const { status, stderr } = spawnSync(process.execPath, [build, other], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("must be a new folder")]);
  expect(readdirSync(other)).toEqual(["notes.txt"]);
  expect(spawnSync(process.execPath, [build, folder]).status, "again, over the same folder").toBe(0);
});

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

  test.each([
    ["", ["icon.svg", "index.html", "page.js", "style.css"], 150_000],
    ["#race", ["workers/race.js"], 170_000],
    ["#sat", ["views/sat.js"], 250_000],
    ["#analyze", ["views/analyze.js"], 250_000],
  ])("%s loads %j and at most %i bytes gzipped, from its own folder", async (view, files, most) => {
    host.asked.length = 0;
    const { page, complaints } = await open(host.address + view);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => host.asked, { timeout: 30_000 }).toEqual(expect.arrayContaining(files));
    await page.waitForLoadState("networkidle");
    if (view === "") expect(host.asked.toSorted()).toEqual(files);
    expect(host.asked).not.toContain("figures.js");
    expect(zipped(host.asked)).toBeLessThan(most);
    if (view === "#analyze") {
      await page.getByRole("button", { name: "Try a sample" }).click();
      await page.locator(".still svg").first().waitFor();
      expect(host.asked).toContain("figures.js");
      expect(zipped(host.asked), "with figures, Vega included").toBeLessThan(500_000);
    }
    expect(complaints).toEqual([]);
  });

  test("a view whose script cannot be loaded says so, and loads it when it is opened again", async () => {
    const { page } = await open(host.address);
    await page.route("**/views/sat.js", (route) => route.abort());
    await page.getByRole("link", { name: "SAT" }).click();
    await page.getByRole("alert").getByText("views/sat.js could not be loaded").waitFor();
    await page.unroute("**/views/sat.js");
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByRole("link", { name: "SAT" }).click();
    await page.getByRole("heading", { level: 1, name: "Formulas" }).waitFor();
  });
});
