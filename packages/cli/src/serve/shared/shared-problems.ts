import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Redis } from "@mulligan/cluster";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";
import { ServiceProblem } from "../problem/problem.ts";
import { headerLine, readHeader } from "../store/problem-file.ts";
import { MAX_PROBLEMS, type ProblemStore, TooManyProblems } from "../store/problem-store.ts";
import { ProblemClosed, RedisUnavailable, type StoreOptions } from "../store/stored-problem.ts";
import {
  type MessageHandlers,
  type Messages,
  NOT_OWNER,
  type OwnerReply,
  type OwnerRequest,
  openMessages,
  type SharedEvent,
} from "./messages.ts";
import { OwnedProblems } from "./owned-problems.ts";
import {
  ALL_SERVICES,
  answered,
  FORMAT,
  logKey,
  logStateKey,
  PATIENCE_MS,
  problemKeys,
  scriptsOn,
} from "./redis-keys.ts";
import type { RedisAccess } from "./redis-log.ts";

/** Two connections to one Redis: for commands, and for messages of other services. */
export interface Connections {
  readonly commands: Redis;
  readonly subscriber: Redis;
}

/** The options of a service that shares its problems. */
export interface SharingOptions extends Pick<MessageHandlers, "answer" | "events" | "missed" | "notice"> {
  readonly store: StoreOptions;
  /** Called when another service removed a problem. */
  removed(name: string): void;
  /** Whether this service has listeners to events, so that others must send theirs. */
  hasListeners(): boolean;
  /** How long a service counts as living after it was heard of last; 10 s if absent. */
  readonly leaseMs?: number | undefined;
}

/** The problems in Redis. The store has those that this service owns. */
export interface SharedProblems extends ProblemStore, Pick<OwnedProblems, "here" | "namesByOwner"> {
  /** The id of this service. */
  readonly service: string;
  /** Carries out a request where its problem is owned: here, by `perform`, or by a message to the owner. */
  atOwner<Result extends object>(
    name: string,
    perform: () => Promise<Result>,
    request: () => Omit<OwnerRequest, "name">,
  ): Promise<{ readonly result: Result } | { readonly reply: OwnerReply }>;
  /** Asks a service about all problems that it owns, one of which is `name`; undefined if it owns that no more. */
  askAll(service: string, name: string, request: Omit<OwnerRequest, "name">): Promise<OwnerReply | undefined>;
  /** Whether other services have listeners to events. */
  hasListenersElsewhere(): boolean;
  sendEvents(events: readonly SharedEvent[]): void;
  /** Asks the other services for their events. */
  wantEvents(): Promise<void>;
}

const LEASE_MS = 10_000;
/** How long to wait before a request is tried at another owner. */
const AGAIN_MS = 20;

/** Opens the problems in Redis. Each has one owner, which decides as a single service does. */
export async function openSharedProblems(
  { commands, subscriber }: Connections,
  options: SharingOptions,
): Promise<SharedProblems> {
  await checkFormat(commands);
  const service = randomBytes(8).toString("hex");
  const access = { redis: commands, scripts: scriptsOn(commands), service };
  const { leaseMs = LEASE_MS } = options;
  const owned = new OwnedProblems(access, options.store, options.notice);
  // Listeners elsewhere make themselves known before this has passed.
  let listenersUntil = performance.now() + leaseMs;
  const messages = await openMessages({ commands, subscriber }, service, {
    ...options,
    removed(name, mark) {
      if (owned.find(name)?.mark === mark) owned.drop(name);
      options.removed(name);
    },
    listening() {
      listenersUntil = performance.now() + leaseMs;
    },
  });

  async function renew(): Promise<void> {
    await access.scripts.renew(problemKeys.services, service, leaseMs);
    // A connection over a cut cable is noticed only if something is sent.
    void subscriber.ping().catch(() => {});
    if (options.hasListeners()) await messages.tellAll({ type: "listening" });
  }

  await renew();
  // While Redis is away there is nothing to renew.
  const renewLater = () => void renew().catch(() => {});
  const timer = setInterval(renewLater, leaseMs / 3).unref();
  commands.on("ready", renewLater);

  return {
    service,
    size: () => owned.size,
    all: () => owned.all(),
    find: (name) => owned.find(name),
    unreadable: () => owned.allUnreadable(),
    // Whoever asks for such a problem gets the error of reading it.
    whyUnreadable: () => undefined,
    here: (name, perform) => owned.here(name, perform),
    namesByOwner: () => owned.namesByOwner(),
    atOwner: atOwnerOf(owned, messages, service),
    async askAll(other, name, request) {
      const isOwner = () => owned.isOwner(name, other);
      const reply = await messages.ask(other, { ...request, name: "" }, isOwner);
      return reply.status === NOT_OWNER ? undefined : reply;
    },
    hasListenersElsewhere: () => performance.now() < listenersUntil,
    sendEvents: (events) => void messages.tellAll({ type: "events", events }).catch(() => {}),
    wantEvents: () => messages.tellAll({ type: "listening" }),
    create: (definition) => create(access, definition),
    async remove(name) {
      const removed = await remove(access, name, messages);
      owned.removed(name);
      return removed;
    },
    async close() {
      clearInterval(timer);
      commands.off("ready", renewLater);
      await messages.close();
      await owned.close();
      // Others may take over at once.
      await answered(commands, () => commands.zrem(problemKeys.services, service)).catch(() => {});
      for (const connection of [commands, subscriber]) connection.disconnect();
    },
  };
}

function atOwnerOf(owned: OwnedProblems, messages: Messages, service: string): SharedProblems["atOwner"] {
  return async (name, perform, request) => {
    const since = performance.now();
    let owner = await owned.ownerOf(name);
    do {
      if (owner === undefined || owner === service) {
        const result = await owned.here(name, perform);
        if (result !== undefined) return { result };
      } else {
        const asked = owner;
        const isOwner = () => owned.isOwner(name, asked);
        const reply = await messages.ask(asked, { ...request(), name }, isOwner);
        if (reply.status !== NOT_OWNER) return { reply };
      }
      // It waits a moment: other services may keep writing the problem.
      await pause(AGAIN_MS);
      owner = await owned.claim(name);
    } while (performance.now() - since < PATIENCE_MS);
    throw new RedisUnavailable(undefined, "The problem changes from one service to another");
  };
}

async function create({ redis, scripts, service }: RedisAccess, definition: ProblemDefinition) {
  new ServiceProblem(definition); // refuses what cannot be
  const mark = randomBytes(4).toString("hex");
  const places = [problemKeys.problems, problemKeys.owners, logKey(mark), logStateKey(mark)];
  const header = headerLine(mark, definition);
  const known = await scripts.create(...places, service, definition.name, mark, header, MAX_PROBLEMS);
  if (known === "") throw new TooManyProblems();
  if (known === mark) return "made";
  const first = await answered(redis, () => redis.lindex(logKey(known), 0));
  if (first === null) throw new ProblemClosed("the problem was deleted by another service");
  // The record as it would come back from Redis.
  const given: unknown = JSON.parse(JSON.stringify(definition));
  return isDeepStrictEqual(readHeader(first.split("\n", 1)[0])?.definition, given) ? "known" : "taken";
}

async function remove({ redis, scripts }: RedisAccess, name: string, messages: Messages): Promise<boolean> {
  const mark = await answered(redis, () => redis.hget(problemKeys.problems, name));
  if (mark === null) return false;
  const places = [problemKeys.problems, problemKeys.owners, logKey(mark), logStateKey(mark)];
  return (await scripts.remove(...places, name, mark, ALL_SERVICES, messages.removedText(name, mark))) === 1;
}

/** Another layout is refused, not guessed at. */
async function checkFormat(redis: Redis): Promise<void> {
  const found = (await redis.set(problemKeys.format, FORMAT, "NX", "GET")) ?? FORMAT;
  if (found === FORMAT) return;
  throw new UsageError(
    `--redis: the problems there must be of format ${FORMAT}, got ${JSON.stringify(found).slice(0, 60)}`,
  );
}
