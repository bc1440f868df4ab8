import { expect, test } from "vitest";
import { parseRedisUrl, shownPlace } from "../../src/store/connection.ts";

const read = (text: string) => parseRedisUrl(text, "--redis");

test("host, port, number and TLS are read", () => {
  expect(read("redis://localhost")).toEqual({ host: "localhost", port: 6379, tls: false, db: 0 });
  expect(read(" rediss://[::1]:7000/3\n")).toEqual({ host: "::1", port: 7000, tls: true, db: 3 });
  expect(read("redis://me:p%40ss@h")).toMatchObject({ username: "me", password: "p@ss" });
});

test("what is shown of a place says nothing of who we are", () => {
  expect(shownPlace(read("rediss://me:secret@h:7000/3"))).toBe("rediss://h:7000/3");
  expect(shownPlace(read("redis://:secret@[::1]"))).toBe("redis://[::1]:6379");
});

test("what is refused is not repeated: a password may stand in it", () => {
  const wrong = [
    "",
    "secret",
    "http://:secret@h",
    "redis://",
    "redis://:secret@h/db",
    "redis://:%zz-secret@h",
  ];
  for (const text of wrong) {
    let message = "";
    try {
      read(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^--redis: must be redis:\/\/HOST/);
    expect(message).not.toContain("secret");
  }
});
