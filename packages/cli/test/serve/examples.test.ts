import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
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
