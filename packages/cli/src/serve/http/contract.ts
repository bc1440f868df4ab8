import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { version } from "../../shell/version.ts";
import { NameSchema, NewProblemSchema } from "../problem/problem-schema.ts";
import { FAULT_TYPE } from "./fault.ts";
import {
  DecisionsRequestSchema,
  DecisionsSchema,
  EventsQuerySchema,
  FaultSchema,
  ListQuerySchema,
  ObservationsSchema,
  OutcomeCountsSchema,
  TriesQuerySchema,
  TriesSchema,
} from "./schemas.ts";
import { ListSchema, StateSchema, SummarySchema } from "./state-schemas.ts";

const params = z.object({ name: NameSchema.openapi({ param: { name: "name", in: "path" } }) });

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });
const text = (type: string) => ({ [type]: { schema: z.string() } });
const body = <Schema extends z.ZodType>(schema: Schema, required = true) => ({
  body: { required, content: json(schema) },
});

const FAULTS: Readonly<Record<number, string>> = {
  400: "the request is invalid",
  401: "the token is missing or wrong",
  403: "the request comes from a page of another site, or names another host",
  404: "there is no such problem",
  405: "the path does not have this method",
  408: "the request took too long to come",
  409: "the name is taken by another problem, the problem is a run and cannot be changed, or it cannot be read",
  413: "the body is too large",
  417: "the header Expect is not supported",
  415: "the body is not application/json",
  429: "there are too many problems, outstanding decisions or listeners, or requests of the connection that wait",
  431: "the headers are too large",
  503: "the state cannot be written",
  507: "the disk is full, so the state cannot be written",
};

/** The faults of every request, and those of this one. */
const faults = (...own: number[]) =>
  Object.fromEntries(
    [400, 401, 403, 405, 408, 417, 429, 431, ...own].map((status) => [
      status,
      { description: FAULTS[status], content: { [FAULT_TYPE]: { schema: FaultSchema } } },
    ]),
  );

const WRITTEN = [413, 415, 503, 507];

/** Every request that a service understands, by its operationId. The routes and /openapi.json are made from it. */
export const contract = {
  createProblem: createRoute({
    method: "post",
    path: "/v1/problems",
    summary: "Make a problem; the same request again has the same answer",
    request: body(NewProblemSchema),
    responses: {
      201: { description: "the problem", content: json(SummarySchema) },
      ...faults(409, 429, ...WRITTEN),
    },
  }),
  listProblems: createRoute({
    method: "get",
    path: "/v1/problems",
    summary: "List all problems, and the runs of the command in the served folder, with their counts",
    request: { query: ListQuerySchema },
    responses: { 200: { description: "the problems", content: json(ListSchema) }, ...faults() },
  }),
  getProblem: createRoute({
    method: "get",
    path: "/v1/problems/{name}",
    summary: "Get a problem: counts by arm, the learned curve with its band, the best cutoff and the verdict",
    request: { params },
    responses: { 200: { description: "the state", content: json(StateSchema) }, ...faults(404, 409) },
  }),
  deleteProblem: createRoute({
    method: "delete",
    path: "/v1/problems/{name}",
    summary: "Delete a problem, with all that it learned",
    request: { params },
    responses: { 204: { description: "the problem is deleted" }, ...faults(404, 409, 503) },
  }),
  decide: createRoute({
    method: "post",
    path: "/v1/problems/{name}/decisions",
    summary: "Decide which arm to start, and when to cut it: for a fresh trial, or for an attempt at a task",
    request: { params, ...body(DecisionsRequestSchema, false) },
    responses: {
      200: { description: "the decisions", content: json(DecisionsSchema) },
      ...faults(404, 409, 429, ...WRITTEN),
    },
  }),
  observe: createRoute({
    method: "post",
    path: "/v1/problems/{name}/observations",
    summary: "Report the outcomes of decisions; each counts once, however often it is sent",
    request: { params, ...body(ObservationsSchema) },
    responses: {
      200: { description: "how many counted", content: json(OutcomeCountsSchema) },
      ...faults(404, 409, ...WRITTEN),
    },
  }),
  listTries: createRoute({
    method: "get",
    path: "/v1/problems/{name}/tries",
    summary: "List the latest finished tries, each with its arm, cutoff, time and outcome",
    request: { params, query: TriesQuerySchema },
    responses: { 200: { description: "the tries", content: json(TriesSchema) }, ...faults(404, 409) },
  }),
  problemEvents: createRoute({
    method: "get",
    path: "/v1/problems/{name}/events",
    summary:
      "Follow a problem by server-sent events: its state first, then each decision and outcome, and the state now and then",
    request: { params, query: EventsQuerySchema },
    responses: {
      200: {
        description: "state, decision, outcome, removed; summary if asked for",
        content: text("text/event-stream"),
      },
      ...faults(404, 409, 429),
    },
  }),
  allEvents: createRoute({
    method: "get",
    path: "/v1/events",
    summary: "Follow all problems by server-sent events",
    request: { query: EventsQuerySchema.extend(ListQuerySchema.shape) },
    responses: {
      200: {
        description: "state, decision, outcome, removed; summary if asked for",
        content: text("text/event-stream"),
      },
      ...faults(429),
    },
  }),
  getMetrics: createRoute({
    method: "get",
    path: "/metrics",
    summary: "Get counts for Prometheus",
    responses: { 200: { description: "Prometheus text", content: text("text/plain") }, ...faults() },
  }),
  getHealth: createRoute({
    method: "get",
    path: "/healthz",
    summary: "Whether the service runs; needs no token",
    responses: { 200: { description: "the service runs", content: text("text/plain") }, ...faults() },
  }),
};

/** Returns the OpenAPI document of the contract. */
export function openApiDocument(): object {
  const app = new OpenAPIHono();
  for (const [operationId, route] of Object.entries(contract)) {
    app.openAPIRegistry.registerPath({ ...route, operationId });
  }
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "mulligan serve",
      version,
      description: "Learns from outcomes which option to start, and how long to wait before starting again.",
    },
    // Relative to where the document is: the service knows neither its proxy nor its name.
    servers: [{ url: "/" }],
    security: [{}, { token: [] }],
  });
}
