import { createServer, type IncomingMessage, type Server } from "node:http";
import { type ClusterWorker, type RedisPlace, shownPlace, startClusterWorker } from "@mulligan/cluster";
import { metricLines } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { cellWork } from "./cell-work.ts";
import { programRefusal, programWork } from "./program-work.ts";
import { endRefused } from "./redis-options.ts";
import { satWork } from "./sat-work.ts";

export interface ServeWorkerSetting {
  readonly place: RedisPlace;
  readonly jobs: number;
  readonly allow: readonly string[];
  readonly allowRead: readonly string[];
  readonly labels: readonly string[];
  readonly lockMs: number;
  /** The address of `/healthz` and `/metrics`, and the guard, which throws for a request that is not allowed. */
  readonly health?: HealthServer | undefined;
  /** Aborted when programs are to end without grace. */
  readonly hurry: AbortSignal;
  notice(text: string): void;
}

interface HealthServer {
  readonly port: number;
  readonly host: string;
  check(request: IncomingMessage): void;
}

export interface ServingWorker {
  /** Takes no more trials, and resolves when those under way are over. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a worker for run, sat and simulate. */
export async function serveWorker(setting: ServeWorkerSetting): Promise<ServingWorker> {
  const { place, jobs, allow, allowRead, labels, lockMs, hurry, notice } = setting;
  const programs = programWork({ allow, allowRead, hurry });
  // First, since a worker that cannot say how it is must not join.
  let worker: ClusterWorker | undefined;
  const server =
    setting.health === undefined ? undefined : await serveHealth(() => worker, setting.health, notice);
  try {
    worker = await startClusterWorker({
      ...{ place, slots: jobs, labels, programs: allow, lockMs, notice, onRefused: endRefused },
      kinds: { run: programs, sat: satWork(() => worker?.openOwnQueue()), simulate: cellWork(jobs) },
      refusal(needs) {
        if (needs.reads && allowRead.length === 0)
          return "this worker reads no files for others (mulligan worker --allow-read)";
        return programRefusal(needs.programs, allow);
      },
    });
  } catch (error) {
    server?.close();
    throw error;
  }
  const joined = worker;
  const allowed = allow.length === 0 ? "none" : allow.join(", ");
  notice(
    `worker ${joined.name} at ${shownPlace(place)}: ${jobs} trials at a time; allowed programs: ${allowed}`,
  );
  return {
    drain: () => joined.drain(),
    async close() {
      server?.close();
      await joined.close();
      await programs.close();
    },
  };
}

/** Serves `/healthz`, which is 503 while Redis does not answer or the worker drains, and `/metrics` for Prometheus. */
async function serveHealth(
  find: () => ClusterWorker | undefined,
  { port, host, check }: HealthServer,
  notice: ServeWorkerSetting["notice"],
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, text = "", type = "text/plain") =>
      response.writeHead(status, { "content-type": type }).end(text);
    try {
      check(request);
    } catch (error) {
      answer((error as { readonly status?: number }).status ?? 403, `${(error as Error).message}\n`);
      return;
    }
    const worker = find();
    const draining = worker?.info().draining;
    if (request.method !== "GET") answer(405);
    else if (worker === undefined) answer(503, "joining\n");
    else if (request.url === "/metrics") answer(200, metricsText(worker), "text/plain; version=0.0.4");
    else if (request.url !== "/healthz") answer(404);
    else if (!worker.isConnected) answer(503, "Redis does not answer\n");
    else answer(draining ? 503 : 200, draining ? "draining\n" : "ok\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new UsageError(`--port: cannot listen at ${host}:${port}: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  notice(`health and metrics at http://${host}:${typeof address === "object" ? address?.port : port}`);
  return server.unref();
}

function metricsText(worker: ClusterWorker): string {
  const { finished, cut, failed, handedBack, latencyMs } = worker.counts;
  const { slots, busy } = worker.info();
  const metrics: Parameters<typeof metricLines>[] = [
    ["trials_total", "counter", "trials and batches of trials that were executed", finished],
    ["cuts_total", "counter", "trials that were cut", cut],
    ["failures_total", "counter", "jobs that could not be executed", failed],
    ["handed_back_total", "counter", "jobs that were handed back to other workers", handedBack],
    ["slots", "gauge", "jobs that may be executed at a time", slots],
    ["busy_slots", "gauge", "jobs that are executed at the moment", busy],
    ["redis_latency_seconds", "gauge", "the last round trip to Redis", latencyMs / 1_000],
  ];
  const lines = metrics.flatMap(([name, ...rest]) => metricLines(`mulligan_worker_${name}`, ...rest));
  return `${lines.join("\n")}\n`;
}
