import { expect, test } from "vitest";
import { type Heard, listening } from "../listening.ts";
import { served } from "../served.ts";

const happenings = (heard: readonly Heard[]) => heard.filter(({ event }) => event !== "state");

test("a listener hears the state first, then each decision and outcome, numbered without a gap", async () => {
  const { create, decide, observe, url } = await served();
  await create("a");
  await decide("a", { count: 2 });
  const { response, until } = await listening(`${url}/v1/problems/a/events`);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect((await until((heard) => heard.length > 0))[0]).toMatchObject({
    event: "state",
    id: 2,
    data: { name: "a", decisions: 2, arms: [{ name: "east", curve: [] }, { name: "west" }] },
  });
  const [{ id }] = await decide("a", { task: "t", attempt: 3 });
  await observe("a", [{ id, kind: "completed", time: 2 }]);
  const heard = happenings(await until((all) => happenings(all).length === 2));
  expect(heard).toEqual([
    {
      event: "decision",
      id: 3,
      data: {
        problem: "a",
        sequence: 3,
        id,
        arm: expect.any(String),
        cutoff: "inf",
        attempt: 3,
        task: "t",
      },
    },
    {
      event: "outcome",
      id: 4,
      data: { problem: "a", sequence: 4, id, kind: "completed", time: 2, reward: 1 },
    },
  ]);
  // The states are sent once a second, so one may come before the outcome.
  await until((all) => all.some(({ event, data }) => event === "state" && data.sequence === 4));
});

test("who joins while much happens misses nothing after the state that he got", async () => {
  const { ask, create, decide, observe, state, url } = await served();
  await create("a");
  let busy = true;
  const work = (async () => {
    while (busy) {
      const decisions = await decide("a", { count: 5 });
      await observe(
        "a",
        decisions.map(({ id }) => ({ id, kind: "completed", time: 1 })),
      );
    }
  })();
  const streams = [];
  for (let i = 0; i < 5; i++) {
    await ask("GET", "/healthz");
    streams.push(await listening(`${url}/v1/problems/a/events`));
  }
  await Promise.all(streams.map(({ until }) => until((heard) => happenings(heard).length > 100)));
  busy = false;
  await work;
  const { sequence } = await state("a");
  for (const { until } of streams) {
    const heard = await until(
      (all) => happenings(all).at(-1) !== undefined && Math.max(...all.map(({ id }) => id)) >= sequence,
    );
    const [first] = heard;
    expect(first.event).toBe("state");
    const numbers = happenings(heard).map(({ id }) => id);
    expect(numbers.slice(0, 3)).toEqual([first.id + 1, first.id + 2, first.id + 3]);
    expect(numbers).toEqual(numbers.map((_, place) => numbers[0] + place));
  }
});

test("the stream of a problem ends with it, and of none there is none", async () => {
  const { ask, create, url } = await served();
  expect((await ask("GET", "/v1/problems/a/events")).status).toBe(404);
  await create("a");
  const { ended, until } = await listening(`${url}/v1/problems/a/events`);
  await until((heard) => heard.length > 0);
  await ask("DELETE", "/v1/problems/a");
  await ended;
});

test("who asks for summaries hears them alone: of what is made, what changes, and what is removed", async () => {
  const { ask, create, decide, url } = await served();
  await create("a");
  const { heard, until } = await listening(`${url}/v1/events?events=summary,removed&latest=1`);
  await until((all) => all.length > 0);
  await create("b");
  await until((all) => all.some(({ data }) => data.name === "b" && data.sequence === 0));
  await decide("b", { count: 3 });
  await until((all) => all.some(({ data }) => data.name === "b" && data.decisions === 3));
  await ask("DELETE", "/v1/problems/b");
  await until((all) => all.at(-1)?.event === "removed");
  expect(heard[0]).toMatchObject({ event: "state", data: { problems: [{ name: "a" }], folder: null } });
  expect(heard.at(-1)!.data).toEqual({ problem: "b" });
  expect(new Set(heard.slice(1, -1).map(({ event }) => event))).toEqual(new Set(["summary"]));
  expect((await ask("GET", "/v1/events?events=all")).status).toBe(400);
});
