import { Tally } from "@mulligan/core/statistics";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withRedis } from "../../../../test/with-redis.ts";
import { namesOf } from "../../src/messages/keys.ts";
import { parseRedisUrl } from "../../src/store/connection.ts";
import { Coordinator } from "../../src/work/coordinator.ts";

withRedis("opening a run", (server) => {
  let admin: Redis;
  beforeAll(() => {
    admin = new Redis(server().port, "127.0.0.1");
  });
  afterAll(() => admin.disconnect());

  const open = (run: string, detail: unknown = null) =>
    Coordinator.open({
      place: parseRedisUrl(`redis://127.0.0.1:${server().port}`, "test"),
      run,
      document: { kind: "fake", detail },
      known: new Tally(),
      notice() {},
    });
  const connections = async () =>
    String(await admin.client("LIST"))
      .trim()
      .split("\n").length;
  /** Redis may take a moment to notice that a connection was closed. */
  const expectConnections = (count: number) =>
    expect.poll(connections, { timeout: 10_000, interval: 50 }).toBe(count);

  test.each(["run", "over"] as const)(
    "a key of the run that holds something else (%s) is refused in one sentence, and no connection stays",
    async (key) => {
      const before = await connections();
      const run = `wrong-${key}`;
      await admin.set(namesOf().run(run)[key], "no hash");
      const error = await open(run).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RangeError);
      expect((error as Error).message).toBe(
        `redis://127.0.0.1:${server().port}: the keys of the run ${run} hold something else; give it another name`,
      );
      await expectConnections(before);
    },
  );

  test("a run with other options is refused, and no connection stays", async () => {
    const before = await connections();
    const first = await open("twice", 1);
    await expect(open("twice", 2)).rejects.toThrow(
      "the run twice is there already, with other options; give it another name",
    );
    await first.close();
    await expectConnections(before);
  });

  test("what Redis refuses otherwise is refused in its words", async () => {
    await admin.config("SET", "maxmemory", "1");
    try {
      await expect(open("full")).rejects.toThrow(/^redis:\/\/127\.0\.0\.1:\d+: .*OOM/);
    } finally {
      await admin.config("SET", "maxmemory", "0");
    }
  });

  test("a name that is no name, and a document that breaks the schema, open no connection", async () => {
    const before = await connections();
    await expect(open("a run")).rejects.toThrow("a run's name must have 1 to 64 letters, digits, - and _");
    await expect(
      Coordinator.open({
        place: parseRedisUrl(`redis://127.0.0.1:${server().port}`, "test"),
        run: "odd",
        document: { kind: "NO KIND", detail: null },
        known: new Tally(),
        notice() {},
      }),
    ).rejects.toThrow();
    expect(await connections()).toBe(before);
  });
});
