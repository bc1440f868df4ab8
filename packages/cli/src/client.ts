/** `mulligan/client`: asks a `mulligan serve`, from Node, Deno, Bun or a browser of the same origin. No dependencies. */
import type {
  CallAnswer,
  Client,
  ClientProblem,
  ListenOptions,
  ServiceDecision,
  ServiceEvent,
} from "./client-api.ts";
import type { Summary } from "./client-state.ts";

export type * from "./client-api.ts";

/** The service refused a request; the message says what is allowed. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Returns a client of the service at this address, with a token if the service needs one. */
export function connect(url: string, { token }: { readonly token?: string } = {}): Client {
  const base = url.replace(/\/+$/, "");
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function send(method: string, path: string, body?: unknown, signal?: AbortSignal) {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(signal === undefined ? {} : { signal }),
      headers: { ...authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body, (_, value) => (value === Infinity ? "inf" : value)) }),
    });
    if (response.ok) return response;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new ServiceError(response.status, detail ?? `the service answered ${response.status}`);
  }

  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return parseAnswer(await (await send(method, path, body)).text()) as Answer;
  }

  async function* events(
    path: string,
    { events: wanted, latest, signal }: ListenOptions = {},
  ): AsyncGenerator<ServiceEvent> {
    const query = new URLSearchParams({
      ...(wanted === undefined ? {} : { events: wanted.join() }),
      ...(latest === undefined ? {} : { latest: String(latest) }),
    });
    const { body } = await send("GET", `${path}?${query}`, undefined, signal);
    let text = "";
    const decoder = new TextDecoder();
    // Uses a reader: not every browser can iterate over a stream with for await.
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        text += decoder.decode(read.value, { stream: true });
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) if (!block.startsWith(":")) yield eventOf(block) as ServiceEvent;
      }
    } finally {
      // A broken stream cannot be cancelled, and need not be.
      await reader.cancel().catch(() => {});
    }
  }

  function problem(name: string): ClientProblem {
    const place = `/v1/problems/${encodeURIComponent(name)}`;
    const decide = async (wanted: object) =>
      (await ask<{ decisions: ServiceDecision[] }>("POST", `${place}/decisions`, wanted)).decisions;
    return {
      name,
      decide: async (about = {}) => (await decide(about))[0] as ServiceDecision,
      decideMany: (count) => decide({ count }),
      decideCall: async (call) => callAnswer(await ask("POST", `${place}/decisions`, call)) as CallAnswer,
      observe: (...observations) => ask("POST", `${place}/observations`, { observations }),
      state: () => ask("GET", place),
      tries: (after = 0) => ask("GET", `${place}/tries?after=${after}`),
      remove: async () => void (await send("DELETE", place)),
      events: (options) => events(`${place}/events`, options),
    };
  }

  return {
    async create(definition) {
      await ask("POST", "/v1/problems", definition);
      return problem(definition.name);
    },
    problem,
    list: async () => (await ask<{ problems: Summary[] }>("GET", "/v1/problems")).problems,
    events: (options) => events("/v1/events", options),
  };
}

/** Fields in which the service writes ∞ as "inf"; elsewhere that may be a name. */
const NUMBERS: readonly string[] = [
  "cutoff",
  "cutoffs",
  "bestCutoff",
  "estimate",
  "low",
  "high",
  "wait",
  "maxExtraLoad",
  "halfLife",
  "cutoffMs",
  "expectedMs",
  "withoutCutsMs",
  "extraRequestsLeft",
];

/** The JSON text of an answer, with ∞ as a number. */
function parseAnswer(text: string): unknown {
  const infinite = (value: unknown): unknown => (value === "inf" ? Infinity : value);
  return JSON.parse(text, (key, value) => {
    if (!NUMBERS.includes(key)) return value;
    return Array.isArray(value) ? value.map(infinite) : infinite(value);
  });
}

/** The answer to a call, which gets one decision or none. */
function callAnswer({
  decisions,
  cut = [],
  ...refusal
}: {
  readonly decisions: readonly unknown[];
  readonly cut?: readonly string[];
}): object {
  const [decision] = decisions;
  return { ...(decision === undefined ? {} : { decision }), cut, ...refusal };
}

/** One event of a stream, from its lines. */
function eventOf(block: string): {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
} {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return { event: field("event"), id: field("id"), data: parseAnswer(field("data")) };
}
