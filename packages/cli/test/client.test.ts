import { expect, test } from "vitest";
import { connect, ServiceError } from "../src/client.ts";
import { served } from "./serve/served.ts";

test("a program makes a problem, asks, tells, sends again and reads what was learned", async () => {
  const { url } = await served();
  const client = connect(`${url}/`);
  const problem = await client.create({ name: "a/b", arms: [{ name: "inf" }], cutoffs: [1, 2, Infinity] });
  const decision = await problem.decide();
  expect([1, 2, Infinity]).toContain(decision.cutoff);
  expect(decision.arm).toBe("inf");
  const observation = { id: decision.id, kind: "completed", time: 0.5, reward: 1 } as const;
  expect(await problem.observe(observation)).toEqual({ accepted: 1, repeated: 0, unknown: 0 });
  expect(await problem.observe(observation)).toEqual({ accepted: 0, repeated: 1, unknown: 0 });
  const many = await problem.decideMany(30);
  await problem.observe(...many.map(({ id }) => ({ id, kind: "censored", time: 1 }) as const));
  const state = await problem.state();
  expect(state).toMatchObject({ name: "a/b", observations: 31, cutoffs: [1, 2, Infinity] });
  expect(state.arms[0]).toMatchObject({ name: "inf", completed: 1, censored: 30, restart: "unclear" });
  expect((await client.list()).map(({ name }) => name)).toEqual(["a/b"]);
  expect((await client.problem("a/b").decide({ task: "t", attempt: 4 })).attempt).toBe(4);
  await problem.remove();
  await expect(problem.state()).rejects.toThrow(ServiceError);
  await expect(problem.state()).rejects.toMatchObject({ status: 404 });
});

test("events come as they happen, the state first, and a loop that ends lets go", async () => {
  const { url, service } = await served();
  const client = connect(url);
  const problem = await client.create({ name: "a", arms: [{ name: "x" }], policy: "never" });
  const kinds: string[] = [];
  for await (const { event, data } of problem.events()) {
    kinds.push(event);
    if (kinds.length === 1) void problem.decide();
    else {
      expect(data).toMatchObject({ arm: "x", cutoff: Infinity });
      break;
    }
  }
  expect(kinds).toEqual(["state", "decision"]);
  await expect.poll(() => service.subscribers.size, { timeout: 60_000 }).toBe(0);
  for await (const { data } of client.events()) {
    expect(data).toMatchObject({ problems: [{ name: "a" }] });
    break;
  }
});

test("the token is sent, and what is refused says why", async () => {
  const token = "0123456789abcdef";
  const { url } = await served({ token });
  expect(await connect(url, { token }).list()).toEqual([]);
  await expect(connect(url).list()).rejects.toMatchObject({
    status: 401,
    message: "The token must be sent as Authorization: Bearer TOKEN",
  });
  const wrong = connect(url, { token }).create({ name: "a", arms: [] });
  await expect(wrong).rejects.toThrow("arms: ");
});
