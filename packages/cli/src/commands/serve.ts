import { spawn } from "node:child_process";
import { type Command, Option } from "commander";
import { addRedisOptions, type RedisOptions, reachRedis, wantsCluster } from "../cluster/redis-options.ts";
import { readToken } from "../serve/http/guard.ts";
import type { OpenServer } from "../serve/http/server.ts";
import type { Service } from "../serve/http/service.ts";
import { parseDuration } from "../shell/duration.ts";
import { ENDING_SIGNALS, exitCode, reportFailure } from "../shell/exit.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { say } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";

/** How each system opens an address; no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32.exe", "url.dll,FileProtocolHandler"],
};

/** Opens the browser of the user, or calls `without` if there is none. It resolves when either is known. */
export function openBrowser(address: string, without: () => void): Promise<void> {
  const [program, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, address], { stdio: "ignore", detached: true });
  child.unref();
  return new Promise((resolve) => {
    child.on("error", () => resolve(without()));
    child.on("exit", (code) => resolve(code === 0 ? undefined : without()));
  });
}

const HELP = `
A program in any language makes a problem, asks which arm to start and how long to wait, and says what came of it.
GET /openapi.json describes every request. The first line on standard output is the address; in a browser it is the page,
which shows what runs, live, and how it learns. --open opens it there.

With --state what was answered is on the disk, and survives a crash; the journals of \`mulligan run\` and \`sat\` in DIR
are shown, too. Without it all is kept in memory and gone in the end.

With --redis the problems are kept in a Redis or Valkey, and several services may stand behind one address. Each problem
is decided by one of them, and the others ask that one; if it dies, another takes over. What was answered is as safe as
that Redis keeps it. A URL with a password must come from the variable MULLIGAN_REDIS, with --redis env, or from a file.

Only this machine may ask, unless --host says otherwise; then a token is needed, from --token-file or from the variable
MULLIGAN_TOKEN. It is sent as Authorization: Bearer TOKEN. There is no encryption: put a proxy that has it in front.

SIGTERM ends it in order with code 0, SIGINT and SIGHUP with 130; nothing that was answered is lost by either.

Examples:
  mulligan serve --state decisions
  curl -s localhost:4600/v1/problems -H 'content-type: application/json' \\
    -d '{"name":"mirror","arms":[{"name":"east"},{"name":"west"}]}'
  curl -s -X POST localhost:4600/v1/problems/mirror/decisions
  curl -s localhost:4600/v1/problems/mirror`;

interface Options extends RedisOptions {
  readonly state?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly tokenFile?: string;
  readonly forgetAfter: string;
  readonly open?: true;
}

export function register(program: Command): void {
  const command = program
    .command("serve")
    .description("the page, live runs, and decisions over HTTP for any language")
    .option("--state <dir>", "keep problems and what they learned here; without it they are kept in memory");
  addRedisOptions(command, "keep problems there, with other services")
    .addOption(
      new Option("--port <n>", "where to listen; 0 for any that is free")
        .argParser(wholeNumber("--port", 0, 65_535))
        .default(4_600),
    )
    .option("--host <address>", "the address to listen at", "127.0.0.1")
    .addOption(
      new Option(
        "--allow-host <name>",
        "another name by which it is reached, by way of a proxy, say; may be repeated",
      ).argParser(repeated),
    )
    .option("--token-file <file>", "the token that every request must bring; or MULLIGAN_TOKEN")
    .option("--forget-after <time>", "forget decisions whose outcome did not come: 90s, 5m, 24h", "24h")
    .option("--open", "open the page in the browser")
    .addHelpText("after", HELP)
    .action(serve);
}

async function serve(options: Options): Promise<void> {
  const { state, host, port, allowHost: names = [] } = options;
  const forgetAfterMs = parseDuration(options.forgetAfter, "--forget-after");
  const token = await readToken(host, options.tokenFile);
  const [{ openService }, { openServer }] = await Promise.all([
    import("../serve/http/service.ts"),
    import("../serve/http/server.ts"),
  ]);
  const redis = wantsCluster(options) ? await connectRedis(options) : undefined;
  let service: Service | undefined;
  let server: OpenServer;
  try {
    service = await openService({ state, redis: redis?.connections, forgetAfterMs, notice: say, defect });
    server = await openServer(service, { host, port, names, token, defect });
  } catch (error) {
    await service?.close();
    redis?.disconnect();
    throw error;
  }
  const signalled = firstSignal();
  process.stdout.write(`http://${bracketed(host)}:${server.port}\n`);
  say(storageText(state, redis?.shown));
  if (options.open) {
    const page = `http://${nameFor(host)}:${server.port}/`;
    void openBrowser(page, () => say(`no browser could be opened; the page is at ${page}`));
  }
  const signal = await signalled;
  await server.close();
  process.exitCode = signal === "SIGTERM" ? exitCode.done : exitCode.interrupted;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** A server that listens at all addresses is reached on this machine as localhost. */
function nameFor(host: string): string {
  return host === "0.0.0.0" || host === "::" ? "localhost" : bracketed(host);
}

/** Two connections to the Redis that has the problems of several services, and its address as it may be shown. */
async function connectRedis(options: Options) {
  if (options.state !== undefined) {
    throw new UsageError("--state: must not go with --redis, which keeps the problems itself, got both");
  }
  const { connectRedis, shownPlace } = await import("@mulligan/cluster");
  const place = await reachRedis(options);
  const connections = { commands: connectRedis(place, say), subscriber: connectRedis(place, () => {}) };
  const disconnect = () => {
    for (const connection of Object.values(connections)) connection.disconnect();
  };
  try {
    await Promise.all([connections.commands.connect(), connections.subscriber.connect()]);
  } catch (error) {
    disconnect();
    throw error;
  }
  return { connections, disconnect, shown: shownPlace(place) };
}

function storageText(state: string | undefined, redis: string | undefined): string {
  if (redis !== undefined) return `kept at ${redis}`;
  return state === undefined
    ? "kept in memory only: --state DIR would keep it on the disk"
    : `kept in ${state}`;
}

/** Reports a defect in one answer; the service goes on, for the others. */
function defect(error: unknown): void {
  reportFailure(error);
  process.exitCode = undefined;
}

/** Resolves to the first signal to end. A second one ends the process at once. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let received = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (received) process.exit(exitCode.interrupted);
      received = true;
      resolve(signal);
    };
    for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  });
}
