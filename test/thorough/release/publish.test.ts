import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { releaseRepository } from "./repository.ts";

const { env, git, path } = releaseRepository();

describe("scripts/publish.mjs", () => {
  /** A registry that keeps what is published, and forbids the names in `forbidden`. */
  let registry: Server;
  const published = new Map<string, Record<string, unknown>>();
  const forbidden = new Set<string>();
  const requests: string[] = [];

  beforeAll(async () => {
    registry = createServer(async (request, response) => {
      const name = decodeURIComponent(request.url!.slice(1));
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      if (request.method !== "PUT") {
        const known = published.get(name);
        answer(known ? 200 : 404, known ?? { error: "not found" });
        return;
      }
      let body = "";
      for await (const part of request) body += part;
      requests.push(name);
      if (forbidden.has(name)) answer(403, { error: "forbidden" });
      else {
        published.set(name, JSON.parse(body));
        answer(201, {});
      }
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => registry.once("listening", resolve));
    const { port } = registry.address() as AddressInfo;
    env.npm_config_registry = `http://127.0.0.1:${port}/`;
    writeFileSync(env.npm_config_userconfig!, `//127.0.0.1:${port}/:_authToken=secret\n`);
  });
  afterAll(() => registry.close());

  /** Publishes without blocking this process, which is the registry. */
  function publish(...words: string[]): Promise<{ status: number | null; printed: string }> {
    const child = spawn(process.execPath, ["scripts/publish.mjs", ...words], { cwd: path(), env });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => {
        printed += part;
      });
    }
    return new Promise((resolve) => child.on("close", (status) => resolve({ status, printed })));
  }

  test("publishes behind what a package needs, and goes on where it broke off", async () => {
    git("tag", "v0.1.0");
    mkdirSync(path("release"));
    const words = ["pack", "--pack-destination", "release", "./packages/alpha", "./packages/zeta"];
    execFileSync("npm", words, { cwd: path(), env, stdio: "pipe" });
    forbidden.add("alpha");
    expect((await publish("release", "--without-provenance")).status).toBe(1);
    expect([requests, [...published.keys()]]).toEqual([["@x/zeta", "alpha"], ["@x/zeta"]]);
    forbidden.clear();
    const again = await publish("release", "--without-provenance");
    expect(again.printed).toContain("@x/zeta@0.1.0 is published already\n");
    expect(again.status).toBe(0);
    expect([...published.keys()]).toEqual(["@x/zeta", "alpha"]);
    expect(requests).toEqual(["@x/zeta", "alpha", "alpha"]);
    // Another tarball of a published version is never taken for it.
    cpSync(path("release/alpha-0.1.0.tgz"), path("release/x-zeta-0.1.0.tgz"));
    const other = await publish("release", "--without-provenance");
    expect(other).toEqual({
      status: 2,
      printed: "release: @x/zeta@0.1.0 is published with other content; release another version\n",
    });
  });

  test("refuses a commit without the tag of its version, a missing tarball, and provenance outside a workflow", async () => {
    const untagged = await publish("release");
    expect(untagged).toEqual({
      status: 2,
      printed: "release: the commit must have the tag v0.1.0, has none\n",
    });
    git("tag", "v0.1.0");
    expect(await publish("release")).toMatchObject({ status: 2 });
    expect((await publish("release")).printed).toMatch(
      /^release: provenance needs a workflow of GitHub .*\n$/,
    );
    const { status, printed } = await publish("release", "--without-provenance");
    expect([status, printed.split("\n").length]).toEqual([2, 2]);
    expect(printed).toMatch(/x-zeta-0\.1\.0\.tgz must be there; npm run release makes it\n$/);
  });
});
