import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { toJson } from "../../shell/output.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Definition } from "../learning/definition.ts";
import { Closed, NotKept, NotSure } from "../store/not-kept.ts";
import { contract, openApiDocument } from "./contract.ts";
import { FAULT_TYPE, Fault, type FaultStatus, faultJson, missing } from "./fault.ts";
import { decisionsJson } from "./happenings.ts";
import { EVENTS, type EventName } from "./listeners.ts";
import { type Answered, metricsText } from "./metrics.ts";
import { newProblemLike } from "./new-problem.ts";
import { answerPage } from "./page.ts";
import { PAGE_PATHS, readPage } from "./page-files.ts";
import { EventsQuery, ListQuery, TriesQuery } from "./queries.ts";
import { readBody, readQuery } from "./read-body.ts";
import { Observations, Wanted } from "./schemas.ts";
import type { Service } from "./service.ts";

type Environment = { Bindings: HttpBindings };
type Handler = (context: Context<Environment>) => Response | Promise<Response>;

const JSON_TYPE = { "content-type": "application/json" };

/** What is answered to each request of the contract. `defect` is told of what should not happen. */
export function routes(
  service: Service,
  answered: Answered,
  { defect, token }: { readonly token?: string | undefined; defect(error: unknown): void },
): Hono<Environment> {
  const app = new Hono<Environment>();
  const handlers = handlersOf(service, answered);
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

function handlersOf(service: Service, answered: Answered): Record<keyof typeof contract, Handler> {
  return {
    async createProblem(context) {
      const given = await readBody(context.env.incoming, newProblemLike);
      return context.body(toJson(await service.create(given as Definition)), 201, {
        ...JSON_TYPE,
        location: `/v1/problems/${encodeURIComponent(given.name)}`,
      });
    },
    async listProblems(context) {
      const { latest } = readQuery(context.req.query(), ListQuery);
      return context.body(toJson(await service.list(latest)), 200, JSON_TYPE);
    },
    getProblem: async (context) => context.body(toJson(await service.state(nameIn(context))), 200, JSON_TYPE),
    async deleteProblem(context) {
      await service.remove(nameIn(context));
      return context.body(null, 204);
    },
    async decide(context) {
      const wanted = await readBody(context.env.incoming, Wanted, {});
      const { kept, decided } = await service.decide(nameIn(context), wanted);
      return context.body(toJson(decisionsJson(decided, kept.definition.arms, kept.mark)), 200, JSON_TYPE);
    },
    async observe(context) {
      const { observations } = await readBody(context.env.incoming, Observations);
      const counted = await service.observe(nameIn(context), observations);
      return context.body(JSON.stringify(counted), 200, JSON_TYPE);
    },
    listTries(context) {
      const { after = 0 } = readQuery(context.req.query(), TriesQuery);
      return context.body(toJson(service.tries(nameIn(context), after)), 200, JSON_TYPE);
    },
    problemEvents: (context) => listen(context, service, nameIn(context)),
    allEvents: (context) => listen(context, service, undefined),
    getMetrics: (context) =>
      context.body(metricsText(service, answered), 200, { "content-type": "text/plain; version=0.0.4" }),
    getHealth: (context) => context.text("ok\n"),
  };
}

function nameIn(context: Context): string {
  return context.req.param("name") ?? "";
}

/** The stream is written to Node's response, which knows how far its reader lags behind. */
async function listen(
  context: Context<Environment>,
  service: Service,
  name: string | undefined,
): Promise<Response> {
  const query = context.req.query();
  const { events = USUAL } = readQuery(query, EventsQuery);
  const { latest } = readQuery(query, ListQuery);
  if (context.req.method === "HEAD") {
    if (name !== undefined) await service.state(name);
    return context.body(null, 200, { "content-type": "text/event-stream" });
  }
  const wish = { problem: name, events: new Set(events) };
  const outgoing = context.env.outgoing as ServerResponse;
  await service.listeners.add(outgoing, wish, () => service.beginning(name, latest));
  return RESPONSE_ALREADY_SENT;
}

/** Who does not say what to listen to hears everything as it happens. */
const USUAL: readonly EventName[] = EVENTS.filter((event) => event !== "summary");

/** A method that a path does not have. */
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

function faultOf(error: unknown, defect: (error: unknown) => void): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof UsageError) return new Fault(400, error.message);
  if (error instanceof Closed) return missing();
  if (error instanceof NotKept) {
    return new Fault(error.full ? 507 : 503, `The state ${error.message}; nothing was changed`);
  }
  if (error instanceof NotSure) return new Fault(503, error.message, { "retry-after": "1" });
  defect(error);
  return new Fault(500, "A defect of ours; the log of the service says more");
}
