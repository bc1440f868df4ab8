/** `mulligan/client`: asks a `mulligan serve`, from Node, Deno, Bun or a browser of the same origin. No dependencies. */

/** What a problem is made of; only the name and the arms are required. */
export interface NewProblem {
  readonly name: string;
  readonly arms: readonly { readonly name: string }[];
  /** `NAME[:option=value,…]`; `km-ts` if absent. */
  readonly policy?: string;
  readonly options?: Readonly<Record<string, number | string>>;
  /** `auto`, a list, `log:FROM:TO:COUNT` or `LOW..HIGH`; Infinity may be the last of a list. */
  readonly cutoffs?: string | readonly number[];
  /** The shortest time worth telling apart: where automatic cutoffs begin. */
  readonly resolution?: number;
  /** What a cut costs: a time, or `measured`, `none`, `constant(TIME)`, `proportional(SHARE)`. */
  readonly resetting?: string | number;
  readonly mode?: "abandon" | "retry";
  readonly schedule?: "luby" | "geometric" | "constant";
  readonly horizon?: number;
  readonly seed?: number;
}

/** Which arm to start, and when to cut it off; Infinity waits for the end. */
export interface Decision {
  readonly id: string;
  readonly arm: string;
  readonly cutoff: number;
  readonly attempt?: number;
}

/** What came of the decision with this id. */
export type Observation =
  | { readonly id: string; readonly kind: "completed"; readonly time: number; readonly reward?: number }
  | { readonly id: string; readonly kind: "censored"; readonly time: number; readonly resetting?: number };

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
}

/** One of the service's events: `state`, `decision` or `outcome`, with its data. */
export interface ServiceEvent {
  readonly event: string;
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
  create(problem: NewProblem): Promise<ClientProblem>;
  /** A problem that is there. */
  problem(name: string): ClientProblem;
  list(): Promise<readonly Summary[]>;
  /** What happens to all problems from now on, their state first. */
  events(): AsyncIterable<ServiceEvent>;
}

export interface ClientProblem {
  readonly name: string;
  /** Decides for a fresh trial, or for an attempt at a task. */
  decide(about?: { readonly task?: string; readonly attempt?: number }): Promise<Decision>;
  decideMany(count: number): Promise<readonly Decision[]>;
  /** Each counts once, so that what failed may be sent again. */
  observe(...observations: readonly Observation[]): Promise<Counted>;
  state(): Promise<State>;
  remove(): Promise<void>;
  events(): AsyncIterable<ServiceEvent>;
}

/** The service at this address; a token, if it needs one. */
export function connect(url: string, { token }: { readonly token?: string } = {}): Client {
  const base = url.replace(/\/+$/, "");
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function send(method: string, path: string, body?: unknown) {
    const response = await fetch(`${base}${path}`, {
      method,
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
    return parse(await (await send(method, path, body)).text()) as Answer;
  }

  async function* events(path: string): AsyncGenerator<ServiceEvent> {
    const { body } = await send("GET", path);
    let text = "";
    const decoder = new TextDecoder();
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) if (!block.startsWith(":")) yield eventOf(block);
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
      observe: (...observations) => ask("POST", `${place}/observations`, { observations }),
      state: () => ask("GET", place),
      remove: async () => void (await send("DELETE", place)),
      events: () => events(`${place}/events`),
    };
  }

  return {
    async create(definition) {
      await ask("POST", "/v1/problems", definition);
      return problem(definition.name);
    },
    problem,
    list: async () => (await ask<{ problems: Summary[] }>("GET", "/v1/problems")).problems,
    events: () => events("/v1/events"),
  };
}

/** Fields in which the service writes ∞ as a word; a name may be the same word. */
const NUMBERS: readonly string[] = ["cutoff", "cutoffs", "bestCutoff", "estimate", "low", "high"];

function parse(text: string): unknown {
  const infinite = (value: unknown): unknown => (value === "inf" ? Infinity : value);
  return JSON.parse(text, (key, value) => {
    if (!NUMBERS.includes(key)) return value;
    return Array.isArray(value) ? value.map(infinite) : infinite(value);
  });
}

function eventOf(block: string): ServiceEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return { event: field("event"), id: field("id"), data: parse(field("data")) };
}
