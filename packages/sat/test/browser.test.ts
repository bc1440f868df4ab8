import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printDimacs } from "../src/dimacs/print.ts";
import { walkSat } from "../src/engine/walk-sat.ts";
import { plantedFormula } from "../src/generate/planted.ts";
import { xoshiro } from "../src/random/xoshiro.ts";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const { CHROMIUM } = process.env;
const browser = [CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && existsSync(path),
);
const note = browser === undefined ? " (skipped: no Chromium in /usr/bin, and CHROMIUM names none)" : "";

/** Solves a formula with the package at `base`, on a page or in a worker; as text, which vitest leaves alone. */
const solveThere = (base: string, text: string, seed: number) => `import("${base}/index.js").then((sat) => {
  const formula = sat.parseDimacs(${JSON.stringify(text)}, "page.cnf");
  const walk = sat.walkSat(formula, { heuristic: "novelty+", seed: ${seed} });
  const solved = walk.run(1_000_000);
  return { solved, flips: walk.flips, checked: sat.satisfies(formula, walk.model), values: [...walk.model] };
})`;

describe.runIf(browser !== undefined)(`in Chromium${note}`, () => {
  let server: Server;
  let base: string;
  let profile: string;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const path = (request.url ?? "/").replace(/[^\w./-]|\.\./g, "");
      const body = path.endsWith(".js")
        ? await readFile(dist + path).catch(() => undefined)
        : "<!doctype html>";
      response.writeHead(body === undefined ? 404 : 200, {
        "content-type": path.endsWith(".js") ? "text/javascript" : "text/html",
      });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    profile = await mkdtemp(`${tmpdir()}/mulligan-sat-`);
  });

  afterAll(async () => {
    server?.close();
    if (profile) await rm(profile, { recursive: true, force: true });
  });

  test("the built package solves a formula on a page and in a worker, with Node's flips", async () => {
    expect(existsSync(`${dist}index.js`), `${dist} must be built, by tsc -b`).toBe(true);
    const { formula } = plantedFormula({ variables: 200, clauses: 840 }, xoshiro(21));
    const here = walkSat(formula, { heuristic: "novelty+", seed: 4 });
    here.run(1_000_000);
    const expected = { solved: true, flips: here.flips, checked: true, values: [...here.model!] };
    const program = solveThere(base, printDimacs(formula), 4);

    const context = await chromium.launchPersistentContext(profile, {
      executablePath: browser!,
      headless: true,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    try {
      const page = await context.newPage();
      await page.goto(base);
      expect(await page.evaluate(program)).toEqual(expected);
      const inWorker = await page.evaluate((source) => {
        const code = `${source}.catch(String).then(postMessage)`;
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
        return new Promise<unknown>((resolve) => {
          worker.onmessage = (event) => resolve(event.data);
        });
      }, program);
      expect(inWorker).toEqual(expected);
    } finally {
      await context.close();
    }
  });
});
