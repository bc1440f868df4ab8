import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRuntime, RUNTIMES } from "../../scripts/fetch-runtimes.mjs";
import { root } from "../markdown.ts";
import { serving } from "./serve.ts";

type Runtime = (typeof RUNTIMES)[number];

const folder = mkdtempSync(join(tmpdir(), "mulligan-runtimes-"));
const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
  rmSync(folder, { recursive: true, force: true });
});

const serve = serving("file");

/** The programs around the bundle of the example, as its users would write them. They print the port that they listen on. */
const programs: Record<
  Runtime,
  { file: string; words: readonly string[]; text: (origins: string) => string }
> = {
  workerd: {
    file: "config.capnp",
    words: ["serve", "--control-fd=1"],
    text: (origins) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker", esModule = embed "worker.mjs")],
      compatibilityDate = "2026-01-01",
      bindings = [(name = "ORIGINS", text = "${origins}")],
    )),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`,
  },
  deno: {
    file: "deno.mjs",
    words: ["run", "--no-config", "--no-lock", "--allow-net"],
    text: (origins) => `import worker from "./worker.mjs";
const onListen = ({ port }) => console.log(JSON.stringify({ port }));
const env = { ORIGINS: "${origins}" };
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, (request) => worker.fetch(request, env));
`,
  },
  bun: {
    file: "bun.mjs",
    words: ["run"],
    text: (origins) => `import worker from "./worker.mjs";
const env = { ORIGINS: "${origins}" };
const { port } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => worker.fetch(request, env) });
console.log(JSON.stringify({ port }));
`,
  },
};

/** Starts the example in a runtime; resolves to the port on which it listens. */
function start(name: Runtime, program: string, origins: string): Promise<number> {
  const { file, words, text } = programs[name];
  writeFileSync(join(folder, file), text(origins));
  const env = { PATH: process.env.PATH, HOME: folder, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(program, [...words, join(folder, file)], { env, cwd: folder });
  stops.push(() => child.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part) => {
      stdout += part;
      const port = /"port":\s*(\d+)/.exec(stdout)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.stderr.on("data", (part) => {
      stderr += part;
    });
    child.on("error", reject);
    child.on("close", (code) => reject(new Error(`${name} ended with ${code}: ${stdout} ${stderr}`)));
  });
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request whose path is sent as it is. */
function ask(port: number, path: string, { body, ...options }: RequestOptions & { body?: string } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, agent: false, ...options }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      const { statusCode, statusMessage, headers } = response;
      resolve({ status: statusCode, text: statusMessage, headers, body: text });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Where a server of the tests has been asked, and what it answers. */
function origin(isFirst: boolean) {
  const seen: string[] = [];
  let steady = 0;
  const handler = (given: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(`http://origin${given.url}`);
    const [, route, argument] = pathname.split("/");
    seen.push(`${given.method} ${given.url}`);
    if (route === "busy" && isFirst) return response.writeHead(503).end();
    if (route === "from") return response.writeHead(302, { location: "/status/200" }).end("moved");
    if (route === "echo") return given.pipe(response);
    if (route === "hangs" && ++steady % 7 === 0) return response.flushHeaders();
    if (route !== "status") return response.end("answered");
    const headers = { "set-cookie": ["a=1", "b=2"], "x-a": "1" };
    response.writeHead(Number(argument), searchParams.get("text") ?? undefined, headers);
    return response.end(["204", "304"].includes(argument) ? undefined : `body ${argument}`);
  };
  return { seen, handler };
}

beforeAll(async () => {
  if (RUNTIMES.every((name) => findRuntime(name) === undefined)) return;
  const outfile = join(folder, "worker.mjs");
  const entryPoints = [join(root, "examples/worker.mjs")];
  await build({ entryPoints, bundle: true, minify: true, format: "esm", platform: "browser", outfile });
});

for (const name of RUNTIMES) {
  const program = findRuntime(name);
  const missing = program === undefined;
  const title = `examples/worker.mjs in ${name}${missing ? " (left out: `npm run test:node` installs it)" : ""}`;
  const first = origin(true);
  const second = origin(false);
  let port = 0;

  describe.skipIf(missing)(title, () => {
    beforeAll(async () => {
      const hosts = [await serve(first.handler), await serve(second.handler)];
      port = await start(name, program!, hosts.map((host) => `http://${host}`).join(" "));
    });

    test("a client gets the status, with its headers, text and body", async () => {
      for (const status of [200, 201, 204, 206, 304, 404, 418, 500, 599, 999]) {
        const { headers, body, ...answer } = await ask(port, `/status/${status}`);
        expect(answer.status).toBe(status);
        expect([headers["x-a"], headers["set-cookie"]]).toEqual(["1", ["a=1", "b=2"]]);
        expect(body).toBe([204, 304].includes(status) ? "" : `body ${status}`);
      }
      const { status, text } = await ask(port, "/status/201?text=Made+Here");
      // Deno and Bun send the usual text for a status, whatever the response of a handler says.
      expect([status, text]).toEqual([201, name === "workerd" ? "Made Here" : "Created"]);
    });

    test("a redirect is followed, and a body is sent and comes back", async () => {
      expect(await ask(port, "/from")).toMatchObject({ status: 200, body: "body 200" });
      const body = "a body ".repeat(10_000);
      expect(await ask(port, "/echo", { method: "PUT", body })).toMatchObject({ status: 200, body });
    });

    test("requests get past an origin that is busy, and past first bytes that never come", async () => {
      for (let i = 0; i < 5; i++) expect((await ask(port, "/busy")).body).toBe("answered");
      for (let i = 0; i < 20; i++) expect((await ask(port, `/hangs/${i}`)).body).toBe("answered");
    });

    test("a path with the name of another host is a path", async () => {
      const other: unknown[] = [];
      const host = await serve((given, response) => {
        other.push(given.headers);
        response.end("stolen");
      });
      const headers = { authorization: "Bearer secret" };
      // The fetch of Bun makes one slash of several at the start of a path.
      const sent = `GET ${name === "bun" ? "/" : "//"}${host}/x`;
      for (const path of [`//${host}/x`, `/..//${host}/x`, `/\\${host}/x`]) {
        expect(await ask(port, path, { headers })).toMatchObject({ status: 200, body: "answered" });
        expect([first.seen.at(-1), second.seen.at(-1)]).toContain(sent);
      }
      expect(other).toEqual([]);
    });
  });
}
