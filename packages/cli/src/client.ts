/** `mulligan/client`: asks a `mulligan serve`, from Node, Deno, Bun or a browser of the same origin. No dependencies. */
import { callAnswer, eventOf, parseAnswer } from "./client-answers.ts";
import type { CallAnswer, Decision, Explanation, NewCallsProblem } from "./client-calls.ts";

export type { CallAnswer, Decision, Explanation, NewCallsProblem } from "./client-calls.ts";

/** What a problem is made of; only the name and the arms are required. */
export interface NewProblem {
  readonly kind?: undefined;
  readonly name: string;
  readonly arms: readonly { readonly name: string }[];
  /** `NAME[:option=value,…]`; `km-ts` if absent. */
  readonly policy?: string;
  readonly options?: Readonly<Record<string, number | string>>;
  /** `auto`, a list, `log:FROM:TO:COUNT` or `LOW..HIGH`; Infinity may be the last of a list. */
  readonly cutoffs?: string | readonly number[];
  /** The shortest time worth telling apart, where automatic cutoffs begin; learned if absent. */
  readonly resolution?: number;
  /** What a cut costs: a time, or `measured`, `none`, `constant(TIME)`, `proportional(SHARE)`. */
  readonly resetting?: string | number;
  readonly mode?: "abandon" | "retry";
  readonly schedule?: "luby" | "geometric" | "constant";
  readonly horizon?: number;
  readonly seed?: number;
}

/** What came of the decision with this id. */
export type Observation =
  | {
      readonly id: string;
      readonly kind: "completed";
      readonly time: number;
      readonly reward?: number;
      /** Of calls: for how many ms the server of a failed attempt asks to be left alone. */
      readonly retryAfter?: number;
      /** Of calls with `msPerCost`. */
      readonly cost?: number;
    }
  | {
      readonly id: string;
      readonly kind: "censored";
      readonly time: number;
      readonly resetting?: number;
      readonly cost?: number;
    };

/** How many observations counted, how many had been sent before, and how many are of decisions nobody knows. */
export interface Counted {
  readonly accepted: number;
  readonly repeated: number;
  readonly unknown: number;
}

/** A problem in counts. */
export interface Summary {
  readonly name: string;
  readonly readOnly: boolean;
  /** Whether more may come: of a run, whether its command still runs. */
  readonly live: boolean;
  /** Of a run whose journal is long: which part of it was read so far. */
  readonly readShare?: number;
  /** When it changed last, in milliseconds since 1970. */
  readonly lastActive: number;
  readonly unit?: string;
  readonly kind?: "calls";
  readonly policy?: string;
  readonly sequence: number;
  readonly decisions: number;
  readonly observations: number;
  readonly outstanding: number;
  readonly arms: readonly ArmCounts[];
}

export interface ArmCounts {
  readonly name: string;
  readonly decisions: number;
  readonly completed: number;
  readonly failed: number;
  readonly censored: number;
  readonly time: number;
  readonly reward: number;
}

/** The same with what was learned. */
export interface State extends Summary {
  /** Of calls: what a call would do now, and why. */
  readonly explanation?: Explanation;
  readonly best: { readonly arm: string; readonly cutoff: number; readonly rate: number } | null;
  readonly arms: readonly (ArmCounts & Learned)[];
}

export interface Learned {
  readonly bestCutoff: number | null;
  readonly bestRate: number | null;
  readonly rateWithoutCutoff: number | null;
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number } | null;
  readonly restart: "yes" | "no" | "unclear";
  readonly unfinished: number | null;
  readonly curve: readonly {
    readonly cutoff: number;
    readonly survival: number;
    readonly rate: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** What the same reward would have cost if nothing had been cut, or more, if that is not exact. */
  readonly withoutCutoff: { readonly time: number; readonly exact: boolean } | null;
}

/** A try that is over. */
export interface Tried {
  /** Which outcome of its problem it is, from 1. */
  readonly number: number;
  /** When it was decided, in milliseconds since 1970; null where nobody knows. */
  readonly at: number | null;
  readonly arm: string;
  readonly cutoff: number;
  readonly task?: string;
  readonly kind: "completed" | "censored";
  readonly time: number;
  readonly reward?: number;
  readonly stopped?: true;
}

/** The latest tries, and how many there were in all. */
export interface Tries {
  readonly last: number;
  readonly tries: readonly Tried[];
}

/** What to listen to (all but `summary` if absent), of how many problems to hear at first, and until when. */
export interface ListenOptions {
  readonly events?: readonly ServiceEvent["event"][];
  readonly latest?: number;
  readonly signal?: AbortSignal;
}

/** One of the service's events, with its data. */
export interface ServiceEvent {
  readonly event: "state" | "summary" | "decision" | "outcome" | "removed";
  readonly id: string;
  readonly data: unknown;
}

/** What the service refused, with the sentence in which it says what is allowed. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** A service, and the problems on it. */
export interface Client {
  /** Makes the problem, or finds the same one. */
  create(problem: NewProblem | NewCallsProblem): Promise<ClientProblem>;
  /** A problem that is there. */
  problem(name: string): ClientProblem;
  list(): Promise<readonly Summary[]>;
  /** What happens to all problems from now on, their state first. */
  events(options?: ListenOptions): AsyncIterable<ServiceEvent>;
}

export interface ClientProblem {
  readonly name: string;
  /** Decides for a fresh trial, or for an attempt at a task. */
  decide(about?: { readonly task?: string; readonly attempt?: number }): Promise<Decision>;
  decideMany(count: number): Promise<readonly Decision[]>;
  /** Asks for an attempt of a call, of a problem of kind `calls`; again when it has failed or has reached its cutoff. */
  decideCall(call: {
    readonly task: string;
    readonly attempt?: number;
    readonly key?: string;
    /** What is left of the call's time, in ms. */
    readonly remaining?: number;
  }): Promise<CallAnswer>;
  /** Each counts once, so that what failed may be sent again. */
  observe(...observations: readonly Observation[]): Promise<Counted>;
  state(): Promise<State>;
  /** The latest tries, those after the one with this number. */
  tries(after?: number): Promise<Tries>;
  remove(): Promise<void>;
  events(options?: ListenOptions): AsyncIterable<ServiceEvent>;
}

/** The service at this address; a token, if it needs one. */
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
    // By its reader: not every browser can go through a stream with for await.
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        text += decoder.decode(read.value, { stream: true });
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) if (!block.startsWith(":")) yield eventOf(block) as ServiceEvent;
      }
    } finally {
      // One that broke off cannot be cancelled, and need not.
      await reader.cancel().catch(() => {});
    }
  }

  function problem(name: string): ClientProblem {
    const place = `/v1/problems/${encodeURIComponent(name)}`;
    const decide = async (wanted: object) =>
      (await ask<{ decisions: Decision[] }>("POST", `${place}/decisions`, wanted)).decisions;
    return {
      name,
      decide: async (about = {}) => (await decide(about))[0] as Decision,
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
