import { realpathSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { addRedisOptions, type RedisOptions, reachRedis } from "../cluster/redis-options.ts";
import { checkTemporaryFolder } from "../processes/watchdog.ts";
import { readJobs } from "../run/plan.ts";
import { parseDuration } from "../shell/duration.ts";
import { ENDING_SIGNALS, exitCode } from "../shell/exit.ts";
import { oneOf, repeated, wholeNumber } from "../shell/option-values.ts";
import { say } from "../shell/output.ts";
import { refuseWindows } from "../shell/refuse-windows.ts";
import { UsageError } from "../shell/usage-error.ts";

const HELP = `
Executes trials of \`mulligan run\`, \`sat\` and \`simulate\` that were started with the same --redis. The process that
started a run decides; a worker only executes.

--allow names a program that this worker may run: the first word of a command must equal it, letter by letter. A name
without a slash is found on the PATH of this machine. No shell is used, but arguments are not checked: allowing bash
allows everything. Formulas and simulations need no --allow. Programs run in the worker's directory (--cwd for another)
with its environment (--env NAME passes only the named variables and PATH, HOME, LANG, TMPDIR), but without MULLIGAN_REDIS
and MULLIGAN_TOKEN unless --env names them.

At the first SIGTERM or SIGINT the worker starts no new trials. Trials that still run after --drain-time go to other
workers. A second signal ends the worker at once. If a worker is killed, or silent for longer than --lock-time, other
workers execute its trials.

Examples:
  mulligan worker --redis redis://localhost --allow minisat --allow picosat
  mulligan worker --redis-file redis-url --allow minisat --label gpu --port 9100 --log json
  mulligan run --redis redis://localhost --success 10 -- minisat {input} ::: *.cnf`;

interface Options extends RedisOptions {
  readonly jobs: number;
  readonly allow?: readonly string[];
  readonly allowRead?: readonly string[];
  readonly label?: readonly string[];
  readonly lockTime: string;
  readonly drainTime: string;
  readonly port?: number;
  readonly host: string;
  readonly tokenFile?: string;
  readonly log: string;
  readonly cwd?: string;
  readonly env?: readonly string[];
}

export function register(program: Command): void {
  const list = (flags: string, what: string) => new Option(flags, what).argParser(repeated);
  addRedisOptions(
    program.command("worker").description("join a cluster and execute trials for other machines"),
    "the Redis of the cluster",
  )
    .addOption(
      new Option("-j, --jobs <n>", "trials at a time: a number, or a share of the cores such as 50%")
        .argParser(readJobs)
        .default(availableParallelism(), "all cores"),
    )
    .addOption(list("--allow <cmd>", "a program that this worker may run; may be repeated"))
    .addOption(
      list("--allow-read <dir>", "a folder with files that run --stdin-from may use; may be repeated"),
    )
    .addOption(list("--label <name>", "a label of this machine, for run --needs; may be repeated"))
    .option("--cwd <dir>", "the directory in which programs run")
    .addOption(list("--env <name>", "a variable that programs get; may be repeated (default: all)"))
    .option("--lock-time <time>", "how long a worker may be silent before others take over its trials", "10s")
    .option("--drain-time <time>", "how long trials may go on after the first SIGTERM", "30s")
    .addOption(
      new Option("--port <n>", "serve /healthz and /metrics here").argParser(
        wholeNumber("--port", 0, 65_535),
      ),
    )
    .option(
      "--host <address>",
      "the address of --port; any but this machine's own needs a token",
      "127.0.0.1",
    )
    .option(
      "--token-file <file>",
      "a file with the token that requests for /metrics must send; or set MULLIGAN_TOKEN",
    )
    .option("--log <format>", "how to report on standard error: text | json", "text")
    .addHelpText("after", HELP)
    .action(worker);
}

/** Variables that programs always get with `--env`. */
const BASIC = ["PATH", "HOME", "LANG", "TMPDIR"];
/** The worker's own secrets, which programs get only if `--env` names them. */
const SECRETS = ["MULLIGAN_REDIS", "MULLIGAN_TOKEN"];

async function worker(options: Options): Promise<void> {
  refuseWindows("worker");
  const { allow = [], allowRead = [], label = [], jobs, port, host } = options;
  const [lockMs, drainMs] = [
    parseDuration(options.lockTime, "--lock-time"),
    parseDuration(options.drainTime, "--drain-time"),
  ];
  const notice = oneOf("--log", options.log, ["text", "json"]) === "json" ? sayAsJson : say;
  const { NAME } = await import("@mulligan/cluster");
  const wrong = label.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    throw new UsageError(`--label: must have letters, digits, ., - and _ only, got "${wrong}"`);
  for (const folder of [...allowRead, ...(options.cwd === undefined ? [] : [options.cwd])]) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`${folder}: must be a folder`);
    }
  }
  // Before --cwd changes what a relative path means.
  const readable = allowRead.map((folder) => realpathSync(folder));
  if (allow.length > 0) checkTemporaryFolder();
  const [{ serveWorker }, { withRedisErrors }] = await Promise.all([
    import("../cluster/serve-worker.ts"),
    import("../cluster/open-run.ts"),
  ]);
  const environment = { ...process.env };
  const { guard, readToken } = await import("../serve/http/guard.ts");
  const token = port === undefined ? undefined : await readToken(host, options.tokenFile);
  const signals = endingSignals();
  const place = await reachRedis(options);
  limitEnvironment(environment, options.env);
  if (options.cwd !== undefined) process.chdir(options.cwd);
  const hurry = new AbortController();
  const lists = { allow, allowRead: readable, labels: label };
  const health = port === undefined ? undefined : { port, host, check: guard({ host, names: [], token }) };
  const setting = { place, jobs, ...lists, lockMs, health, hurry: hurry.signal, notice };
  const serving = await withRedisErrors(() => serveWorker(setting));
  await signals.first;
  notice(`draining for ${options.drainTime} at most; another signal ends it at once`);
  await Promise.race([serving.drain(), signals.second, pause(drainMs)]);
  setTimeout(() => hurry.abort(), HURRY_MS).unref();
  setTimeout(() => process.exit(exitCode.interrupted), LAST_MS).unref();
  await serving.close();
  process.exitCode = exitCode.done;
  // A connection that BullMQ still waits for would keep the process.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Leaves in the environment of this process what programs get of the one with which it was started. */
function limitEnvironment(started: NodeJS.ProcessEnv, named: readonly string[] | undefined): void {
  for (const [name, value] of Object.entries(started)) {
    const isPassed = named === undefined ? !SECRETS.includes(name) : [...BASIC, ...named].includes(name);
    if (isPassed) process.env[name] = value;
    else delete process.env[name];
  }
}

/** The times after which programs have no more grace, and after which the worker leaves even if something hangs. */
const HURRY_MS = 1_200;
const LAST_MS = 1_850;
const LINGER_MS = 100;

function sayAsJson(message: string): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message })}\n`);
}

/** The first signal and the second; a third ends the process. */
function endingSignals(): { readonly first: Promise<void>; readonly second: Promise<void> } {
  const resolvers: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => resolvers.push(resolve));
  const [first, second] = [next(), next()];
  const onSignal = () => {
    const resolve = resolvers.shift();
    if (resolve === undefined) process.exit(exitCode.interrupted);
    resolve();
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  return { first, second };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 2 ** 31 - 1)).unref());
}
