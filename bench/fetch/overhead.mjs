// What a request costs beside plain undici and plain fetch, against a server of this machine in a thread of its own: stretches of each
// in turn, one request at a time, the best and the median of each. node bench/fetch/overhead.mjs [requests a stretch]
import { isMainThread, parentPort, Worker } from "node:worker_threads";

if (!isMainThread) {
  const { createServer } = await import("node:http");
  const server = createServer((_, response) => response.end("hello"));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
} else {
  const { learnedFetch } = await import("@mulligan/fetch");
  const { dispatcher } = await import("@mulligan/fetch");
  const { Agent, request } = await import("undici");
  const { row, title } = await import("../report.mjs");

  const STRETCH = Number(process.argv[2] ?? 5_000);
  const ROUNDS = 12;
  const server = new Worker(new URL(import.meta.url));
  const port = await new Promise((resolve) => server.once("message", resolve));
  const url = `http://127.0.0.1:${port}/items/7`;
  const agent = new Agent();
  // No second request: a pause of this machine would be one of the server's.
  const minCutoffMs = 1_000;
  const learning = dispatcher({ dispatcher: agent, minCutoffMs });
  const get = learnedFetch({ minCutoffMs });
  const headersOnly = learnedFetch({ until: "headers", minCutoffMs });
  const read = async ({ body }) => body.text();

  const contestants = {
    "undici.request": () => request(url, { dispatcher: agent }).then(read),
    "undici.request, dispatcher()": () => request(url, { dispatcher: learning }).then(read),
    fetch: async () => (await fetch(url)).text(),
    "learnedFetch()": async () => (await get(url)).text(),
    'learnedFetch({ until: "headers" })': async () => (await headersOnly(url)).text(),
  };
  const measured = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, step] of Object.entries(contestants)) {
      const start = performance.now();
      for (let i = 0; i < STRETCH; i++) await step();
      measured[name].push((1000 * (performance.now() - start)) / STRETCH);
    }
  }
  title(`One request at a time (µs), ${STRETCH} a stretch, ${ROUNDS} stretches each`, [
    "",
    "best",
    "median",
    "added",
  ]);
  const figures = Object.entries(measured).map(([name, times]) => {
    const sorted = times.slice(2).sort((a, b) => a - b); // the first two rounds warm up
    return { name, best: sorted[0], median: sorted[sorted.length >> 1] };
  });
  const plain = (name) =>
    figures.find((each) => each.name === (name.startsWith("undici") ? "undici.request" : "fetch"));
  for (const { name, best, median } of figures) {
    row([name, best.toFixed(1), median.toFixed(1), (best - plain(name).best).toFixed(1)]);
  }
  await agent.close();
  await server.terminate();
}
