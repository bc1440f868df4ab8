import { randomBytes } from "node:crypto";
import type { Redis } from "@mulligan/cluster";
import { z } from "zod";
import { parseObject } from "../../journal/lines.ts";
import { MAX_NAME, NameSchema } from "../problem/problem-schema.ts";
import { RedisUnavailable } from "../store/stored-problem.ts";
import { ALL_SERVICES, answered, channelOf, LATE, PATIENCE_MS, within } from "./redis-keys.ts";

/** The longest body of a message: the states of 64 arms, or a part of a list, with room to spare. */
const MAX_BODY = 2 ** 24;
/** The longest message as text: JSON writes a quotation mark of the body as two characters. */
const MAX_MESSAGE = 2 * MAX_BODY;
/** The most events of a record. */
const MAX_EVENTS = 1_000;

const Service = z.string().regex(/^[0-9a-f]{16}$/);
const Body = z.string().max(MAX_BODY);

const requestSchema = z.strictObject({
  type: z.literal("request"),
  id: Service,
  from: Service,
  operation: z.string().max(MAX_NAME),
  /** The problem; empty if the request is for all problems of the service. */
  name: z.union([NameSchema, z.literal("")]),
  body: Body,
});

const replySchema = z.strictObject({
  type: z.literal("reply"),
  id: Service,
  /** The status as in HTTP. */
  status: z.int().min(200).max(599),
  body: Body,
});

const eventSchema = z.strictObject({
  event: z.enum(["decision", "outcome"]),
  problem: NameSchema,
  sequence: z.int().nonnegative(),
  data: Body,
});

/** Everything that services send to each other. */
const messageSchema = z.discriminatedUnion("type", [
  requestSchema,
  replySchema,
  z.strictObject({
    type: z.literal("removed"),
    from: Service,
    name: NameSchema,
    mark: z.string().max(MAX_NAME),
  }),
  /** The service has listeners to events: the others send theirs for a while. */
  z.strictObject({ type: z.literal("listening"), from: Service }),
  z.strictObject({ type: z.literal("events"), from: Service, events: z.array(eventSchema).max(MAX_EVENTS) }),
]);

type Message = z.output<typeof messageSchema>;

/** A request for the owner of a problem. The two ends define the operations. */
export type OwnerRequest = Pick<z.output<typeof requestSchema>, "operation" | "name" | "body">;
export type OwnerReply = Pick<z.output<typeof replySchema>, "status" | "body">;
export type SharedEvent = z.output<typeof eventSchema>;

/** The status of a reply if the service does not own the problem; HTTP calls it Misdirected Request. */
export const NOT_OWNER = 421;

/** The handlers for messages of other services. */
export interface MessageHandlers {
  answer(request: OwnerRequest): Promise<OwnerReply>;
  removed(name: string, mark: string): void;
  listening(): void;
  events(events: readonly SharedEvent[]): void;
  /** Messages may have been missed, since the connection was lost. */
  missed(): void;
  notice(text: string): void;
}

export interface Messages {
  /**
   * Asks a service. While it does not answer, `isOwner` is asked now and then whether it still owns the problem; if
   * not, the answer is `NOT_OWNER`. Fails with `RedisUnavailable` if no answer comes.
   */
  ask(service: string, request: OwnerRequest, isOwner: () => Promise<boolean>): Promise<OwnerReply>;
  /** Tells all services; fails if Redis does not answer. */
  tellAll(message: { type: "listening" } | { type: "events"; events: readonly SharedEvent[] }): Promise<void>;
  /** The text with which the script that removes a problem tells all services. */
  removedText(name: string, mark: string): string;
  /** Takes no more requests, and resolves when those that were taken are answered. */
  close(): Promise<void>;
}

/** How often a silent service is checked for still being the owner. */
const CHECK_MS = 1_000;

/** Opens the channels of a service. A foreign message is ignored, with one notice. */
export async function openMessages(
  { commands, subscriber }: { readonly commands: Redis; readonly subscriber: Redis },
  own: string,
  handlers: MessageHandlers,
): Promise<Messages> {
  const waiting = new Map<string, (reply: OwnerReply) => void>();
  const answering = new Set<Promise<void>>();
  let noticed = false;

  async function send(channel: string, message: object): Promise<void> {
    await answered(commands, () => commands.publish(channel, JSON.stringify(message)));
  }

  async function reply({ id, from, ...request }: z.output<typeof requestSchema>): Promise<void> {
    const { status, body } = await handlers.answer(request);
    const fits = body.length <= MAX_BODY;
    const text = fits ? body : "The answer is too long to be sent from one service to another";
    // If Redis does not answer, the requesting service notices it.
    await send(channelOf(from), { type: "reply", id, status: fits ? status : 503, body: text }).catch(
      () => {},
    );
  }

  function receive(message: Message): void {
    if (message.type === "reply") waiting.get(message.id)?.(message);
    else if (message.from === own) return;
    else if (message.type === "request") {
      const answer = reply(message).finally(() => answering.delete(answer));
      answering.add(answer);
    } else if (message.type === "removed") handlers.removed(message.name, message.mark);
    else if (message.type === "listening") handlers.listening();
    else handlers.events(message.events);
  }

  subscriber.on("message", (_channel: string, text: string) => {
    const message = text.length > MAX_MESSAGE ? undefined : messageSchema.safeParse(parseObject(text)).data;
    if (message !== undefined) receive(message);
    else if (!noticed) {
      noticed = true;
      handlers.notice("Redis: ignored a message that no service of this version sends");
    }
  });
  await answered(subscriber, () => subscriber.subscribe(ALL_SERVICES, channelOf(own)));
  subscriber.on("ready", () => handlers.missed());

  return {
    async ask(service, request, isOwner) {
      const id = randomBytes(8).toString("hex");
      const replied = new Promise<OwnerReply>((resolve) => waiting.set(id, resolve));
      try {
        await send(channelOf(service), { type: "request", id, from: own, ...request });
        for (let waited = 0; waited < PATIENCE_MS; waited += CHECK_MS) {
          const found = await within(CHECK_MS, replied);
          if (found !== LATE) return found;
          if (!(await isOwner())) return { status: NOT_OWNER, body: "" };
        }
        throw new RedisUnavailable(undefined, "The service that owns the problem does not answer");
      } finally {
        waiting.delete(id);
      }
    },
    tellAll: (message) => send(ALL_SERVICES, { ...message, from: own }),
    removedText: (name, mark) => JSON.stringify({ type: "removed", from: own, name, mark }),
    async close() {
      await answered(subscriber, () => subscriber.unsubscribe()).catch(() => {});
      await Promise.all(answering);
    },
  };
}
