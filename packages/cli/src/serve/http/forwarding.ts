import { z } from "@hono/zod-openapi";
import { parseObject } from "../../journal/lines.ts";
import { toJson } from "../../shell/output.ts";
import { MAX_NAME } from "../problem/problem-schema.ts";
import type { ProblemSummary } from "../problem/problem-state.ts";
import { NOT_OWNER, type OwnerReply, type OwnerRequest } from "../shared/messages.ts";
import type { SharedProblems } from "../shared/shared-problems.ts";
import type { DecisionHandlers } from "./decisions.ts";
import { Fault, type FaultStatus, faultOf, TITLES } from "./fault.ts";
import type { NextPart } from "./paced-writer.ts";
import {
  DecisionsRequestSchema,
  DecisionsSchema,
  ObservationsSchema,
  OutcomeCountsSchema,
  TriesSchema,
} from "./schemas.ts";
import { StateSchema, SummarySchema } from "./state-schemas.ts";
import { type ListPart, latestOf, listJson, type ProblemList, type StateHandlers } from "./states.ts";

/** The requests that the owner of a problem answers. */
export type ProblemHandlers = Pick<DecisionHandlers, "decide" | "observe"> & StateHandlers;

/** A request as services send it to each other. */
interface Operation<Body> {
  readonly body: z.ZodType<Body>;
  readonly answer: z.ZodType;
  perform(local: ProblemHandlers, name: string, body: Body): Promise<object>;
}

function operation<Body>(
  body: z.ZodType<Body>,
  answer: z.ZodType,
  perform: Operation<Body>["perform"],
): Operation<Body> {
  return { body, answer, perform };
}

const Nothing = z.strictObject({});
const Count = z.int().nonnegative();
const ListRequest = z.strictObject({ latest: Count.optional(), after: z.string().max(MAX_NAME) });
const ListPartSchema = z.object({ problems: z.array(SummarySchema), isLast: z.boolean() });

const OPERATIONS = {
  decide: operation(DecisionsRequestSchema, DecisionsSchema, (local, name, request) =>
    local.decide(name, request),
  ),
  observe: operation(ObservationsSchema, OutcomeCountsSchema, (local, name, { observations }) =>
    local.observe(name, observations),
  ),
  state: operation(Nothing, StateSchema, (local, name) => local.state(name)),
  summary: operation(Nothing, SummarySchema, (local, name) => local.summary(name)),
  tries: operation(z.strictObject({ after: Count }), TriesSchema, (local, name, { after }) =>
    local.tries(name, after),
  ),
  list: operation(ListRequest, ListPartSchema, (local, _name, { latest, after }) =>
    local.listPart(after, latest),
  ),
};

/** How often a list is begun again because a service went away. */
const MAX_LISTS = 5;

const COME_AND_GO = new Fault(503, "The services are changing; send the request again", {
  "retry-after": "1",
});

/** Returns handlers that ask the owner of each problem, which may be this service. */
export function forwardingHandlers(
  local: ProblemHandlers,
  shared: SharedProblems,
): Omit<ProblemHandlers, "listPart"> {
  async function atOwner<Body, Result extends object>(
    operation: keyof typeof OPERATIONS,
    name: string,
    body: Body,
    perform: () => Promise<Result>,
  ): Promise<Result> {
    const request = () => ({ operation, body: JSON.stringify(body) });
    const done = await shared.atOwner(name, perform, request);
    return "result" in done ? done.result : readReply(OPERATIONS[operation].answer, done.reply);
  }

  return {
    decide: (name, request) => atOwner("decide", name, request, () => local.decide(name, request)),
    observe: (name, observations) =>
      atOwner("observe", name, { observations }, () => local.observe(name, observations)),
    state: (name) => atOwner("state", name, {}, () => local.state(name)),
    summary: (name) => atOwner("summary", name, {}, () => local.summary(name)),
    tries: (name, after) => atOwner("tries", name, { after }, () => local.tries(name, after)),
    ...listsOfAll(local, shared),
  };
}

/** The lists of the problems of all services. */
function listsOfAll(
  local: ProblemHandlers,
  shared: SharedProblems,
): Pick<ProblemHandlers, "list" | "listText"> {
  async function listPartAt(service: string, name: string, after: string, latest?: number) {
    const body = JSON.stringify({ latest, after });
    const reply = await shared.askAll(service, name, { operation: "list", body });
    return reply === undefined ? undefined : readReply<ListPart>(ListPartSchema, reply);
  }

  /** The problems of another service, which come in parts; undefined if it is gone. */
  async function listAt(service: string, names: ReadonlySet<string>, latest: number | undefined) {
    const problems: ProblemSummary[] = [];
    for (;;) {
      const part = await listPartAt(service, [...names][0], problems.at(-1)?.name ?? "", latest);
      if (part === undefined) return undefined;
      problems.push(...part.problems);
      if (part.isLast || part.problems.length === 0) return problems;
    }
  }

  async function list(latest?: number, tries = MAX_LISTS): Promise<ProblemList> {
    const owners = await shared.namesByOwner();
    const own = await local.list(latest);
    const asked = Array.from(owners, async ([service, names]) => {
      const problems = service === shared.service ? own.problems : await listAt(service, names, latest);
      return problems?.filter(({ name }) => names.has(name));
    });
    const lists = await Promise.all(asked);
    const known = lists.filter((one) => one !== undefined);
    if (known.length === lists.length) return { ...own, problems: latestOf(known.flat(), latest) };
    if (tries > 1) return list(latest, tries - 1);
    throw COME_AND_GO;
  }

  /** All problems, service by service, read from each in parts as far as they are asked for. */
  async function* summaries(): AsyncGenerator<ProblemSummary> {
    const owners = Array.from(await shared.namesByOwner(), ([service, [name]]) => ({ service, name }));
    for (const { service, name } of owners) {
      let after = "";
      for (;;) {
        const isOwn = service === shared.service;
        const part = isOwn ? await local.listPart(after) : await listPartAt(service, name, after);
        if (part === undefined) throw COME_AND_GO;
        yield* part.problems;
        if (part.isLast || part.problems.length === 0) break;
        after = part.problems.at(-1)!.name;
      }
    }
  }

  let listed: Promise<unknown> = Promise.resolve();
  /** The lists follow one after the other: each is in memory as a whole until it is sent. */
  function listInTurn(latest?: number): Promise<ProblemList> {
    const found = listed.then(() => list(latest));
    listed = found.catch(() => {});
    return found;
  }

  /** The whole list as one part. */
  function listAsOne(latest: number | undefined): NextPart {
    let isDone = false;
    return async () => {
      if (isDone) return undefined;
      isDone = true;
      return toJson(await listInTurn(latest));
    };
  }

  return {
    list: listInTurn,
    async listText(latest, inOrder = true) {
      const inParts = latest === undefined && !inOrder;
      const nextPart = inParts
        ? listJson(summaries(), { unreadable: shared.unreadable(), folder: null })
        : listAsOne(latest);
      // The problems that are still to come are unknown, so events may repeat what is in the list.
      return { nextPart, isPending: () => false };
    },
  };
}

/** Checked, and as it was sent: the schemas leave out fields that they do not know. */
function readReply<Result>(schema: z.ZodType, { status, body }: OwnerReply): Result {
  if (status !== 200) {
    const known = (status in TITLES ? status : 503) as FaultStatus;
    throw new Fault(known, body, known === 429 || known === 503 ? { "retry-after": "1" } : {});
  }
  const answer = parseObject(body);
  if (schema.safeParse(answer).success) return answer as Result;
  throw new Fault(503, "The service that owns the problem sent an invalid answer");
}

/** Answers a request of another service. */
export async function answerRequest(
  { operation, name, body }: OwnerRequest,
  local: ProblemHandlers,
  shared: SharedProblems,
  defect: (error: unknown) => void,
): Promise<OwnerReply> {
  try {
    if (!Object.hasOwn(OPERATIONS, operation))
      throw new Fault(400, "The request must be one of this version");
    const { body: schema, perform } = OPERATIONS[operation as "state"] as Operation<unknown>;
    const checked = schema.safeParse(parseObject(body));
    if (!checked.success) throw new Fault(400, "The request of a service must be as this version has it");
    const answer = async () => toJson(await perform(local, name, checked.data));
    const text = name === "" ? await answer() : await shared.here(name, answer);
    return text === undefined ? { status: NOT_OWNER, body: "" } : { status: 200, body: text };
  } catch (error) {
    const { status, message } = faultOf(error, defect);
    return { status, body: message };
  }
}
