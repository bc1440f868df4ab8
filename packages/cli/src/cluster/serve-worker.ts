import { createServer, type Server } from "node:http";
import { type ClusterWorker, type RedisPlace, shownPlace, startClusterWorker } from "@mulligan/cluster";
import { UsageError } from "../shell/usage-error.ts";
import { cellWork } from "./cell-work.ts";
import { programRefusal, programWork } from "./program-work.ts";
import { satWork } from "./sat-work.ts";

export interface ServeWorkerSetting {
  readonly place: RedisPlace;
  readonly jobs: number;
  readonly allow: readonly string[];
  readonly allowRead: readonly string[];
  readonly labels: readonly string[];
  readonly lockMs: number;
  /** Where `/healthz` and `/metrics` are served; absent, nowhere. */
  readonly port?: number | undefined;
  readonly host: string;
  /** Aborted when programs are to end without grace. */
  readonly hurry: AbortSignal;
  notice(text: string): void;
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
  const walks = satWork(() => worker);
  const cells = cellWork(jobs);
  const worker: ClusterWorker = await startClusterWorker({
    place,
    slots: jobs,
    labels,
    programs: allow,
    kinds: { run: programs, sat: walks, simulate: cells },
    refusal(needs) {
      if (needs.reads && allowRead.length === 0)
        return "a worker reads no files for others (mulligan worker --allow-read)";
      return programRefusal(needs.programs, allow);
    },
    lockMs,
    notice,
  });
  const server = setting.port === undefined ? undefined : await serveHealth(worker, setting.port, setting);
  const may = allow.length === 0 ? "no programs" : allow.join(", ");
  notice(`worker ${worker.name} at ${shownPlace(place)}: ${jobs} at a time; may run ${may}`);
  return {
    drain: () => worker.drain(),
    async close() {
      server?.close();
      await worker.close();
      await Promise.all([walks.close(), cells.close(), programs.close()]);
    },
  };
}

/** Serves `/healthz`, which is 503 while Redis does not answer or the worker drains, and `/metrics` for Prometheus. */
async function serveHealth(
  worker: ClusterWorker,
  port: number,
  { host, notice }: Pick<ServeWorkerSetting, "host" | "notice">,
): Promise<Server> {
  const server = createServer((request, response) => {
    const isHealthy = worker.isConnected && !worker.info().draining;
    if (request.method === "GET" && request.url === "/healthz") {
      response.writeHead(isHealthy ? 200 : 503, { "content-type": "application/json" });
      response.end(`${JSON.stringify({ ...worker.info(), connected: worker.isConnected })}\n`);
    } else if (request.method === "GET" && request.url === "/metrics") {
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4" });
      response.end(metricsText(worker));
    } else response.writeHead(404).end();
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
  const metrics: [name: string, type: "counter" | "gauge", help: string, value: number][] = [
    ["trials_total", "counter", "Trials and batches of trials that were executed.", finished],
    ["cuts_total", "counter", "Trials that were cut.", cut],
    ["failures_total", "counter", "Jobs that could not be executed.", failed],
    ["handed_back_total", "counter", "Jobs that were handed back to other workers.", handedBack],
    ["slots", "gauge", "Jobs that may be executed at a time.", slots],
    ["busy_slots", "gauge", "Jobs that are executed at the moment.", busy],
    ["redis_latency_seconds", "gauge", "The last round trip to Redis.", latencyMs / 1_000],
  ];
  return metrics
    .map(([name, type, help, value]) => {
      const full = `mulligan_worker_${name}`;
      return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${full} ${value}\n`;
    })
    .join("");
}
