import { readFileSync } from "node:fs";
import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { withRedis } from "../../../../../test/with-redis.ts";
import { listening } from "../listening.ts";
import { newProblem, served } from "../served.ts";
import { startServe } from "../start-serve.ts";
import {
  type Asked,
  decide,
  observationsOf,
  pause,
  play,
  startRedis,
  startRedisCluster,
} from "./shared-redis.ts";

const KEY = "mulligan:{serve}:";

/** The rights of `mulligan-serve` in examples/cluster/users.acl, to which docs/reference/service.md leads. */
function aclInExamples(): string[] {
  const users = readFileSync(new URL("../../../../../examples/cluster/users.acl", import.meta.url), "utf8");
  return (/^user mulligan-serve on (.+)$/m.exec(users)?.[1] ?? "").split(" ");
}

async function twoServices() {
  const redis = await startRedis();
  return { redis, services: [await redis.open(), await redis.open()] as const };
}

async function stateOf({ ask }: Asked, name = "a") {
  return (await ask("GET", `/v1/problems/${name}`)).body;
}

withRedis("several services behind one address", () => {
  test("any service answers for a problem of another, and an observation counts once", async () => {
    const { services } = await twoServices();
    const [east, west] = services;
    expect((await east.ask("POST", "/v1/problems", newProblem("a"))).status).toBe(201);
    expect((await west.ask("POST", "/v1/problems", newProblem("a"))).status).toBe(201);
    expect((await west.ask("POST", "/v1/problems", newProblem("a", { seed: 2 }))).status).toBe(409);
    const [{ id }] = await decide(west, "a");
    const observations = [{ id, kind: "completed", time: 0.5 }];
    const answers = await Promise.all(
      [west, east, west, east].map(({ ask }) => ask("POST", "/v1/problems/a/observations", { observations })),
    );
    expect(answers.map(({ body }) => body.accepted).sort()).toEqual([0, 0, 0, 1]);
    expect(answers.map(({ body }) => body.repeated).sort()).toEqual([0, 1, 1, 1]);
    const unknown = { observations: [{ id: "no-1", kind: "completed", time: 1 }] };
    expect((await west.ask("POST", "/v1/problems/a/observations", unknown)).body).toEqual({
      accepted: 0,
      repeated: 0,
      unknown: 1,
    });
    expect((await west.ask("POST", "/v1/problems/a/observations", { observations: [] })).status).toBe(400);
    expect((await west.ask("POST", "/v1/problems/a/decisions", { key: "x" })).status).toBe(400);
    const states = await Promise.all(services.map((one) => stateOf(one)));
    expect(states[0]).toMatchObject({ sequence: 2, decisions: 1, observations: 1, outstanding: 0 });
    expect(states[1]).toEqual(states[0]);
    const tries = await Promise.all(services.map(({ ask }) => ask("GET", "/v1/problems/a/tries")));
    expect(tries[0].body.tries).toHaveLength(1);
    expect(tries[1].body).toEqual(tries[0].body);
    const metrics = await Promise.all(services.map(({ ask }) => ask("GET", "/metrics")));
    expect(metrics.map(({ body }) => /mulligan_problems (\d)/.exec(body)?.[1])).toEqual(["1", "0"]);
  });

  test("two services that create the same name at once: one definition stands, the other gets 409", async () => {
    const { services } = await twoServices();
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        services.map(({ ask }, seed) => ask("POST", "/v1/problems", newProblem(`p${round}`, { seed }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
    const lists = await Promise.all(services.map(({ ask }) => ask("GET", "/v1/problems")));
    expect(lists[0].body.problems.map(({ name }: { name: string }) => name)).toEqual([
      ...["p0", "p1", "p2", "p3", "p4"],
    ]);
    expect(lists[1].body).toEqual(lists[0].body);
    const latest = await services[0].ask("GET", "/v1/problems?latest=2");
    expect(latest.body.problems).toHaveLength(2);
  });

  test("a problem that one service deletes is gone at all, and its listeners are told", async () => {
    const { services } = await twoServices();
    const [east, west] = services;
    await east.ask("POST", "/v1/problems", newProblem("a"));
    const streams = await Promise.all(services.map(({ url }) => listening(`${url}/v1/problems/a/events`)));
    expect((await west.ask("DELETE", "/v1/problems/a")).status).toBe(204);
    for (const { heard, ended } of streams) {
      await ended;
      expect(heard.at(-1)).toMatchObject({ event: "removed", data: { problem: "a" } });
    }
    for (const { ask } of services) {
      expect((await ask("GET", "/v1/problems/a")).status).toBe(404);
      expect((await ask("POST", "/v1/problems/a/decisions", {})).status).toBe(404);
      expect((await ask("DELETE", "/v1/problems/a")).status).toBe(404);
      expect((await ask("GET", "/v1/problems")).body.problems).toEqual([]);
    }
    expect((await west.ask("POST", "/v1/problems", newProblem("a", { seed: 2 }))).status).toBe(201);
    expect(await stateOf(east)).toMatchObject({ seed: 2, decisions: 0 });
  });

  test("a listener to all problems begins with those of both services, however many parts they come in", async () => {
    const { services } = await twoServices();
    const arms = Array.from({ length: 64 }, (_, arm) => ({ name: `${arm} ${"x".repeat(150)}` }));
    for (let i = 0; i < 24; i++) {
      await services[i % 2].ask("POST", "/v1/problems", newProblem(`p${i}`, { arms }));
      await services[i % 2].ask("POST", `/v1/problems/p${i}/decisions`);
    }
    const names = Array.from({ length: 24 }, (_, i) => `p${i}`).sort();
    for (const [place, path] of ["/v1/events", "/v1/events?latest=24"].entries()) {
      const { until } = await listening(`${services[place].url}${path}`);
      const [{ event, data }] = await until((heard) => heard.length > 0);
      expect(event).toBe("state");
      expect(data.problems.map(({ name }: { name: string }) => name).sort()).toEqual(names);
      await services[0].ask("POST", "/v1/problems/p0/decisions");
      await until((heard) => heard.some((one) => one.event === "decision" && one.data.problem === "p0"));
    }
    const lists = await Promise.all(services.map(({ ask }) => ask("GET", "/v1/problems")));
    expect(lists.map(({ body }) => body.problems.map(({ name }: { name: string }) => name))).toEqual([
      names,
      names,
    ]);
  });

  test("twenty clients over two services: a listener at the other service hears everything in order", async () => {
    const { redis, services } = await twoServices();
    await services[0].ask("POST", "/v1/problems", newProblem("a"));
    const { heard, until } = await listening(
      `${services[1].url}/v1/problems/a/events?events=decision,outcome,summary`,
    );
    let accepted = 0;
    const client = async (place: number) => {
      const random = stream(place, "client");
      for (let round = 0; round < 8; round++) {
        const decisions = await decide(services[(place + round) % 2], "a", 1 + (place % 3));
        const observations = observationsOf(decisions, random);
        const { ask } = services[(place + round + 1) % 2];
        const { body } = await ask("POST", "/v1/problems/a/observations", { observations });
        accepted += body.accepted;
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, place) => client(place)));
    const later = await redis.open();
    const states = await Promise.all([...services, later].map((one) => stateOf(one)));
    expect(states[0].observations).toBe(accepted);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    await until((all) => all.some(({ event, id }) => event === "outcome" && id === states[0].sequence));
    const sequence = heard
      .filter(({ event }) => event !== "state" && event !== "summary")
      .map(({ id }) => id);
    expect(sequence).toEqual(Array.from({ length: states[0].sequence }, (_, i) => i + 1));
    await until((all) => all.some(({ event, id }) => event === "summary" && id === states[0].sequence));
  });

  test.each([
    ["hidden-types", { policy: "hidden-types", mode: "retry" }],
    ["imed", { policy: "imed", cutoffs: [0.1, 1, 10] }],
    ["calls", { kind: "calls" }],
  ])("%s decides as without Redis, also after another service took over", async (_, more) => {
    const { redis, services } = await twoServices();
    const alone = await served();
    const run = async (ask: Asked["ask"], trials: number, from: number) => {
      const answers: unknown[] = [];
      for (let i = from; i < from + trials; i++) {
        const request = { task: `t${i}`, attempt: 1 };
        const { body } = await ask("POST", "/v1/problems/a/decisions", request);
        // Ids begin with a mark that is random.
        answers.push(
          body.decisions.map(({ id: _id, askAfter: _after, ...rest }: Record<string, unknown>) => rest),
        );
        const observations = body.decisions.map(({ id }: { id: string }) => ({
          id,
          kind: "completed",
          time: 0.05,
        }));
        if (observations.length > 0) await ask("POST", "/v1/problems/a/observations", { observations });
      }
      return answers;
    };
    for (const { ask } of [services[0], alone]) {
      expect((await ask("POST", "/v1/problems", newProblem("a", more))).status).toBe(201);
    }
    const expected = await run(alone.ask, 60, 0);
    const found = await run(services[1].ask, 30, 0);
    await services[0].close();
    found.push(...(await run(services[1].ask, 20, 30)));
    await services[1].close();
    found.push(...(await run((await redis.open()).ask, 10, 50)));
    expect(found).toEqual(expected);
  });

  test("the log is compacted, and what was learned is the same afterwards", async () => {
    const { redis, services } = await twoServices();
    const [east] = services;
    await east.ask("POST", "/v1/problems", newProblem("a"));
    const random = stream(1, "compact");
    for (let round = 0; round < 25; round++) {
      const observations = observationsOf(await decide(east, "a", 1_000), random);
      await east.ask("POST", "/v1/problems/a/observations", { observations });
    }
    const mark = await redis.connect().hget(`${KEY}problems`, "a");
    const parts = await redis.connect().lrange(`${KEY}log:${mark}`, 0, -1);
    expect(parts.length).toBeLessThan(200);
    expect(parts[0].split("\n")[1]).toMatch(/^{"type":"state"/);
    const before = await stateOf(east);
    expect(before.observations).toBe(25_000);
    await east.close();
    // The clock of the service and the time of the write differ a little.
    const lastActive = expect.closeTo(before.lastActive, -3);
    expect(await stateOf(services[1])).toEqual({ ...before, lastActive });
  });

  test("ids that were forgotten are unknown, those that counted are repeated, as with a file", async () => {
    const redis = await startRedis();
    const { ask } = await redis.open({ forgetAfterMs: 50 });
    await ask("POST", "/v1/problems", newProblem("a"));
    const [early] = await decide({ ask }, "a");
    await pause(80);
    const [late] = await decide({ ask }, "a");
    const observations = [early, late, late].map(({ id }) => ({ id, kind: "completed", time: 1 }));
    expect((await ask("POST", "/v1/problems/a/observations", { observations })).body).toEqual({
      accepted: 1,
      repeated: 1,
      unknown: 1,
    });
  });

  test("what others wrote into Redis is refused with its place, can be deleted, and nothing ends", async () => {
    const { redis, services } = await twoServices();
    const [{ ask, notices, defects }] = services;
    const raw = redis.connect();
    await raw.hset(`${KEY}problems`, "bad", "abcd", "worse", "dcba");
    await raw.rpush(`${KEY}log:abcd`, "{\n");
    await raw.hset(`${KEY}log-state:abcd`, { writes: 1 });
    await ask("POST", "/v1/problems", newProblem("a"));
    expect((await ask("GET", "/v1/problems")).body.problems).toHaveLength(1);
    expect(notices).toEqual([
      'Redis: the problem "bad":1: must be a problem of mulligan serve, got something else',
    ]);
    expect(await ask("POST", "/v1/problems/bad/decisions", {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(notices[0]) },
    });
    expect((await services[1].ask("POST", "/v1/problems/bad/decisions", {})).status).toBe(409);
    expect((await ask("GET", "/v1/problems")).body.unreadable).toEqual([{ name: "bad", reason: notices[0] }]);
    expect((await ask("DELETE", "/v1/problems/bad")).status).toBe(204);
    await raw.publish(`${KEY}all`, '{"type":"request"}');
    // What this service does not know of is not overwritten: it is read again.
    const mark = (await raw.hget(`${KEY}problems`, "a"))!;
    await raw.rpush(`${KEY}log:${mark}`, '{"observed":[[7,1,"x"]]}\n');
    await raw.hincrby(`${KEY}log-state:${mark}`, "writes", 1);
    expect(await ask("POST", "/v1/problems/a/decisions", {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/got Redis: the problem "a":2: /) },
    });
    expect(defects).toEqual([]);
    expect(notices.slice(1)).toEqual(["Redis: ignored a message that no service of this version sends"]);
  });

  test("a Redis Cluster, and a user with only the rights in users.acl, are enough", async () => {
    const file = await startRedisCluster(aclInExamples());
    const services = await Promise.all([0, 1].map(() => startServe(["--redis-file", file])));
    const [east, west] = services;
    expect((await east.ask("POST", "/v1/problems", newProblem("a"))).status).toBe(201);
    expect(await play([east, west], "a", 10, 1)).toBe(10);
    expect((await west.ask("GET", "/v1/problems")).body.problems).toHaveLength(1);
    const { until } = await listening(`${west.url}/v1/problems/a/events`);
    await decide(east, "a");
    await until((all) => all.some(({ event }) => event === "decision"));
    east.child.kill("SIGTERM");
    expect(await east.ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("NOPERM") });
    expect(await play([west], "a", 10, 2)).toBe(10);
    expect((await west.ask("DELETE", "/v1/problems/a")).status).toBe(204);
  });

  test("problems of another format are refused in one sentence, with code 2 and without connections", async () => {
    const redis = await startRedis();
    await redis.connect().set(`${KEY}format`, "1");
    const { ended } = await startServe(["--redis", redis.url]);
    const ending = await Promise.race([ended, pause(30_000)]);
    expect(ending).toEqual({
      code: 2,
      stderr: 'mulligan: --redis: the problems there must be of format 2, got "1"\n',
    });
  });

  test("a service whose Redis is gone ends all the same", async () => {
    const redis = await startRedis();
    const { ask, close } = await redis.open();
    await ask("POST", "/v1/problems", newProblem("a"));
    await play([{ ask }], "a", 5, 1);
    await redis.stop();
    await pause(200);
    const began = performance.now();
    await close();
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});
