import { expect, test } from "vitest";
import { MAX_COMMAND, readSession } from "../../src/journal/session.ts";
import { startSession } from "../../src/tasks/session-start.ts";

const commandOf = (...words: string[]) => startSession(words, 1).command;

test("a command line can be pasted into a shell", () => {
  const line = commandOf("run", "--until", "3", "--", "sh", "-c", "sleep 'a b'");
  expect(line).toBe("mulligan run --until 3 -- sh -c 'sleep '\\''a b'\\'''");
});

test("secrets are left out, also of inputs that are secret by their place", () => {
  expect(commandOf("run", "--", "a", "--password", "hunter2", "b", ":::", "https://me:hunter2@host")).toBe(
    "mulligan run -- a --password '***' b ::: 'https://***@host'",
  );
  const words = ["run", "--", "a", "--password", "{}", ":::", "hunter2", ":::", "hunter3"];
  expect(startSession(words, 1, () => "***").command).toBe(
    "mulligan run -- a --password '{}' ::: '***' ::: '***'",
  );
});

test("a long command line is cut, and can be read again", () => {
  const inputs = Array.from({ length: 9_999 }, (_, place) => `input-${place}`);
  const session = startSession(["run", ":::", ...inputs], 9_999);
  expect(session.command).toHaveLength(MAX_COMMAND);
  expect(readSession(JSON.parse(JSON.stringify(session)))).toEqual(session);
});

test("without an end there is no number of tasks; what is no session is none", () => {
  expect(startSession(["run"], Infinity)).not.toHaveProperty("tasks");
  const session = { began: 1, command: "a", tasks: 2 };
  const long = "x".repeat(MAX_COMMAND + 1);
  for (const wrong of [null, "a", { ...session, began: -1 }, { ...session, command: long }]) {
    expect(readSession(wrong)).toBeUndefined();
  }
  expect(readSession({ ...session, tasks: 0.5 })).toEqual({ began: 1, command: "a" });
});
