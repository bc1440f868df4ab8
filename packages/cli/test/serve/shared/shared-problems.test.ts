import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import type { PolicySnapshot } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { expect, onTestFinished, test } from "vitest";
import { startRedis as startServer } from "../../../../../soak/cluster/redis-server.mjs";
import { withRedis } from "../../../../../test/with-redis.ts";
import type { ProblemDefinition } from "../../../src/serve/problem/definition.ts";
import { openSharedProblems } from "../../../src/serve/shared/shared-problems.ts";
import type { StoredProblem } from "../../../src/serve/store/stored-problem.ts";
import { definition } from "../definition.ts";
import { listening } from "../listening.ts";
import { newProblem, served } from "../served.ts";
import { startServe } from "../start-serve.ts";

type Served = Awaited<ReturnType<typeof served>>;
type Decided = { id: string; arm: string; cutoff: number | "inf" };

async function startRedis() {
  const { url, restart, stop } = await startServer({ lasting: true });
  onTestFinished(stop);
  const open = () => {
    const redis = connectRedis(parseRedisUrl(url, "url"), () => {});
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  const connections = async () => {
    const links = { commands: open(), reader: open() };
    await Promise.all(Object.values(links).map((link) => link.connect()));
    return links;
  };
  return { url, restart, stop, connect: open, connections };
}

async function twoServices() {
  const redis = await startRedis();
  const open = async () => served({ redis: await redis.connections() });
  return { redis, open, services: [await open(), await open()] as [Served, Served] };
}

async function decide({ ask }: Served, name: string, count = 1): Promise<Decided[]> {
  return (await ask("POST", `/v1/problems/${name}/decisions`, { count })).body.decisions;
}

/** All that a service says of it but when it heard of it, which is its own. */
async function stateOfA({ ask }: Served) {
  const { lastActive: _, ...state } = (await ask("GET", "/v1/problems/a")).body;
  return state;
}

function observationsOf(decisions: readonly Decided[], random: ReturnType<typeof stream>) {
  return decisions.map(({ id, cutoff }) => {
    const time = -Math.log(1 - random.uniform());
    const completed = cutoff === "inf" || time <= cutoff;
    return completed ? { id, kind: "completed", time } : { id, kind: "censored", time: cutoff };
  });
}

withRedis("several services behind one address", () => {
  test("what one made the other knows, and what one decided the other may be told of, once", async () => {
    const { services } = await twoServices();
    const [east, west] = services;
    expect((await east.ask("POST", "/v1/problems", newProblem("a"))).status).toBe(201);
    expect((await west.ask("POST", "/v1/problems", newProblem("a"))).status).toBe(201);
    expect((await west.ask("POST", "/v1/problems", newProblem("a", { seed: 2 }))).status).toBe(409);
    const [{ id }] = await decide(east, "a");
    const observations = [{ id, kind: "completed", time: 0.5 }];
    const told = await Promise.all(
      [west, east, west, east].map(({ ask }) => ask("POST", "/v1/problems/a/observations", { observations })),
    );
    expect(told.map(({ body }) => body.accepted).sort()).toEqual([0, 0, 0, 1]);
    expect(told.map(({ body }) => body.repeated).sort()).toEqual([0, 1, 1, 1]);
    const nobody = { observations: [{ id: "no-1", kind: "completed", time: 1 }] };
    expect((await east.ask("POST", "/v1/problems/a/observations", nobody)).body).toEqual({
      accepted: 0,
      repeated: 0,
      unknown: 1,
    });
    const states = await Promise.all(services.map(stateOfA));
    expect(states[0]).toMatchObject({ sequence: 2, decisions: 1, observations: 1, outstanding: 0 });
    expect(states[1]).toEqual(states[0]);
    expect((await west.ask("DELETE", "/v1/problems/a")).status).toBe(204);
    expect((await east.ask("GET", "/v1/problems/a")).status).toBe(404);
    expect((await east.ask("POST", "/v1/problems/a/decisions", {})).status).toBe(404);
  });

  test("twenty clients over two services: both, and a third that comes later, know the same to the last digit", async () => {
    const { open, services } = await twoServices();
    await services[0].ask("POST", "/v1/problems", newProblem("a"));
    const { heard, until } = await listening(`${services[1].url}/v1/problems/a/events`);
    let accepted = 0;
    const client = async (place: number) => {
      const random = stream(place, "client");
      for (let round = 0; round < 8; round++) {
        const decisions = await decide(services[(place + round) % 2], "a", 1 + (place % 3));
        const observations = observationsOf(decisions, random);
        const { ask } = services[(place + round + 1) % 2];
        const answer = await ask("POST", "/v1/problems/a/observations", { observations });
        accepted += answer.body.accepted;
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, place) => client(place)));
    const later = await open();
    const states = await Promise.all([...services, later].map(stateOfA));
    expect(states[0].observations).toBe(accepted);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    // Whoever listens at one hears what was done by way of the other, too, in order.
    await until((all) => all.some(({ event, id }) => event !== "state" && id === states[0].sequence));
    const sequence = heard.filter(({ event }) => event !== "state").map(({ id }) => id);
    expect(sequence).toEqual(Array.from({ length: states[0].sequence }, (_, i) => i + 1));
  });

  test("a policy that goes by its own decisions is refused with the reason", async () => {
    const { services } = await twoServices();
    const answer = await services[0].ask(
      "POST",
      "/v1/problems",
      newProblem("a", { policy: "hidden-types", mode: "retry" }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(/hidden-types cannot be shared by several services.*km-ts/);
    const calls = await services[0].ask("POST", "/v1/problems", newProblem("a", { kind: "calls" }));
    expect(calls.status).toBe(400);
    expect(calls.body.detail).toMatch(/^kind: "calls" cannot be shared by several services/);
  });

  test("what was learned outlives the log, a service that lags behind, and Redis itself", async () => {
    const redis = await startRedis();
    const [first, second] = [await open(redis), await open(redis)];
    const [kept, other] = [await first.create(definition()), await second.create(definition())];
    await play(kept!, 200, 1);
    // Saved and cut off, more than once.
    await until(async () => Number(await redis.connect().xlen("mulligan:{serve}:log")) < 20);
    await play(other!, 200, 2);
    const restarting = redis.restart(1_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect(kept!.decide({ count: 1 })).rejects.toThrow("Redis does not answer");
    await restarting;
    await until(() =>
      first.caughtUp().then(
        () => true,
        () => false,
      ),
    );
    await play(kept!, 200, 3);
    const third = await open(redis);
    await Promise.all([first.caughtUp(), second.caughtUp()]);
    const states = [first, second, third].map((problems) => learnedOf(problems.find("test")!));
    expect(states[0].seen.reduce((sum, { completed, censored }) => sum + completed + censored, 0)).toBe(600);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  test("a service whose Redis is gone ends all the same", async () => {
    const redis = await startRedis();
    const problems = await open(redis);
    await play((await problems.create(definition()))!, 5, 1);
    await redis.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = performance.now();
    await problems.close();
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test("ids that were forgotten are unknown, those that counted are repeated, as with a file", async () => {
    const redis = await startRedis();
    const problems = await open(redis, 50);
    const kept = (await problems.create(definition()))!;
    const {
      decisions: [{ number: early }],
    } = await kept.decide({ count: 1 });
    await new Promise((resolve) => setTimeout(resolve, 80));
    const {
      decisions: [{ number }],
    } = await kept.decide({ count: 1 });
    const outcome = { kind: "completed", time: 1, reward: 1 } as const;
    const sent = [early, number, number, Number.NaN, 9].map((one) => ({ number: one, outcome }));
    expect(await kept.observe(sent)).toEqual({ accepted: 1, repeated: 1, unknown: 3 });
    expect(kept.problem.outstanding.waiting.size).toBe(0);
  });

  test("what somebody else wrote into Redis is passed over or refused, and nothing ends", async () => {
    const redis = await startRedis();
    const raw = redis.connect();
    await raw.hset("mulligan:{serve}:marks", "bad", "abcd", "worse", "dcba");
    await raw.hset(
      "mulligan:{serve}:definitions",
      "abcd",
      "{",
      "dcba",
      JSON.stringify(definition({ name: "x" })),
    );
    const notices: string[] = [];
    const problems = await open(redis, 1_000, notices);
    expect(problems.size()).toBe(0);
    expect(notices).toHaveLength(2);
    const kept = (await problems.create(definition()))!;
    const position = await raw.incr("mulligan:{serve}:position");
    await raw.xadd(
      "mulligan:{serve}:log",
      `${position}-0`,
      "mark",
      kept.mark,
      "record",
      '{"observed":[[7,1,"x"]]}',
    );
    await play(kept, 10, 1);
    expect(notices.at(-1)).toMatch(/entry 2 of the log is no record/);
    await raw.set("mulligan:{serve}:format", "99");
    await expect(open(redis)).rejects.toThrow('must be of format 1, got "99"');
  });

  test("a service that is refused ends at once, with code 2 and without its connections", async () => {
    const redis = await startRedis();
    await redis.connect().set("mulligan:{serve}:format", "99");
    const { ended } = await startServe(["--redis", redis.url]);
    const ending = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000))]);
    expect(ending).toEqual({
      code: 2,
      stderr: 'mulligan: --redis: the problems there must be of format 1, got "99"\n',
    });
  });
});

async function open(
  redis: Awaited<ReturnType<typeof startRedis>>,
  forgetAfterMs = 60_000,
  notices: string[] = [],
) {
  const problems = await openSharedProblems(await redis.connections(), {
    storeOptions: { now: Date.now, forgetAfterMs, onRecord() {} },
    readDefinition: (value) => {
      if (typeof value !== "object" || value === null) throw new TypeError("no definition");
      return value as ProblemDefinition;
    },
    checkPolicy() {},
    notice: (text) => notices.push(text),
    removed() {},
    saveEveryMs: 50,
  });
  onTestFinished(() => problems.close());
  return problems;
}

async function play(kept: StoredProblem, trials: number, seed: number): Promise<void> {
  const random = stream(seed, "play");
  for (let left = trials; left > 0; left -= 5) {
    const { decisions } = await kept.decide({ count: 5 });
    const outcomes = decisions.map(({ number, cutoff }) => {
      const time = -Math.log(1 - random.uniform());
      const done = time <= cutoff;
      const outcome = done
        ? ({ kind: "completed", time, reward: 1 } as const)
        : ({ kind: "censored", time: cutoff } as const);
      return { number, outcome };
    });
    expect(await kept.observe(outcomes)).toMatchObject({ accepted: 5 });
  }
}

/** Without the random numbers, which each service has for itself. */
function learnedOf({ problem }: StoredProblem) {
  const saved = problem.save();
  // Random numbers and the draw that is held are of a service's own decisions.
  const { draws: _, ...state } = (saved.policy as PolicySnapshot).state as Record<string, unknown>;
  return { ...saved, policy: { ...saved.policy, random: [], state } };
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20));
}
