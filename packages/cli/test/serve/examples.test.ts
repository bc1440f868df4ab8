import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { served } from "./served.ts";

const start = promisify(execFile);
const example = (name: string) => fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));
const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;

test("the Python client learns which of two mirrors is faster", async ({ skip }) => {
  if (!isThere("python3")) skip("there is no python3 here");
  const { url, ask } = await served();
  const { stdout, stderr } = await start("python3", [example("serve_client.py"), url]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^best: west\neast \d+ completed, \d+ cut\nwest \d+ completed, \d+ cut\n$/);
  expect((await ask("GET", "/v1/problems/mirrors")).body).toMatchObject({
    observations: 200,
    outstanding: 0,
  });
});

test("calls from Python that the service decides are all answered, with no more requests than its budget allows", async ({
  skip,
}) => {
  if (!isThere("python3")) skip("there is no python3 here");
  let requests = 0;
  // Every tenth request takes as long as fifty others.
  const server = createServer((_, response) => {
    requests += 1;
    setTimeout(() => response.end("ok"), requests % 10 === 0 ? 500 : 10);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { url, state } = await served();
  const arm = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = [example("serve_calls.py"), url, "100", `east=${arm}/a`, `west=${arm}/b`];
  const { stdout, stderr } = await start("python3", words);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0 });
  expect(await state("quotes")).toMatchObject({ outstanding: 0 });
  // 20% more than calls, and ten that a fresh problem may send before.
  expect(requests).toBeLessThanOrEqual(130);
});

test("the JavaScript client learns the same", async () => {
  const { url } = await served();
  const { stdout } = await start(process.execPath, [example("serve-client.mjs"), url]);
  expect(stdout).toBe("best: west\n");
});

test("the shell's client asks and tells five times", async ({ skip }) => {
  if (!isThere("curl")) skip("there is no curl here");
  const { url, ask } = await served();
  const { stdout, stderr } = await start("sh", [example("serve-curl.sh"), url]);
  expect(stderr).toBe("");
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBe(5);
  for (const [place, line] of lines.entries()) {
    expect(line).toMatch(
      new RegExp(`^${place + 1}: (fast|careful) for [\\d.e-]+: {"accepted":1,"repeated":0,"unknown":0}$`),
    );
  }
  expect((await ask("GET", "/v1/problems")).body.problems).toMatchObject([{ name: "job", observations: 5 }]);
});
