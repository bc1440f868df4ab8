import { Tally } from "@mulligan/core/statistics";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withRedis } from "../../../../test/with-redis.ts";
import { Outbox } from "../../src/learning/outbox.ts";
import { namesOf } from "../../src/messages/keys.ts";
import { Blobs, hashOf } from "../../src/store/blobs.ts";
import { type RecordRequest, RunStore, readLogNow } from "../../src/store/run-store.ts";

const document = { version: namesOf().version, kind: "fake", detail: null };

function entry(id: string, turn = 1, more: Partial<RecordRequest> = {}): RecordRequest {
  return {
    id,
    task: 1,
    turn,
    increments: { a: 2, "^m": turn },
    text: `{"id":"${id}"}`,
    ends: false,
    ...more,
  };
}

withRedis("what Redis knows of a run", (server) => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(server().port, "127.0.0.1");
  });
  afterAll(() => redis.disconnect());
  let runs = 0;
  const opened = async (known = new Tally()) => {
    const store = new RunStore(redis, namesOf(), `store-${++runs}`);
    await store.open(document, known);
    return store;
  };
  const lines = async (store: RunStore) => (await readLogNow(redis, store.keys.log, "0-0")).length;

  test("an id counts once however often it is sent, and the log tells what was counted", async () => {
    const store = await opened();
    const first = await store.record([entry("x"), entry("y"), entry("x")], true);
    expect(first).toMatchObject({ state: "open", counted: 2, seen: 1, late: 0 });
    expect(first.tally?.save()).toEqual({ "^m": "1", a: "4" });
    expect(await store.record([entry("y")], false)).toMatchObject({ counted: 0, seen: 1 });
    expect((await store.tally()).save()).toEqual({ "^m": "1", a: "4" });
    expect(await lines(store)).toBe(2);
  });

  test("what comes for a turn that is over is left out, and the next turn counts", async () => {
    const store = await opened();
    await store.record([entry("end", 1, { ends: true, increments: {} })], false);
    expect(await store.isOver(1, 1)).toBe(true);
    expect(await store.record([entry("late"), entry("next", 2)], false)).toMatchObject({
      counted: 1,
      late: 1,
    });
    expect((await store.tally()).save()).toEqual({ "^m": "2", a: "2" });
    expect(await store.over()).toEqual(new Map([[1, 1]]));
  });

  test("sums are exact where a double is not: 2⁵³ − 1 added three times", async () => {
    const store = await opened();
    const large = Number.MAX_SAFE_INTEGER;
    await store.record(
      ["a", "b", "c"].map((id) => entry(id, 1, { increments: { t: large } })),
      false,
    );
    expect((await store.tally()).exact("t")).toBe(3n * BigInt(large));
  });

  test("ids are forgotten after the older half is dropped twice, and not before", async () => {
    const store = await opened();
    await store.record([entry("x")], false);
    const turnOver = () => redis.hset(store.keys.run, "turned", 0);
    await turnOver();
    expect(await store.record([entry("x")], false)).toMatchObject({ seen: 1 });
    await turnOver();
    expect(await store.record([entry("x")], false)).toMatchObject({ counted: 1 });
  });

  test("nothing counts in a run that has ended, is not there, or is of another version", async () => {
    const store = await opened();
    await store.setState("ended");
    expect(await store.record([entry("x")], true)).toMatchObject({ state: "ended", counted: 0 });
    expect(await store.document()).toBeUndefined();
    const none = new RunStore(redis, namesOf(), "nobody");
    expect(await none.record([entry("x")], true)).toMatchObject({ state: "gone" });
    const running = await opened();
    await redis.hset(running.keys.run, "version", "9.9.9");
    expect(await running.record([entry("x")], true)).toMatchObject({ state: "gone" });
    expect(await running.document()).toBeUndefined();
  });

  test("what is known before is counted if the run is new, and not again", async () => {
    const known = Tally.load({ a: "5" });
    const store = await opened(known);
    expect((await store.tally()).save()).toEqual({ a: "5" });
    expect((await store.open(document, known)).isNew).toBe(false);
    expect((await store.tally()).save()).toEqual({ a: "5" });
  });

  test("a tally that somebody spoiled is not taken, and keeps nobody from counting", async () => {
    const store = await opened();
    await redis.hset(store.keys.tally, "a", "nonsense");
    const { counted, tally } = await store.record([entry("x", 1, { increments: { a: 1, b: 1 } })], true);
    expect(counted).toBe(1);
    expect(tally).toBeUndefined();
  });

  test("a key that holds something else makes the run gone, and the counts of a worker stay numbers", async () => {
    const store = await opened();
    await redis.del(store.keys.tally);
    await redis.set(store.keys.tally, "no hash");
    const nothing = { counted: 0, seen: 0, late: 0 };
    expect(await store.record([entry("x")], true)).toEqual({ state: "gone", ...nothing });
    const outbox = new Outbox(store, undefined);
    outbox.add(entry("y"), false);
    await outbox.settled();
    expect(outbox.state).toBe("gone");
    expect(outbox.answered).toEqual(nothing);
  });

  test("a blob comes back as it was, by its hash; one that is not what its name says does not", async () => {
    const [here, there] = [new Blobs(redis, namesOf()), new Blobs(redis, namesOf())];
    const bytes = Uint8Array.from([0, 255, 10, 13]);
    const { hash, size } = await here.put(bytes);
    expect(size).toBe(4);
    expect(Buffer.compare((await there.get(hash))!, bytes)).toBe(0);
    const other = hashOf(Buffer.from("other"));
    await redis.set(namesOf().blob(other), "something else");
    expect(await there.get(other)).toBeUndefined();
    expect(await there.get(hashOf(Buffer.from("nothing")))).toBeUndefined();
  });

  test("what is sent to one reader can be forgotten, though the same was sent to another", async () => {
    const blobs = new Blobs(redis, namesOf());
    const [one, other] = [await blobs.send(Buffer.from("same")), await blobs.send(Buffer.from("same"))];
    await blobs.forget(one.hash);
    expect(await blobs.receive(one.hash)).toBeUndefined();
    expect(String(await blobs.receive(other.hash))).toBe("same");
  });
});
