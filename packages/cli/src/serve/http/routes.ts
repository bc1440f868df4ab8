import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { toJson } from "../../shell/output.ts";
import { metricFamily, metricLines } from "../../shell/text.ts";
import { problemSchemaFor } from "../problem/problem-schema.ts";
import { clientAddress } from "./client-address.ts";
import { contract, openApiDocument } from "./contract.ts";
import { FAULT_TYPE, type FaultStatus, faultJson, faultOf } from "./fault.ts";
import { type NextPart, openPacedWriter, withFirstPart } from "./paced-writer.ts";
import { answerPage, PAGE_PATHS, readPage } from "./page.ts";
import { readBody, readQuery } from "./read-body.ts";
import {
  DecisionsRequestSchema,
  EventsQuerySchema,
  ListQuerySchema,
  ObservationsSchema,
  TriesQuerySchema,
} from "./schemas.ts";
import type { Service } from "./service.ts";
import { EVENTS, type EventName } from "./subscriber.ts";

/** The numbers of answered requests, by the first digit of the status. */
export type AnswerCounts = Record<"2xx" | "3xx" | "4xx" | "5xx", number>;

type Environment = { Bindings: HttpBindings };
type Handler = (context: Context<Environment>) => Response | Promise<Response>;

const JSON_TYPE = { "content-type": "application/json" };

interface RouteOptions {
  readonly token?: string | undefined;
  readonly trustProxy?: boolean | undefined;
  defect(error: unknown): void;
}

/** Returns the routes for the requests of the contract. `defect` is called for errors that should not happen. */
export function routes(
  service: Service,
  counts: AnswerCounts,
  { defect, token, trustProxy }: RouteOptions,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const handlers = handlersOf(service, counts, trustProxy);
  for (const [name, { method, path }] of Object.entries(contract)) {
    app.on(method.toUpperCase(), path.replace("{name}", ":name"), handlers[name as keyof typeof handlers]);
  }
  let document: string | undefined;
  app.get("/openapi.json", (context) =>
    context.body((document ??= toJson(openApiDocument())), 200, JSON_TYPE),
  );
  const page = readPage({ asksToken: token !== undefined });
  for (const path of PAGE_PATHS) app.get(path, (context) => answerPage(context, page));
  refuseOthers(app);
  app.notFound((context) => answerFault(context, 404, "The path must be one of those in /openapi.json"));
  app.onError((error, context) => {
    const fault = faultOf(error, defect);
    for (const [name, value] of Object.entries(fault.headers)) context.header(name, value);
    return answerFault(context, fault.status, fault.message);
  });
  return app;
}

function handlersOf(
  service: Service,
  counts: AnswerCounts,
  trustProxy: boolean | undefined,
): Record<keyof typeof contract, Handler> {
  const subscribe = (context: Context<Environment>, name: string | undefined) =>
    openStream(context, service, name, clientAddress(context.env.incoming, trustProxy));
  return {
    async createProblem(context) {
      const given = await readBody(context.env.incoming, problemSchemaFor);
      return context.body(toJson(await service.create(given)), 201, {
        ...JSON_TYPE,
        location: `/v1/problems/${encodeURIComponent(given.name)}`,
      });
    },
    async listProblems(context) {
      const { latest } = readQuery(context.req.query(), ListQuerySchema);
      const { nextPart } = service.listText(latest);
      return answerInParts(context, nextPart);
    },
    getProblem: async (context) => context.body(toJson(await service.state(nameIn(context))), 200, JSON_TYPE),
    async deleteProblem(context) {
      await service.remove(nameIn(context));
      return context.body(null, 204);
    },
    async decide(context) {
      const request = await readBody(context.env.incoming, DecisionsRequestSchema, {});
      return context.body(toJson(await service.decide(nameIn(context), request)), 200, JSON_TYPE);
    },
    async observe(context) {
      const { observations } = await readBody(context.env.incoming, ObservationsSchema);
      const accepted = await service.observe(nameIn(context), observations);
      return context.body(JSON.stringify(accepted), 200, JSON_TYPE);
    },
    async listTries(context) {
      const { after = 0 } = readQuery(context.req.query(), TriesQuerySchema);
      return context.body(toJson(await service.tries(nameIn(context), after)), 200, JSON_TYPE);
    },
    problemEvents: (context) => subscribe(context, nameIn(context)),
    allEvents: (context) => subscribe(context, undefined),
    getMetrics: (context) =>
      context.body(metricsText(service, counts), 200, { "content-type": "text/plain; version=0.0.4" }),
    getHealth: (context) => context.text("ok\n"),
  };
}

function nameIn(context: Context): string {
  return context.req.param("name") ?? "";
}

/** Answers with JSON text that may be long. It is made no faster than the client reads it. */
async function answerInParts(context: Context<Environment>, nextPart: NextPart): Promise<Response> {
  const outgoing = context.env.outgoing as ServerResponse;
  const begun = await withFirstPart(nextPart);
  if (context.req.method === "HEAD") return context.body(null, 200, JSON_TYPE);
  outgoing.writeHead(200, JSON_TYPE);
  const writer = openPacedWriter(outgoing, () => outgoing.destroy());
  await writer.start(begun);
  writer.end();
  return RESPONSE_ALREADY_SENT;
}

/** Opens an event stream. It is written to Node's response, which knows how far its reader lags behind. */
async function openStream(
  context: Context<Environment>,
  service: Service,
  name: string | undefined,
  address: string,
): Promise<Response> {
  const query = context.req.query();
  const { events = USUAL } = readQuery(query, EventsQuerySchema);
  const { latest } = readQuery(query, ListQuerySchema);
  if (context.req.method === "HEAD") {
    if (name !== undefined) await service.state(name);
    return context.body(null, 200, { "content-type": "text/event-stream" });
  }
  const filter = { problem: name, events: new Set(events) };
  const outgoing = context.env.outgoing as ServerResponse;
  await service.subscribers.add(outgoing, address, filter, () => service.firstState(name, latest));
  return RESPONSE_ALREADY_SENT;
}

/** The events that are sent unless a client names others. */
const USUAL: readonly EventName[] = EVENTS.filter((event) => event !== "summary");

/** Answers methods that a path does not have. */
function refuseOthers(app: Hono<Environment>): void {
  const methods = new Map<string, string[]>([
    ...[...PAGE_PATHS, "/openapi.json"].map((path): [string, string[]] => [path, ["GET", "HEAD"]]),
  ]);
  for (const { method, path } of Object.values(contract)) {
    const own = method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
    const place = path.replace("{name}", ":name");
    methods.set(place, [...(methods.get(place) ?? []), ...own]);
  }
  for (const [path, allowed] of methods) {
    app.all(path, (context) => {
      context.header("allow", allowed.join(", "));
      return answerFault(context, 405, `The method must be one of ${allowed.join(", ")}`);
    });
  }
}

function answerFault(context: Context, status: FaultStatus, detail: string): Response {
  return context.body(faultJson(status, detail), status, { "content-type": FAULT_TYPE });
}

/** Counts for Prometheus, in its text format. */
function metricsText(service: Service, counts: AnswerCounts): string {
  const { totals, subscribers } = service;
  const { user, system } = process.cpuUsage();
  const lines = [
    ...metricLines("mulligan_problems", "gauge", "problems", service.size()),
    ...metricLines("mulligan_outstanding_decisions", "gauge", "decisions that wait", service.outstanding()),
    ...metricLines("mulligan_listeners", "gauge", "clients that listen to events", subscribers.size),
    ...metricLines("mulligan_decisions_total", "counter", "decisions made", totals.decisions),
    ...metricLines("mulligan_observations_total", "counter", "outcomes that counted", totals.observations),
    ...metricLines("mulligan_repeated_total", "counter", "outcomes that were sent again", totals.repeated),
    ...metricLines("mulligan_unknown_total", "counter", "outcomes of unknown decisions", totals.unknown),
    ...metricFamily("mulligan_answers_total", "counter", "requests that were answered"),
    ...Object.entries(counts).map(([code, count]) => `mulligan_answers_total{code="${code}"} ${count}`),
    ...metricLines("process_resident_memory_bytes", "gauge", "memory in use", process.memoryUsage.rss()),
    ...metricLines("process_cpu_seconds_total", "counter", "time of the processor", (user + system) / 1e6),
  ];
  return `${lines.join("\n")}\n`;
}
