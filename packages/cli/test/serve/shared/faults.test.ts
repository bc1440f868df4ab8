import { expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { withRedis } from "../../../../../test/with-redis.ts";
import { newProblem } from "../served.ts";
import { startServe } from "../start-serve.ts";
import { pause, play, startRedis, untilAnswered } from "./shared-redis.ts";

/** Two commands on one Redis, and a problem that the first owns. */
async function twoCommands() {
  const redis = await startRedis();
  const services = await Promise.all([0, 1].map(() => startServe(["--redis", redis.url])));
  expect((await services[0].ask("POST", "/v1/problems", newProblem("a"))).status).toBe(201);
  return { redis, first: services[0], second: services[1] };
}

const CLIENTS = 6;
const TRIALS = 150;

/** Every client asks both services in turn, and sends again what failed. */
function playAll(services: Parameters<typeof play>[0]) {
  return Promise.all(Array.from({ length: CLIENTS }, (_, seed) => play(services, "a", TRIALS, seed)));
}

withRedis("faults of several services", () => {
  test("the owner is killed under load: the other goes on once the lease has lapsed, and nothing answered is lost", async () => {
    const { first, second } = await twoCommands();
    const playing = playAll([second]);
    const observed = async () => (await second.ask("GET", "/v1/problems/a")).body.observations;
    while ((await observed()) <= 10) await pause(50);
    const before = await observed();
    const killedAt = performance.now();
    first.child.kill("SIGKILL");
    const answer = await untilAnswered(() => second.ask("GET", "/v1/problems/a"));
    expect(answer.body.observations).toBeGreaterThanOrEqual(before);
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    expect(await playing).toEqual(Array.from({ length: CLIENTS }, () => TRIALS));
    expect((await second.ask("GET", "/v1/problems/a")).body.observations).toBe(CLIENTS * TRIALS);
  });

  test("the owner ends in order: the other takes over at once", async () => {
    const { first, second } = await twoCommands();
    await play([first, second], "a", 20, 1);
    first.child.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
    const began = performance.now();
    expect((await second.ask("GET", "/v1/problems/a")).body.observations).toBe(20);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

/** They wait for a lease or for Redis: `npm run soak` has them. */
const long = () => {
  test("an owner that is frozen beyond its lease and continued overwrites nothing", async () => {
    const { first, second } = await twoCommands();
    await play([first, second], "a", 20, 1);
    first.child.kill("SIGSTOP");
    await play([second], "a", 20, 2);
    first.child.kill("SIGCONT");
    const states = await Promise.all([first, second].map(({ ask }) => ask("GET", "/v1/problems/a")));
    expect(states.map(({ body }) => body.observations)).toEqual([40, 40]);
    await play([first, second], "a", 20, 3);
    expect((await first.ask("GET", "/v1/problems/a")).body.observations).toBe(60);
    first.child.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
  });

  test("Redis is frozen for 10 s, with its connections open: 503 meanwhile, and nothing answered is lost", async () => {
    const { redis, first, second } = await twoCommands();
    const pid = Number(/process_id:(\d+)/.exec(await redis.connect().info("server"))?.[1]);
    const playing = playAll([first, second]);
    await pause(700);
    process.kill(pid, "SIGSTOP");
    const answers = Promise.all(
      [first, second].map(({ ask }) => ask("POST", "/v1/problems/a/decisions", {})),
    );
    await pause(10_000);
    process.kill(pid, "SIGCONT");
    for (const { status } of await answers) expect(status).toBe(503);
    expect(await playing).toEqual(Array.from({ length: CLIENTS }, () => TRIALS));
    for (const { ask } of [first, second]) {
      expect((await ask("GET", "/v1/problems/a")).body.observations).toBe(CLIENTS * TRIALS);
    }
  });

  test("Redis is killed and comes back with its file after 10 s: 503 meanwhile, and nothing answered is lost", async () => {
    const { redis, first, second } = await twoCommands();
    const playing = playAll([first, second]);
    await pause(700);
    const restarting = redis.restart(10_000);
    await pause(2_000);
    for (const { ask } of [first, second]) {
      const answer = await ask("POST", "/v1/problems/a/decisions", {});
      expect(answer).toMatchObject({ status: 503, type: "application/problem+json" });
      expect(answer.body.detail).toMatch(/^Redis does not answer/);
      expect((await ask("GET", "/v1/problems/a")).status).toBe(503);
      expect((await ask("GET", "/v1/problems")).status).toBe(503);
      expect((await ask("GET", "/healthz")).status).toBe(200);
    }
    await restarting;
    expect(await playing).toEqual(Array.from({ length: CLIENTS }, () => TRIALS));
    for (const { ask } of [first, second]) {
      expect((await ask("GET", "/v1/problems/a")).body.observations).toBe(CLIENTS * TRIALS);
    }
  });
};
if (isThorough) withRedis("long faults of several services", long);
