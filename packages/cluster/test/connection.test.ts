import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { withRedis } from "../../../test/with-redis.ts";
import {
  checkConnection,
  connectRedis,
  parseRedisFile,
  parseRedisUrl,
  shownPlace,
  whenReady,
  withoutSecrets,
} from "../src/connection.ts";

const read = (text: string) => parseRedisUrl(text, "--redis");

test("host, port, database and TLS are read", () => {
  const plain = { host: "localhost", port: 6379, tls: false, options: { db: 0 } };
  expect(read("redis://localhost")).toEqual(plain);
  const secure = { host: "::1", port: 7000, tls: true, options: { db: 3 } };
  expect(read(" rediss://[::1]:7000/3\n")).toEqual(secure);
  expect(read("redis://me:p%40ss@h")).toMatchObject({ options: { username: "me", password: "p@ss" } });
});

test("a place and an error are shown without credentials", () => {
  const failed = new Error("ERR failed: AUTH me secret");
  expect(withoutSecrets(failed, read("rediss://me:secret@h"))).toBe("ERR failed: AUTH … …");
  expect(shownPlace(read("rediss://me:secret@h:7000/3"))).toBe("rediss://h:7000/3");
  expect(shownPlace(read("redis://:secret@[::1]"))).toBe("redis://[::1]:6379");
});

test("a file holds a URL, or options for Sentinel or a Redis Cluster", () => {
  const file = (value: unknown) => parseRedisFile(JSON.stringify(value), "url");
  expect(parseRedisFile("redis://h:1\n", "url")).toMatchObject({ host: "h", port: 1 });
  expect(
    file({ sentinels: [{ host: "a" }, { host: "b", port: 5 }], name: "main", password: "p" }),
  ).toMatchObject({
    host: "a",
    port: 26379,
    options: {
      name: "main",
      sentinels: [
        { host: "a", port: 26379 },
        { host: "b", port: 5 },
      ],
      password: "p",
      db: 0,
    },
  });
  expect(file({ cluster: [{ host: "a", port: 7000 }], tls: true })).toMatchObject({
    tls: true,
    cluster: [{ host: "a", port: 7000 }],
  });
  for (const wrong of [
    {},
    { cluster: [] },
    { sentinels: [{ host: "a" }] },
    { cluster: [{ host: "a" }], db: 1 },
  ]) {
    expect(() => file(wrong)).toThrow(/^url: must hold a URL, or JSON such as/);
  }
});

test("an error does not repeat the text, which may contain a password", () => {
  const wrong = [
    "",
    "secret",
    "http://:secret@h",
    "redis://",
    "redis://:secret@h/db",
    "redis://:%zz-secret@h",
  ];
  for (const text of wrong) {
    expect(() => read(text)).toThrow(/^--redis: must be redis:\/\/HOST/);
    expect(() => read(text)).not.toThrow(/secret/);
  }
  expect(() => parseRedisFile('{"cluster": "secret"', "url")).not.toThrow(/secret/);
});

withRedis("a DB that cannot be selected", (redis) => {
  function connect(db: number) {
    const refusals: string[] = [];
    const notices: string[] = [];
    const place = parseRedisUrl(`${redis().url}/${db}`, "test");
    const client = connectRedis(
      place,
      (text) => notices.push(text),
      ({ message }) => refusals.push(message),
    );
    onTestFinished(() => client.disconnect());
    return { client, refusals, notices };
  }
  const OUT_OF_RANGE = "ERR DB index is out of range; the server has fewer DBs (see CONFIG GET databases)";

  test("is refused at the start, and takes no command, on a duplicate of the connection either, so that none reaches DB 0", async () => {
    const place = (db: number) => parseRedisUrl(`${redis().url}/${db}`, "test");
    await expect(checkConnection(place(99))).rejects.toThrow(`${redis().url}/99: ${OUT_OF_RANGE}`);
    await expect(checkConnection(place(16))).rejects.toThrow("out of range");
    await checkConnection(place(15));
    const { client, refusals, notices } = connect(99);
    const { client: live } = connect(3);
    for (const one of [client, client.duplicate(), client.duplicate().duplicate()]) {
      await expect(one.set("key", "value")).rejects.toThrow("Connection is closed.");
      await expect(whenReady(one)).rejects.toThrow("closed");
    }
    expect(refusals).toEqual(Array(3).fill(`${redis().url}/99: ${OUT_OF_RANGE}`));
    expect(notices).toEqual([]);
    await live.set("key", "value");
    const duplicate = live.duplicate();
    await duplicate.set("key", "other");
    duplicate.disconnect();
    expect(await live.get("key")).toBe("other");
    expect(await connect(0).client.dbsize()).toBe(0);
  });

  test("ends a connection that had selected it before an outage", async () => {
    const { client, refusals } = connect(3);
    const { client: admin } = connect(0);
    await client.set("key", "value");
    await admin.call("ACL", "SETUSER", "default", "-select");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await admin.call("CLIENT", "KILL", "TYPE", "normal");
    await ended;
    expect(refusals).toEqual([expect.stringMatching(/\/3: NOPERM .*select/)]);
    await expect(client.set("key", "value")).rejects.toThrow("Connection is closed.");
    expect(await admin.dbsize()).toBe(0);
    await admin.call("ACL", "SETUSER", "default", "+select");
  });
});

test("a server that cannot select the DB at the moment is asked again, and gets no command before it has", async () => {
  const answers = { HELLO: "%0", CLIENT: "+OK", INFO: "$9\r\nloading:0", SET: "+OK" };
  const commands: string[] = [];
  const server = createServer((socket) => {
    commands.push("connected");
    socket.on("data", (data) => {
      for (const [, word] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        const name = word.toUpperCase();
        const isFirst = commands.filter((one) => one === "connected").length === 1;
        if (name === "SELECT" || name === "SET") commands.push(name);
        const selected = isFirst ? "-BUSY Redis is busy running a script." : "+OK";
        socket.write(`${name === "SELECT" ? selected : answers[name as keyof typeof answers]}\r\n`);
      }
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [notices, refusals]: unknown[][] = [[], []];
  const client = connectRedis(
    parseRedisUrl(`redis://127.0.0.1:${port}/3`, "test"),
    (text) => notices.push(text),
    (error) => refusals.push(error),
  );
  onTestFinished(() => client.disconnect());
  expect(await client.set("key", "value")).toBe("OK");
  expect(commands).toEqual(["connected", "SELECT", "connected", "SELECT", "SET"]);
  expect(notices).toEqual([
    expect.stringMatching(/BUSY .*; trying again$/),
    expect.stringMatching(/connected again$/),
  ]);
  expect(refusals).toEqual([]);
});
