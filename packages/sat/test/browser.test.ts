import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { xoshiro } from "../src/engine/seed.ts";
import { walkSat } from "../src/engine/walk-sat.ts";
import { printDimacs } from "../src/formula/dimacs.ts";
import { plantedFormula } from "../src/generate/uniform.ts";

const built = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const { CHROMIUM } = process.env;
const browser = [CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && existsSync(path),
);
const note = browser === undefined ? " (skipped: no Chromium in /usr/bin, and CHROMIUM names none)" : "";

/** The package in one file, as a page would serve it: a browser does not find "@mulligan/core" by its name. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({ entryPoints: [built], bundle: true, format: "esm", write: false });
  return outputFiles[0].text;
}

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
    expect(existsSync(built), `${built} must be built, by tsc -b`).toBe(true);
    const code = await bundled();
    server = createServer((request, response) => {
      const asked = request.url === "/index.js";
      response.writeHead(200, { "content-type": asked ? "text/javascript" : "text/html" });
      response.end(asked ? code : "<!doctype html>");
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
