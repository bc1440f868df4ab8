import { spawn } from "node:child_process";
import { type Command, Option } from "commander";
import { readToken } from "../serve/http/guard.ts";
import type { OpenServer } from "../serve/http/server.ts";
import type { Service } from "../serve/http/service.ts";
import { parseDuration } from "../shell/duration.ts";
import { ENDING_SIGNALS, exitCode, reportFailure } from "../shell/exit.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { say } from "../shell/output.ts";

/** How each system opens an address; no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32.exe", "url.dll,FileProtocolHandler"],
};

/** Opens the browser of the user, or calls `without` if there is none. Resolves when one of the two has happened. */
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
A program in any language makes a problem, asks which arm to start and how long to wait, and reports the outcome.
GET /openapi.json describes every request. The first line on standard output is the address of the service. In a browser
it shows the page, with live runs and what they learn. --open opens it.

With --state each answer is on the disk before it is sent, so it survives a crash. The page also shows the journals of
\`mulligan run\` and \`sat\` in DIR. Without --state everything is kept in memory and is lost when the service ends.

Only this machine may send requests. To allow others, give --host and a token, with --token-file or the variable
MULLIGAN_TOKEN. Clients send it as Authorization: Bearer TOKEN. The service does not encrypt: use a proxy that does.

SIGTERM ends the service with code 0, SIGINT and SIGHUP with 130. No answer is lost.

Examples:
  mulligan serve --state decisions
  curl -s localhost:4600/v1/problems -H 'content-type: application/json' \\
    -d '{"name":"mirror","arms":[{"name":"east"},{"name":"west"}]}'
  curl -s -X POST localhost:4600/v1/problems/mirror/decisions
  curl -s localhost:4600/v1/problems/mirror`;

interface Options {
  readonly state?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly trustProxy?: true;
  readonly tokenFile?: string;
  readonly forgetAfter: string;
  readonly open?: true;
}

export function register(program: Command): void {
  program
    .command("serve")
    .description("serve the page, live runs, and decisions over HTTP")
    .option(
      "--state <dir>",
      "a folder for problems and what they learned; without it they are kept in memory",
    )
    .addOption(
      new Option("--port <n>", "the port to listen at; 0 for any free one")
        .argParser(wholeNumber("--port", 0, 65_535))
        .default(4_600),
    )
    .option(
      "--host <address>",
      "the address to listen at; any but this machine's own needs a token",
      "127.0.0.1",
    )
    .addOption(
      new Option(
        "--allow-host <name>",
        "another name of the service, such as that of a proxy; may be repeated",
      ).argParser(repeated),
    )
    .option("--trust-proxy", "limit clients by the address that the proxy in front adds to X-Forwarded-For")
    .option(
      "--token-file <file>",
      "a file with the token that every request must send; or set MULLIGAN_TOKEN",
    )
    .option(
      "--forget-after <time>",
      "forget decisions without an outcome after this long: 90s, 5m, 24h",
      "24h",
    )
    .option("--open", "open the page in the browser")
    .addHelpText("after", HELP)
    .action(serve);
}

async function serve(options: Options): Promise<void> {
  const { state, host, port, allowHost: names = [], trustProxy } = options;
  const forgetAfterMs = parseDuration(options.forgetAfter, "--forget-after");
  const token = await readToken(host, options.tokenFile);
  const [{ openService }, { openServer }] = await Promise.all([
    import("../serve/http/service.ts"),
    import("../serve/http/server.ts"),
  ]);
  let service: Service | undefined;
  let server: OpenServer;
  try {
    service = await openService({ state, forgetAfterMs, notice: say });
    server = await openServer(service, { host, port, names, token, trustProxy, defect });
  } catch (error) {
    await service?.close();
    throw error;
  }
  const signalled = firstSignal();
  process.stdout.write(`http://${bracketed(host)}:${server.port}\n`);
  say(storageText(state));
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

function storageText(state: string | undefined): string {
  return state === undefined
    ? "kept in memory only: use --state DIR to keep it on the disk"
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
