import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { executable, QUIET } from "../../web/test/chromium.ts";
import { xoshiro } from "../src/engine/seed.ts";
import { walkSat } from "../src/engine/walk-sat.ts";
import { printDimacs } from "../src/formula/dimacs.ts";
import { plantedFormula } from "../src/generate/uniform.ts";

const built = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const note = executable === undefined ? " (skipped: there is no Chromium here)" : "";

/** Serves the package in one file, and an empty page: a browser does not find "@mulligan/core" by its name. */
async function serve(): Promise<string> {
  const { outputFiles } = await build({ entryPoints: [built], bundle: true, format: "esm", write: false });
  const server = createServer((request, response) => {
    const asked = request.url === "/index.js";
    response.writeHead(200, { "content-type": asked ? "text/javascript" : "text/html" });
    response.end(asked ? outputFiles[0].text : "<!doctype html>");
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Solves a formula with the package at `base`, on a page or in a worker; as text, which vitest leaves alone. */
const solveThere = (base: string, text: string, seed: number) => `import("${base}/index.js").then((sat) => {
  const formula = sat.parseDimacs(${JSON.stringify(text)}, "page.cnf");
  const walk = sat.walkSat(formula, { heuristic: "novelty+", seed: ${seed} });
  const solved = walk.run(1_000_000);
  return { solved, flips: walk.flips, checked: sat.satisfies(formula, walk.model), values: [...walk.model] };
})`;

describe.skipIf(executable === undefined)(`in Chromium${note}`, () => {
  test("the built package solves a formula on a page and in a worker, with Node's flips", async () => {
    const { formula } = plantedFormula({ variables: 200, clauses: 840 }, xoshiro(21));
    const here = walkSat(formula, { heuristic: "novelty+", seed: 4 });
    here.run(1_000_000);
    const expected = { solved: true, flips: here.flips, checked: true, values: [...here.model!] };

    const base = await serve();
    const browser = await chromium.launch({ executablePath: executable!, args: [...QUIET] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(base);
    const program = solveThere(base, printDimacs(formula), 4);
    expect(await page.evaluate(program)).toEqual(expected);
    const inWorker = await page.evaluate((source) => {
      const code = `${source}.catch(String).then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
      return new Promise<unknown>((resolve) => {
        worker.onmessage = (event) => resolve(event.data);
      });
    }, program);
    expect(inWorker).toEqual(expected);
  });
});
