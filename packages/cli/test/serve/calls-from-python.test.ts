import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stream } from "@mulligan/core/random";
import { type AttemptContext, mulligan } from "@mulligan/core/runtime";
import { expect, onTestFinished, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { served } from "./served.ts";

const start = promisify(execFile);
const example = fileURLToPath(new URL("../../../../examples/serve_calls.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Set in the project `thorough`, which nothing else runs beside: there times are compared, too. */
/** Times need so many that chance in the first hundred, where single calls take as long as ten, is small beside them. */
const CALLS = isThorough ? 1_000 : 150;
/** As many as the example has. */
const AT_ONCE = 8;

/**
 * What an attempt takes, in ms: some take a second, and one of the arms is worse. To ask the service takes some 2 ms on a quiet machine,
 * which should be small beside it.
 */
function timeOf(arm: string, call: string, attempt: string): number {
  const random = stream(1, arm, call, attempt);
  const [slow, usual] = arm === "east" ? [0.05, 100] : [0.1, 200];
  return random.uniform() < slow ? 1_000 : usual * (0.8 + 0.4 * random.uniform());
}

/** A server with a path for each arm; the same call and attempt always take the same time. */
async function slowServer() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    const ms = timeOf(pathname.slice(1), searchParams.get("call")!, searchParams.get("attempt")!);
    setTimeout(() => response.end("ok"), ms);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { urlOf: (arm: string) => `http://127.0.0.1:${port}/${arm}`, requests: () => requests };
}

async function byLibrary() {
  const { urlOf, requests } = await slowServer();
  const arm =
    (name: string) =>
    async ({ input, attempt, signal }: AttemptContext<number>) =>
      (await fetch(`${urlOf(name)}?call=${input}&attempt=${attempt}`, { signal })).text();
  const calls = mulligan({ arms: { east: arm("east"), west: arm("west") }, seed: 1 });
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CALLS) {
        const began = performance.now();
        await calls.execute({ input: next++ });
        times.push(performance.now() - began);
      }
    }),
  );
  return { mean: times.reduce((sum, ms) => sum + ms) / CALLS, requests: requests() / CALLS };
}

async function byService() {
  const [{ urlOf, requests }, { url, ask }] = await Promise.all([slowServer(), served()]);
  const arms = ["east", "west"].map((arm) => `${arm}=${urlOf(arm)}`);
  const { stdout, stderr } = await start("python3", [example, url, String(CALLS), ...arms]);
  expect(stderr).toBe("");
  const { mean, failed } = JSON.parse(stdout);
  expect(failed).toBe(0);
  expect((await ask("GET", "/v1/problems/quotes")).body).toMatchObject({ outstanding: 0 });
  return { mean, requests: requests() / CALLS };
}

test("calls from Python, decided by the service, make as many requests as calls by the library, within 10%, and take as long where that is measured", async ({
  skip,
}) => {
  if (!hasPython) skip("there is no python3 here");
  const library = await byLibrary();
  const service = await byService();
  // In eight runs on two cores with other work the ratio was 1.020 ± 0.017, mostly the time that it takes to ask; that of requests 1.000 ± 0.002.
  if (isThorough) expect(service.mean / library.mean).toBeLessThan(1.1);
  expect(service.requests / library.requests).toBeLessThan(1.1);
});
