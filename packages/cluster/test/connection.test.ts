import { expect, test } from "vitest";
import { parseRedisFile, parseRedisUrl, shownPlace } from "../src/connection.ts";

const read = (text: string) => parseRedisUrl(text, "--redis");

test("host, port, database and TLS are read", () => {
  expect(read("redis://localhost")).toEqual({
    host: "localhost",
    port: 6379,
    tls: false,
    options: { db: 0 },
  });
  expect(read(" rediss://[::1]:7000/3\n")).toEqual({
    host: "::1",
    port: 7000,
    tls: true,
    options: { db: 3 },
  });
  expect(read("redis://me:p%40ss@h")).toMatchObject({ options: { username: "me", password: "p@ss" } });
});

test("a place is shown without credentials", () => {
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
