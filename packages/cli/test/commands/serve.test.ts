import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { listening } from "../serve/listening.ts";
import { newProblem } from "../serve/served.ts";
import { startServe } from "../serve/start-serve.ts";

test("without --state it says that all is in memory; SIGTERM ends it with code 0, listeners or not", async () => {
  const { child, url, ended, ask } = await startServe();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await ask("POST", "/v1/problems", newProblem("a"));
  const stream = await listening(`${url}/v1/problems/a/events`);
  await stream.until((heard) => heard.length > 0);
  child.kill("SIGTERM");
  expect(await ended).toEqual({
    code: 0,
    stderr: "mulligan: kept in memory only: use --state DIR to keep it on the disk\n",
  });
  await stream.ended;
});

test("SIGINT ends it with code 130; under load what was answered is there again, and nothing else was", async () => {
  const state = newFolder();
  const { child, ended, ask } = await startServe(["--state", state]);
  await ask("POST", "/v1/problems", newProblem("a"));
  let [decided, accepted] = [0, 0];
  const client = async () => {
    for (;;) {
      const { decisions } = (await ask("POST", "/v1/problems/a/decisions", { count: 3 })).body;
      decided += 3;
      const observations = decisions.map(({ id }: { id: string }) => ({ id, kind: "completed", time: 1 }));
      const told = await ask("POST", "/v1/problems/a/observations", { observations });
      accepted += told.body.accepted;
    }
  };
  const clients = Array.from({ length: 8 }, () => client().catch(() => {}));
  await expect.poll(() => accepted, { timeout: 60_000 }).toBeGreaterThan(100);
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
  await Promise.all(clients);
  const again = await startServe(["--state", state]);
  const [problem] = (await again.ask("GET", "/v1/problems")).body.problems;
  expect(problem).toMatchObject({ decisions: decided, observations: accepted });
});

test("a second service on one folder, and one on a port that is taken, are refused with code 2", async () => {
  const state = newFolder();
  const first = await startServe(["--state", state]);
  const second = await mulligan(["serve", "--port", "0", "--state", state]);
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(
    /^mulligan: .*serve: must have one writer at a time, got a second; it is in use by process \d+/,
  );
  const { port } = new URL(first.url);
  const { code, stderr } = await mulligan(["serve", "--port", port]);
  expect([code, stderr]).toEqual([
    2,
    `mulligan: 127.0.0.1:${port}: cannot listen there: address already in use\n`,
  ]);
});

test.each([
  [["--host", "0.0.0.0"], {}, /^mulligan: --host: must be of this machine .* got 0\.0\.0\.0\n$/],
  [
    ["--host", "0.0.0.0"],
    { MULLIGAN_TOKEN: "short" },
    /^mulligan: MULLIGAN_TOKEN: must be a token of at least 16 .*\n$/,
  ],
  [
    ["--token-file", "/nowhere/token"],
    {},
    /^mulligan: \/nowhere\/token: cannot be read: no such file or directory\n$/,
  ],
  [["--forget-after", "soon"], {}, /^mulligan: --forget-after: must be a duration above 0 .*\n$/],
  [["--port", "70000"], {}, /^mulligan: --port: must be a whole number from 0 to 65535, got "70000"\n$/],
  [["--state", "/dev/null"], {}, /^mulligan: \/dev\/null\/problems: cannot be created: not a directory\n$/],
])("%j with %o is bad usage", async (words, env, message) => {
  const { code, stderr } = await mulligan(["serve", "--port", "0", ...words], "", env);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test("a token is read from a file, and every request must bring it", async () => {
  const token = "0123456789abcdef";
  const file = join(newFolder(), "token");
  writeFileSync(file, `${token}\n`);
  const { ask } = await startServe(["--token-file", file]);
  const statusWith = async (headers = {}) => (await ask("GET", "/v1/problems", undefined, headers)).status;
  expect(await statusWith()).toBe(401);
  expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(200);
});

test("where there is no room left nothing happens but an answer that says so, and what is there stays", async () => {
  const state = newFolder();
  // Files of at most 8 KiB, as on a disk that is full by then.
  const { ask, child, ended } = await startServe(["--state", state], {
    prefix: "trap '' XFSZ; ulimit -f 8;",
  });
  await ask("POST", "/v1/problems", newProblem("a"));
  let [decided, answer] = [0, await ask("POST", "/v1/problems/a/decisions", { count: 50 })];
  for (; answer.status === 200; decided += 50)
    answer = await ask("POST", "/v1/problems/a/decisions", { count: 50 });
  expect(answer).toMatchObject({ status: 507, type: "application/problem+json" });
  expect(answer.body.detail).toBe("The state cannot be written: file too large; nothing was changed");
  expect(decided).toBeGreaterThan(50);
  expect((await ask("GET", "/v1/problems")).body.problems).toMatchObject([
    { decisions: decided, outstanding: decided },
  ]);
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
  const again = await startServe(["--state", state]);
  expect((await again.ask("GET", "/v1/problems")).body.problems).toMatchObject([{ decisions: decided }]);
  expect((await again.ask("POST", "/v1/problems/a/decisions")).status).toBe(200);
});

test.skipIf(process.platform !== "linux")(
  "--open opens the page in the browser, which is told nothing but the address",
  async () => {
    const folder = newFolder();
    const seen = join(folder, "seen");
    const script = `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${seen}.part'\n/bin/mv '${seen}.part' '${seen}'\n`;
    writeFileSync(join(folder, "xdg-open"), script, { mode: 0o755 });
    const { url, child, ended } = await startServe(["--open"], { prefix: `export PATH='${folder}';` });
    await expect.poll(() => existsSync(seen), { timeout: 60_000 }).toBe(true);
    expect(readFileSync(seen, "utf8")).toBe(`1\n${url}/\n`);
    child.kill("SIGTERM");
    expect((await ended).stderr).not.toContain("browser");
  },
);
